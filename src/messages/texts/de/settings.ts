import type { PageTexts } from '../en/pages.ts'

export const deSettings: PageTexts['settings'] = {
  navigation: 'Kontoeinstellungen',
  sections: {
    overview: 'Ihr Konto',
    activity: 'Aktivitäten',
    sessions: 'Sitzungen',
    passkeys: 'Passkeys',
    twoFactor: 'Zwei-Faktor-Authentifizierung',
    providers: 'Verknüpfte Anbieter',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    data: 'Ihre Daten',
    close: 'Konto schließen',
  },
  cancel: 'Abbrechen',
  news: {
    confirmed: 'Vielen Dank. In den nächsten 15 Minuten fragen wir nicht noch einmal.',
    'mail-sent': 'Eine E-Mail mit einem Link ist unterwegs. Frühere Links funktionieren nicht mehr.',
    'session-ended': 'Die Sitzung wurde beendet.',
    'sessions-ended': 'Alle anderen Sitzungen wurden beendet.',
    'two-factor-on': 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet.',
    'codes-saved':
      'Ihre Backup-Codes sind bereit. Bewahren Sie sie dort auf, wo Sie sie auch ohne Ihr Smartphone finden.',
    'two-factor-off': 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
    'app-added': 'Die Authenticator-App ist einsatzbereit.',
    'app-renamed': 'Die Authenticator-App hat einen neuen Namen.',
    'app-removed': 'Die Authenticator-App wurde entfernt. Codes aus dieser App funktionieren nicht mehr.',
    'passkey-added': 'Der Passkey ist einsatzbereit.',
    'passkey-renamed': 'Der Passkey hat einen neuen Namen.',
    'passkey-guards': 'Der Passkey ist jetzt ein zweiter Faktor. Er wird nach Ihrem Passwort abgefragt.',
    'passkey-resigned': 'Der Passkey ist kein zweiter Faktor mehr.',
    'passkey-removed': 'Der Passkey wurde entfernt. Er funktioniert nicht mehr.',
    'provider-linked': 'Der Anbieter ist verknüpft. Ab sofort können Sie sich damit anmelden.',
    'provider-unlinked':
      'Die Verknüpfung wurde aufgehoben. Andere Sitzungen, die über diesen Anbieter begonnen wurden, sind beendet.',
    'email-sent':
      'Wir haben einen Link an die neue Adresse geschickt. Öffnen Sie ihn innerhalb einer Stunde, solange Sie hier noch angemeldet sind, um die Änderung abzuschließen.',
    'password-changed': 'Ihr Passwort wurde geändert, und alle anderen Sitzungen wurden beendet.',
  },
  fields: {
    currentPassword: 'Aktuelles Passwort',
    wrongPassword: 'Das ist nicht Ihr aktuelles Passwort.',
    eitherCode:
      'Ein Code aus Ihrer Authenticator-App oder einer Ihrer Backup-Codes. Ein Backup-Code funktioniert nur einmal.',
    sixDigits: 'Die sechs Ziffern, die Ihre App gerade anzeigt.',
    newEmail: 'Neue E-Mail-Adresse',
    backupCode: 'Einer Ihrer Backup-Codes. Er funktioniert nur einmal.',
    passkeyNameHint:
      'Zum Beispiel das Gerät, auf dem er gespeichert ist, oder der Sicherheitsschlüssel selbst.',
    appName: 'Bezeichnung',
    appNameHint: 'Zum Beispiel das Smartphone, auf dem sie installiert ist.',
  },

  overview: {
    confirmed: 'Bestätigt',
    unconfirmed: 'Noch nicht bestätigt',
    sendAgain: 'E-Mail erneut senden',
    changeEmail: 'Adresse ändern',
    passwordSet: 'Festgelegt',
    noPassword: 'Keines. Sie melden sich ohne Passwort an.',
    changePassword: 'Passwort ändern',
    setPassword: 'Passwort festlegen',
    off: 'Ausgeschaltet. Zum Anmelden genügt das Passwort.',
    offForNow: 'Ausgeschaltet. Bei der nächsten Anmeldung mit Passwort wird ein zweiter Faktor verlangt.',
    on: (codesLeft) => `Eingeschaltet, noch ${codesOf(codesLeft)}`,
    turnOn: 'Einschalten',
    manageTwoFactor: 'Zweiten Faktor verwalten',
    passkeys: (count) => (count === 0 ? 'Keine' : count === 1 ? '1 Passkey' : `${count} Passkeys`),
    managePasskeys: 'Passkeys verwalten',
    sessions: (count) => (count === 1 ? '1 aktive Sitzung' : `${count} aktive Sitzungen`),
    showSessions: 'Sitzungen anzeigen',
    noProviders: 'Keine',
    manageProviders: 'Anbieter verwalten',
    activity: 'Anmeldungen und Änderungen in Ihrem Konto',
    showActivity: 'Aktivitäten anzeigen',
    data: 'Eine Kopie aller Daten, die wir über Sie gespeichert haben',
    showData: 'Kopie erhalten',
    close: 'Ihr Konto mit allem, was dazugehört, löschen',
    showClose: 'Konto schließen',
  },

  activity: {
    lead: 'Etwas kommt Ihnen nicht bekannt vor? Ändern Sie Ihr Passwort und beenden Sie die Sitzungen, die Sie nicht kennen.',
    from: (place) => `von ${place}`,
    older: 'Ältere',
    newest: 'Neueste',
    none: 'Noch keine Aktivitäten.',
    byOperator: (reason) => (reason === null ? 'Durch die Verwaltung' : `Durch die Verwaltung: ${reason}`),
    other: 'Ein anderes Ereignis in Ihrem Konto',
  },

  sessions: {
    lead: 'Hier sind Sie angemeldet.',
    unknownDevice: 'Unbekanntes Gerät',
    current: 'Dieser Browser',
    page: 'Kontoseiten',
    application: 'Eine Anwendung',
    by: (means, place) => `Angemeldet mit ${means} von ${place}`,
    since: 'Angemeldet:',
    lastUsed: 'zuletzt aktiv:',
    end: (device) => `Sitzung beenden: ${device}`,
    endShort: 'Beenden',
    endOthers: 'Alle anderen Sitzungen beenden',
    others: 'Noch auf einem Gerät angemeldet, das Sie nicht mehr nutzen?',
    everywhere: 'Überall abmelden',
    everywhereLead: 'Damit werden alle Sitzungen in allen Anwendungen beendet, auch diese hier.',
    more: 'Weitere Sitzungen',
    first: 'Erste Seite',
  },

  twoFactor: {
    lead: 'Mit der Zwei-Faktor-Authentifizierung benötigen Sie zum Anmelden zusätzlich einen Code aus einer App auf Ihrem Smartphone. Ein gestohlenes Passwort allein genügt dann nicht mehr.',
    off: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
    setUp: 'Einrichten',
    on: 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet.',
    removal: (time) =>
      `Jemand mit Zugriff auf Ihr E-Mail-Postfach möchte sie entfernen. Sie wird am ${time} entfernt.`,
    stopRemoval: 'Vorgang mit einem Code abbrechen',
    apps: 'Authenticator-Apps',
    added: 'Hinzugefügt:',
    change: 'Bearbeiten',
    changeApp: (name) => `${name} bearbeiten`,
    addApp: 'Weitere App hinzufügen',
    noApps: 'Keine',
    passkeys: 'Sicherheitsschlüssel und Passkeys',
    byPasskey: 'Statt eines Codes können Sie auch einen Sicherheitsschlüssel oder einen Passkey verwenden.',
    codes: 'Backup-Codes',
    codesLeft: (count) => `Sie haben noch ${codesOf(count)}.`,
    fewCodes: 'Erstellen Sie neue, bevor sie Ihnen ausgehen.',
    codesWaiting: 'Ihre neuen Backup-Codes können Sie noch einige Minuten lang ansehen.',
    showCodes: 'Codes anzeigen',
    renew: 'Neue Backup-Codes erstellen',
    turnOff: 'Zwei-Faktor-Authentifizierung ausschalten',
  },
  setUp: {
    title: 'Authenticator-App einrichten',
    lead: 'Sie benötigen eine Authenticator-App auf Ihrem Smartphone. Auch viele Passwortmanager können solche Codes erzeugen.',
    begin: 'QR-Code anzeigen',
    scan: '1. QR-Code mit Ihrer App scannen',
    qr: 'QR-Code für Ihre Authenticator-App',
    typed: 'Sie können ihn nicht scannen? Geben Sie diesen Schlüssel in Ihre App ein:',
    open: 'In einer App auf diesem Gerät öffnen',
    code: '2. Angezeigten Code eingeben',
    button: 'Bestätigen',
    until: (time) => `Zeigen Sie diesen Schlüssel niemandem. Sie können ihn bis zum ${time} bestätigen.`,
  },
  codes: {
    title: 'Ihre Backup-Codes',
    lead: 'Wenn Sie Ihren zweiten Faktor nicht zur Hand haben, können Sie sich mit jedem dieser Codes einmal anmelden. Sie werden nicht noch einmal angezeigt. Speichern Sie sie deshalb jetzt.',
    download: 'Als Datei herunterladen',
    print: 'Oder drucken Sie diese Seite: Die Codes kommen auf ein eigenes Blatt.',
    file: (product, account, codes) =>
      `Backup-Codes für ${account} bei ${product}\nJeder funktioniert einmal.\n\n${codes}\n`,
    fileName: 'backup-codes.txt',
    paper: (account, product, date) =>
      `Für ${account} bei ${product}, ${date}. Jeder Code funktioniert einmal. Bewahren Sie dieses Blatt sicher auf.`,
    check: 'Haben Sie die Codes gespeichert?',
    typeBack: 'Geben Sie einen davon ein',
    typeBackHint:
      'Lesen Sie ihn von Ihrer Kopie ab, um sicherzugehen, dass sie lesbar ist. Er wird dadurch nicht verbraucht.',
    notOne: 'Das ist keiner der angezeigten Codes.',
    button: 'Fertig',
  },
  renewCodes: {
    title: 'Neue Backup-Codes erstellen',
    lead: 'Sie erhalten zehn neue Codes. Die bisherigen funktionieren dann nicht mehr.',
    button: 'Neue Codes erstellen',
  },
  turnOff: {
    title: 'Zwei-Faktor-Authentifizierung ausschalten',
    lead: 'Danach genügt zum Anmelden Ihr Passwort. Ihre Authenticator-Apps und Backup-Codes funktionieren nicht mehr, und alle anderen Sitzungen werden beendet.',
    passkeys: 'Sicherheitsschlüssel und Passkeys, die als zweiter Faktor dienen, werden ebenfalls entfernt.',
    button: 'Ausschalten',
  },
  addApp: {
    title: 'Authenticator-App hinzufügen',
    lead: 'Sie können sich mit den Codes jeder Ihrer Apps anmelden. Bis zu fünf sind möglich.',
    button: 'Weiter',
  },
  app: {
    rename: 'Umbenennen',
    replace: 'Ersetzen',
    replaceLead:
      'Sie wechseln zu einem neuen Smartphone? Diese App funktioniert weiter, bis Sie die neue bestätigen.',
    replaceButton: 'Neue App einrichten',
    remove: 'Entfernen',
    removeLead: 'Die Codes dieser App funktionieren dann nicht mehr.',
    removeButton: 'Diese App entfernen',
    last: 'Das ist Ihre einzige App. Wenn Sie keine mehr verwenden möchten, schalten Sie die Zwei-Faktor-Authentifizierung aus.',
  },

  passkeys: {
    lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Bildschirmsperre an. Er funktioniert nur auf dieser Website, deshalb kann ihn Ihnen niemand entlocken.',
    none: 'Sie haben noch keine Passkeys.',
    added: 'Hinzugefügt:',
    lastUsed: 'zuletzt verwendet:',
    neverUsed: 'noch nie verwendet',
    synced: 'Auf Ihren Geräten synchronisiert',
    oneDevice: 'Nur auf einem Gerät',
    secondFactor: 'Zweiter Faktor',
    add: 'Passkey oder Sicherheitsschlüssel hinzufügen',
    needScript: 'Für Passkeys brauchen Sie JavaScript und einen Browser, der sie unterstützt.',
    confirm: 'Passkey oder Sicherheitsschlüssel verwenden',
  },
  addPasskey: {
    title: 'Passkey hinzufügen',
    lead: 'Damit melden Sie sich ohne Passwort an. Ihr Gerät oder Ihr Sicherheitsschlüssel muss dafür einen Fingerabdruck, Ihr Gesicht oder eine PIN prüfen können.',
    button: 'Passkey hinzufügen',
    keyLead:
      'Oder lassen Sie sich nach dem Passwort danach fragen, als zweiten Faktor. Dafür eignet sich jeder Sicherheitsschlüssel.',
    keyButton: 'Als zweiten Faktor hinzufügen',
    create: 'Ihr Browser fragt Sie gleich, wo der Passkey gespeichert werden soll.',
    createButton: 'Passkey erstellen',
    createKey:
      'Halten Sie Ihren Sicherheitsschlüssel bereit und berühren Sie ihn, wenn Ihr Browser Sie dazu auffordert.',
    createKeyButton: 'Sicherheitsschlüssel hinzufügen',
    failed: 'Es wurde nichts hinzugefügt. Sie können es noch einmal versuchen.',
    known: 'Er wurde bereits hinzugefügt.',
    name: 'Mein Passkey',
    keyName: 'Sicherheitsschlüssel',
  },
  passkey: {
    guardLead:
      'Er wird dann nach Ihrem Passwort abgefragt, und ein gestohlenes Passwort allein genügt nicht mehr.',
    turnsOn:
      'Damit schalten Sie die Zwei-Faktor-Authentifizierung ein: Sie erhalten Backup-Codes, und alle anderen Sitzungen werden beendet.',
    guard: 'Als zweiten Faktor verwenden',
    guards: 'Er wird nach Ihrem Passwort abgefragt.',
    turnsOff:
      'Das ist Ihr einziger zweiter Faktor. Ohne ihn ist die Zwei-Faktor-Authentifizierung ausgeschaltet: Ihre Backup-Codes funktionieren nicht mehr, und alle anderen Sitzungen werden beendet.',
    resign: 'Nicht mehr als zweiten Faktor verwenden',
    onlyFactor:
      'Für etwas anderes eignet er sich nicht. Wenn Sie ihn nicht mehr brauchen, entfernen Sie ihn.',
    removeLead:
      'Er funktioniert dann nicht mehr, und andere Sitzungen, die mit Passkeys begonnen wurden, werden beendet. Ihr Gerät bietet ihn möglicherweise weiter an, bis Sie ihn auch dort löschen.',
    removeButton: 'Diesen Passkey entfernen',
  },

  providers: {
    lead: 'Melden Sie sich hier mit einem Konto an, das Sie anderswo haben.',
    none: 'Hier können keine Anbieter verknüpft werden.',
    linked: (email) => (email ? `Verknüpft als ${email}` : 'Verknüpft'),
    notLinked: 'Nicht verknüpft',
    link: (name) => `${name} verknüpfen`,
    unlink: (name) => `Verknüpfung mit ${name} aufheben`,
    leaving: (name) => `Weiter zu ${name}`,
    leavingLead: (name) => `Melden Sie sich bei ${name} an. Danach kommen Sie hierher zurück.`,
    failed: {
      access_denied:
        'Der Anbieter wurde nicht verknüpft: Sie haben abgebrochen, oder der Anbieter hat abgelehnt.',
      identity_taken:
        'Der Anbieter wurde nicht verknüpft: Diese Anmeldung ist bereits mit einem anderen Konto verknüpft.',
      already_linked: 'Der Anbieter wurde nicht verknüpft: Heben Sie zuerst die bestehende Verknüpfung auf.',
      temporarily_unavailable:
        'Der Anbieter ist derzeit nicht erreichbar. Bitte versuchen Sie es noch einmal.',
      reauthentication_required: 'Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
      other: 'Der Anbieter wurde nicht verknüpft. Bitte versuchen Sie es noch einmal.',
    },
  },

  email: {
    title: 'E-Mail-Adresse ändern',
    lead: (email) => `Ihre Adresse lautet ${email}.`,
    hint: 'An diese Adresse schicken wir einen Link. Bis Sie ihn öffnen, ändert sich nichts.',
    button: 'Link anfordern',
  },
  password: {
    change: 'Passwort ändern',
    set: 'Passwort festlegen',
    lead: 'Alle anderen Sitzungen werden beendet.',
    button: 'Passwort speichern',
  },
  data: {
    title: 'Ihre Daten',
    lead: 'Laden Sie alles, was wir über Sie und Ihr Konto gespeichert haben, als JSON-Datei herunter: Adresse, Sitzungen, verknüpfte Anbieter und Aktivitäten. Passwörter, Schlüssel und Codes sind nicht enthalten.',
    button: 'Daten herunterladen',
    fileName: 'kontodaten.json',
  },
  close: {
    title: 'Konto schließen',
    lead: [
      'Wenn Sie Ihr Konto schließen, werden Sie überall abgemeldet, und das Konto wird mit allem, was dazugehört, gelöscht.',
      'Anwendungen, in denen Sie dieses Konto verwenden, haben möglicherweise eigene Daten gespeichert. Wenden Sie sich vorher an deren Betreiber.',
    ],
    until: (time) =>
      `Bis zum ${time} können Sie es sich anders überlegen: Melden Sie sich einfach wieder an. Danach lässt sich nichts wiederherstellen.`,
    atOnce: 'Es wird sofort gelöscht, und nichts lässt sich wiederherstellen.',
    type: 'Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein',
    notYours: 'Das ist nicht die Adresse Ihres Kontos.',
    button: 'Konto schließen',
  },
  closed: {
    title: 'Ihr Konto ist geschlossen',
    until: (time) =>
      `Sie haben es sich anders überlegt? Melden Sie sich vor dem ${time} an, und Ihr Konto bleibt bestehen.`,
    atOnce: 'Es wurde gelöscht.',
  },

  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: (section) =>
      `Um mit „${section}“ fortzufahren, weisen Sie bitte noch einmal nach, dass Sie es sind.`,
    button: 'Weiter',
    signInAgain: 'Melden Sie sich noch einmal an, um fortzufahren.',
    signIn: 'Noch einmal anmelden',
  },
}

const codesOf = (count: number) => (count === 1 ? '1 Backup-Code' : `${count} Backup-Codes`)
