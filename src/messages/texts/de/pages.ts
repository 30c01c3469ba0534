import type { PageTexts } from '../en/pages.ts'
import { spanOf } from '../span.ts'
import { deConsole } from './console.ts'
import { deEvents } from './events.ts'
import { deSettings } from './settings.ts'

export const dePages: PageTexts = {
  frame: {
    error: 'Fehler',
    language: 'Sprache',
    back: (product) => `Zurück zu ${product}`,
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    signOut: 'Abmelden',
  },
  optional: 'optional',
  show: 'Anzeigen',
  hide: 'Verbergen',
  fields: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    repeatPassword: 'Passwort wiederholen',
    passwordHint: (min) =>
      `Mindestens ${min} Zeichen. Einige Wörter ohne Zusammenhang ergeben ein gutes Passwort.`,
    code: 'Code',
  },

  welcome: {
    lead: (product) => `Hier werden die Konten von ${product} verwaltet.`,
    signIn: 'Anmelden',
    account: 'Ihr Konto',
    developers: 'Für Entwickler',
    reference: 'API-Referenz',
    changelog: 'Änderungsprotokoll',
    health: 'Betriebsstatus',
  },

  signIn: {
    title: 'Anmelden',
    button: 'Anmelden',
    forgot: 'Passwort vergessen?',
    lastUsed: 'hier zuletzt verwendet',
    or: 'oder',
    provider: (name) => `Weiter mit ${name}`,
    newHere: 'Neu hier?',
    register: 'Konto anlegen',
    cancel: (product) => `Abbrechen und zurück zu ${product}`,
    signedOut: 'Sie sind abgemeldet.',
    locked: (hasPasskeys) =>
      hasPasskeys
        ? 'Mit einem Passkey oder einem neuen Passwort geht es vielleicht schneller.'
        : 'Mit einem neuen Passwort geht es vielleicht schneller.',
    expired: 'Das hat zu lange gedauert. Bitte melden Sie sich noch einmal an. Es wurde nichts geändert.',
    private: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
    providerFailed: {
      access_denied: 'Die Anmeldung wurde abgebrochen oder vom Anbieter abgelehnt.',
      account_exists:
        'Für Ihre E-Mail-Adresse gibt es hier bereits ein Konto. Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie den Anbieter dann in Ihren Einstellungen.',
      email_required: 'Der Anbieter hat keine E-Mail-Adresse übermittelt, die wir verwenden können.',
      registration_closed:
        'Die Anmeldung wurde abgebrochen oder abgelehnt, oder Sie haben hier kein Konto und können mit dieser Adresse keines anlegen.',
      temporarily_unavailable:
        'Der Anbieter ist derzeit nicht erreichbar. Bitte versuchen Sie es noch einmal.',
      server_error:
        'Die Antwort des Anbieters war nicht verwendbar. Bitte versuchen Sie es noch einmal oder melden Sie sich auf andere Weise an.',
    },
  },
  register: {
    title: 'Konto anlegen',
    button: 'Konto anlegen',
    haveOne: 'Sie haben schon ein Konto?',
    closed: {
      invited: 'Um hier ein Konto anzulegen, benötigen Sie eine Einladung.',
      closed: 'Hier können keine neuen Konten angelegt werden.',
    },
    signIn: 'Anmelden',
    agree: {
      begin: 'Mit dem Anlegen eines Kontos akzeptieren Sie die',
      terms: 'Nutzungsbedingungen',
      and: 'und die',
      privacy: 'Datenschutzerklärung',
      end: '.',
    },
  },
  secondStep: {
    title: 'Noch ein Schritt',
    codes: {
      totp: {
        lead: 'Geben Sie den sechsstelligen Code ein, den Ihre Authenticator-App gerade anzeigt.',
        use: 'Stattdessen die Authenticator-App verwenden',
      },
      backup_code: {
        lead: 'Geben Sie einen Ihrer Backup-Codes ein. Jeder funktioniert nur einmal.',
        use: 'Stattdessen einen Backup-Code verwenden',
      },
    },
    trust: (days) =>
      `Auf diesem Gerät ${days === 1 ? 'einen Tag' : `${days} Tage`} lang nicht mehr danach fragen`,
    button: 'Weiter',
    usePasskey: 'Passkey oder Sicherheitsschlüssel verwenden',
    lost: 'Authenticator-App und Backup-Codes verloren?',
    startOver: 'Von vorn beginnen',
  },
  enrolment: {
    title: 'Zweiten Faktor einrichten',
    lead: 'Hier ist jedes Konto durch einen zweiten Faktor geschützt. Richten Sie einen ein, um fortzufahren. Das dauert nur eine Minute.',
    isOn: 'Dieses Konto hat jetzt einen zweiten Faktor. Bitte melden Sie sich damit noch einmal an. Wenn Sie die Backup-Codes nicht gesehen haben, erstellen Sie in den Einstellungen neue.',
    keyButton: 'Passkey oder Sicherheitsschlüssel verwenden',
  },
  passkey: {
    signIn: 'Mit einem Passkey anmelden',
    failed:
      'Es wurde kein Passkey verwendet. Bitte versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
    refused:
      'Dieser Passkey konnte hier nicht verwendet werden. Bitte versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
  },
  offer: {
    title: 'Beim nächsten Mal ohne Passwort anmelden?',
    afterCode: 'Beim nächsten Mal ohne Code anmelden?',
    lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Bildschirmsperre Ihres Geräts an. Er funktioniert nur auf dieser Website, deshalb kann ihn Ihnen niemand entlocken.',
    button: 'Passkey hinzufügen',
    failed:
      'Es wurde kein Passkey hinzugefügt. Sie können es noch einmal versuchen oder auf später verschieben.',
    later: 'Jetzt nicht',
  },
  onward: {
    title: 'Sie sind angemeldet',
    lead: (product: string) =>
      `Sie werden zu ${product} zurückgeleitet. Falls nichts geschieht, klicken Sie auf die Schaltfläche.`,
    button: 'Weiter',
  },
  emailCode: {
    ask: 'Code per E-Mail senden',
    title: 'Sehen Sie in Ihr Postfach',
    lead: 'Wenn an diese Adresse eine E-Mail gesendet werden darf, ist sie unterwegs. Darin steht, was der Code bewirkt.',
    button: 'Weiter',
  },
  awaitEmail: {
    code: (minutes) => `Der Code aus der E-Mail, die wir Ihnen geschickt haben. Er gilt ${minutes} Minuten.`,
    opened: 'Ich habe den Link geöffnet',
  },
  lostFactor: {
    title: 'Zweiten Faktor verloren?',
    lead: (hours) => [
      'Wir können Ihnen einen Link per E-Mail schicken. Damit beginnt eine Wartezeit, nach der die Zwei-Faktor-Authentifizierung aus Ihrem Konto entfernt wird.',
      `Die Wartezeit beträgt ${span(hours)}. Wir erinnern Sie jeden Tag daran, und jede Anmeldung mit einem Code bricht den Vorgang ab.`,
    ],
    button: 'Link anfordern',
    done: {
      title: 'Sehen Sie in Ihrem Postfach nach',
      lead: [
        'Ein Link ist unterwegs. Er ist 30 Minuten lang gültig, und nur der jeweils neueste funktioniert.',
      ],
    },
    back: 'Zurück',
  },
  signOut: {
    title: 'Abmelden',
    over: 'Sie sind abgemeldet',
    lead: 'Damit melden Sie sich von diesen Seiten ab. In Anwendungen, in denen Sie angemeldet sind, bleiben Sie angemeldet.',
    button: 'Abmelden',
    back: 'Zurück zu Ihrem Konto',
  },
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Wir schicken Ihnen per E-Mail einen Link, mit dem Sie ein neues Passwort festlegen können.',
    button: 'Link anfordern',
    signIn: 'Zurück zur Anmeldung',
    done: {
      title: 'Sehen Sie in Ihrem Postfach nach',
      lead: [
        'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er ist 30 Minuten lang gültig.',
        'Wir verschicken höchstens drei Links pro Stunde, und nur der neueste funktioniert.',
        'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob Sie sich mit dieser Adresse registriert haben.',
      ],
    },
  },

  settings: deSettings,
  events: deEvents,
  console: deConsole,

  links: {
    worksUntil: (time) => `Dieser Link funktioniert einmal und ist bis zum ${time} gültig.`,
    takeOver: {
      mine: 'Ich habe das Konto gerade erstellt',
      title: 'Sie haben es nicht erstellt?',
      lead: 'Jemand anderes hat sich mit Ihrer Adresse registriert. Wenn Sie das Konto möchten, legen Sie ein eigenes Passwort fest: Alles, was diese Person eingerichtet hat, wird entfernt, und sie wird abgemeldet. Andernfalls schließen Sie diese Seite.',
      button: 'Konto übernehmen',
    },
    staying: {
      title: 'Was bestehen bleibt',
      lead: 'Die Schaltfläche oben lässt Folgendes unverändert. Entfernen Sie, was Sie nicht kennen.',
      remove: 'Entfernen',
      removeIt: (name) => `${name} entfernen`,
      secondFactor: 'Bleibt als zweiter Faktor. Sie können ihn entfernen, nachdem Sie sich angemeldet haben.',
      since: 'Seit:',
      kinds: {
        passkey: 'Passkey',
        identity: 'Verknüpfter Anbieter',
        authenticator: 'Authenticator-App',
        session: 'Sitzung',
      },
    },
    invitation: {
      title: 'Einladung annehmen',
      lead: [
        'Wählen Sie ein Passwort für Ihr neues Konto. Zum Anmelden benötigen Sie dieses Passwort und die E-Mail-Adresse, an die diese Einladung ging.',
        'Sie haben keine Einladung erwartet? Dann schließen Sie diese Seite. Die Einladung verfällt von selbst.',
      ],
      button: 'Konto anlegen',
      done: {
        title: 'Ihr Konto ist bereit',
        lead: ['Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden.'],
      },
    },
    'verify-email': {
      title: 'E-Mail-Adresse bestätigen',
      lead: [
        'Haben Sie sich mit dieser E-Mail-Adresse registriert? Dann bestätigen Sie sie, um Ihr Konto fertig einzurichten.',
      ],
      button: 'Adresse bestätigen',
      done: { title: 'Ihre E-Mail-Adresse ist bestätigt', lead: ['Ihr Konto ist bereit.'] },
    },
    'reset-password': {
      title: 'Neues Passwort festlegen',
      lead: ['Sobald Sie ein neues Passwort festlegen, werden Sie auf allen Geräten abgemeldet.'],
      button: 'Passwort festlegen',
      done: {
        title: 'Ihr neues Passwort ist festgelegt',
        lead: ['Sie können sich jetzt mit Ihrem neuen Passwort anmelden.'],
      },
    },
    'confirm-new-email': {
      title: 'Diese E-Mail-Adresse verwenden',
      lead: [
        'Bestätigen Sie, dass Sie sich künftig mit der Adresse anmelden möchten, an die dieser Link ging.',
        'Sie haben das nicht angefordert? Dann schließen Sie diese Seite, und es ändert sich nichts.',
      ],
      button: 'Diese Adresse verwenden',
      done: {
        title: 'Ihre Adresse wurde geändert',
        lead: ['Melden Sie sich ab sofort mit Ihrer neuen Adresse an.'],
      },
    },
    'email-changed': {
      title: 'Änderung Ihrer E-Mail-Adresse rückgängig machen',
      lead: [
        'Damit wird die Adresse wiederhergestellt, an die dieser Link ging. Alle Sitzungen, die nach derjenigen begonnen haben, in der die Adresse geändert wurde, werden beendet. Was in diesen Sitzungen oder seit der Änderung hinzugefügt wurde, wird entfernt: Passwort, Passkeys, verknüpfte Anbieter und Zwei-Faktor-Authentifizierung.',
        'Wer Ihre Adresse geändert hat, kennt möglicherweise Ihr Passwort. Legen Sie deshalb hier bitte auch ein neues fest.',
      ],
      button: 'Änderung rückgängig machen',
      done: {
        title: 'Ihre E-Mail-Adresse wurde wiederhergestellt',
        lead: [
          'Wenn Sie die Passwortfelder leer gelassen haben, ist ein Link zum Festlegen eines neuen Passworts zu Ihnen unterwegs.',
        ],
      },
    },
    'reset-two-factor': {
      title: 'Zwei-Faktor-Authentifizierung entfernen',
      lead: [
        'Sie haben Ihre Authenticator-App und Ihre Backup-Codes verloren? Nach der Wartezeit, die in unserer E-Mail steht, können wir die Zwei-Faktor-Authentifizierung entfernen. Bis dahin erinnern wir Sie jeden Tag daran.',
        'Sie haben das nicht angefordert? Dann klicken Sie nicht auf die Schaltfläche. Ändern Sie Ihr Passwort, hier und bei allen verknüpften Anbietern.',
      ],
      button: 'Zwei-Faktor-Authentifizierung entfernen',
      done: {
        title: 'Die Zwei-Faktor-Authentifizierung wird entfernt',
        lead: [
          'Den Zeitpunkt haben wir Ihnen per E-Mail mitgeteilt. Sie haben es sich anders überlegt? Bis dahin können Sie den Vorgang abbrechen, indem Sie sich mit einem Code anmelden oder den Link in dieser E-Mail verwenden.',
        ],
      },
    },
    'two-factor-removal': {
      title: 'Zwei-Faktor-Authentifizierung behalten',
      lead: [
        'Jemand möchte die Zwei-Faktor-Authentifizierung aus Ihrem Konto entfernen. Wenn Sie das nicht waren oder es sich anders überlegt haben, brechen Sie den Vorgang hier ab.',
      ],
      button: 'Zwei-Faktor-Authentifizierung behalten',
      done: {
        title: 'Die Zwei-Faktor-Authentifizierung bleibt eingeschaltet',
        lead: [
          'Sie wollten sie gar nicht entfernen? Dann kennt jemand anderes Ihr Passwort und kann Ihre E-Mails lesen. Ändern Sie Ihre Passwörter: für dieses Konto, für Ihr E-Mail-Postfach und bei allen verknüpften Anbietern.',
        ],
      },
    },
  },

  refusals: {
    deadLink: {
      title: 'Dieser Link funktioniert nicht mehr',
      lead: 'Er ist abgelaufen, wurde bereits verwendet oder durch einen neueren ersetzt. Wenn Sie ihn gerade verwendet haben, ist alles erledigt. Andernfalls fordern Sie bitte einen neuen an. Wenn Sie diese Meldung immer wieder sehen, erlauben Sie Cookies für diese Website.',
    },
    openLinkAgain: {
      title: 'Bitte öffnen Sie den Link erneut',
      lead: 'Diese Seite war zu lange geöffnet, der Link wurde bereits verwendet, oder in diesem Browser wurde inzwischen ein anderer geöffnet. Wenn Sie ihn gerade verwendet haben, ist alles erledigt.',
    },
    openLinkHere: {
      title: 'Bitte öffnen Sie den Link erneut',
      lead: 'Dieser Browser kennt den Link nicht. Öffnen Sie den Link aus Ihrer E-Mail noch einmal, und zwar in diesem Browser. Wenn Sie ihn gerade verwendet haben, ist alles erledigt. Wenn Sie diese Meldung immer wieder sehen, erlauben Sie Cookies für diese Website.',
    },
    cookieNotKept: {
      title: 'Ihr Browser hat unser Cookie nicht behalten',
      lead: (address: string | undefined) =>
        `Ohne das Cookie kann niemand angemeldet werden. Deshalb ist nichts geschehen. Bitte erlauben Sie Cookies für diese Website${address ? `, öffnen Sie sie unter ${address}` : ''} und versuchen Sie es noch einmal.`,
    },
    again: 'Noch einmal versuchen',
    fromElsewhere: {
      title: 'Diese Anfrage kam nicht von unserer Seite',
      lead: 'Bitte öffnen Sie die Seite erneut und klicken Sie dort auf die Schaltfläche.',
    },
    wrongAddress: {
      title: 'Diese Anmeldung ist nicht möglich',
      lead: 'Die Anwendung möchte zu einer Adresse zurückkehren, die hier nicht registriert ist. Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal. Wenn das nicht hilft, wenden Sie sich an deren Betreiber.',
    },
    tooMany: {
      title: 'Zu viele Versuche',
      lead: 'Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    },
    away: {
      title: 'Vorübergehend nicht verfügbar',
      lead: 'Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    other: 'Etwas ist schiefgegangen',
    notFound: { title: 'Hier gibt es nichts', lead: 'Vielleicht enthält die Adresse einen Tippfehler.' },
  },
}

const span = (hours: number) => spanOf(hours, 'hour', 'de')
