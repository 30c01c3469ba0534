import type { MailWords } from '../../mail/mails.ts'
import { frameIn } from '../frame.ts'
import { deNotices } from './notices.ts'
import { dePages } from './pages.ts'

const labels = { when: 'Zeitpunkt', ip: 'IP-Adresse', device: 'Gerät' }
const { factsOf, notice, minute, worksFor, until, span, hoursTo } = frameIn('de', labels, deNotices, dePages)

export const deMails: MailWords = {
  notice,
  colon: ':',
  on: { system: 'unter', handheld: 'auf einem' },

  footer: ({ product }) =>
    `Sie erhalten diese E-Mail, weil diese Adresse für ein Konto bei ${product} verwendet wurde.`,

  invitation: ({ product, link, hours, at }) => ({
    subject: `Ihre Einladung zu ${product}`,
    lead: [
      `Sie sind eingeladen, ein Konto bei ${product} anzulegen. Dafür müssen Sie nur noch ein Passwort wählen.`,
    ],
    button: { label: 'Einladung annehmen', url: link },
    rest: [
      worksFor(at, hours, 'hour'),
      'Sie haben keine Einladung erwartet? Dann ignorieren Sie diese E-Mail. Ohne Ihre Zustimmung wird kein Konto angelegt.',
    ],
  }),

  'reset-password': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Neues Passwort festlegen',
    lead: [`Wir haben eine Anfrage erhalten, das Passwort Ihres Kontos bei ${product} zurückzusetzen.`],
    button: { label: 'Neues Passwort festlegen', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Sobald Sie ein neues Passwort festlegen, werden Sie auf allen Geräten abgemeldet.`,
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
    ],
  }),

  'confirm-new-email': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    lead: [
      `Bitte bestätigen Sie, dass Sie diese E-Mail-Adresse für Ihr Konto bei ${product} verwenden möchten.`,
    ],
    button: { label: 'Diese Adresse verwenden', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Er funktioniert nur, solange Sie auf dem Gerät angemeldet sind, auf dem Sie die Änderung angefordert haben. Über Ihre bisherige Adresse können Sie die Änderung sieben Tage lang rückgängig machen.`,
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung ändert sich nichts.',
    ],
  }),

  'email-changed': ({ product, link, days, address, device, at }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    lead: [
      `Für Ihr Konto bei ${product} gilt jetzt eine andere, bestätigte E-Mail-Adresse. Wenn Sie das selbst geändert haben, müssen Sie nichts weiter tun.`,
    ],
    button: { label: 'Änderung rückgängig machen', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, days, 'day')} Er stellt diese Adresse wieder her, beendet alle Sitzungen, die seit der Änderung begonnen haben, und entfernt, was seitdem hinzugefügt wurde: Passwort, Zwei-Faktor-Authentifizierung und verknüpfte Anbieter.`,
      'Im selben Schritt können Sie ein neues Passwort festlegen. Andernfalls schicken wir Ihnen per E-Mail einen Link dafür.',
    ],
  }),

  'reset-two-factor': ({ product, link, minutes, hours, address, device, at }) => ({
    subject: 'Soll die Zwei-Faktor-Authentifizierung entfernt werden?',
    lead: [
      `Jemand, der sich mit Ihrem Passwort, über einen verknüpften Anbieter oder mit einem Code aus Ihrem E-Mail-Postfach angemeldet hat, möchte die Zwei-Faktor-Authentifizierung aus Ihrem Konto bei ${product} entfernen.`,
    ],
    button: { label: 'Zwei-Faktor-Authentifizierung entfernen', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Nach Ihrer Bestätigung dauert es noch ${span(hours, 'hour')}, bis die Zwei-Faktor-Authentifizierung entfernt wird, es sei denn, jemand meldet sich damit an oder bricht den Vorgang ab.`,
      'Das waren Sie nicht? Dann bestätigen Sie nichts. Ändern Sie Ihr Passwort, hier und bei allen verknüpften Anbietern.',
    ],
  }),

  'two-factor-removal': ({ product, link, removesAt, at }) => ({
    subject: `Zwei-Faktor-Authentifizierung wird in ${hoursTo(removesAt, at)} entfernt`,
    lead: [
      `Das Entfernen der Zwei-Faktor-Authentifizierung aus Ihrem Konto bei ${product} wurde per E-Mail bestätigt, und zwar von jemandem, der sich mit Ihrem Passwort, über einen verknüpften Anbieter oder mit einem Code aus Ihrem E-Mail-Postfach angemeldet hatte.`,
      'Das waren Sie nicht? Dann brechen Sie den Vorgang jetzt ab und ändern Sie Ihre Passwörter: für dieses Konto, für Ihr E-Mail-Postfach und bei allen verknüpften Anbietern.',
    ],
    button: { label: 'Zwei-Faktor-Authentifizierung behalten', url: link },
    facts: [...factsOf(at), ['Wird entfernt', minute(new Date(removesAt))]],
    rest: ['Auch eine Anmeldung mit einem Einmalcode oder Backup-Code bricht den Vorgang ab.'],
  }),

  'verify-email': ({ product, link, code, hours, codeMinutes, passwordPage, at }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    lead: [
      `Willkommen bei ${product}. Bitte bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto fertig einzurichten.`,
    ],
    button: { label: 'Adresse bestätigen', url: link },
    code: {
      label: `Oder geben Sie diesen Code ein, wenn Sie danach gefragt werden. Er gilt ${span(codeMinutes, 'minute')}:`,
      text: code,
    },
    rest: [
      worksFor(at, hours, 'hour'),
      'Sie haben sich nicht registriert? Dann ignorieren Sie diese E-Mail.',
      `Jemand anderes hat sich mit Ihrer Adresse registriert, und Sie möchten das Konto übernehmen? Legen Sie zuerst ein eigenes Passwort fest: ${passwordPage}`,
    ],
  }),

  'sign-in-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Ihr Code zum Anmelden bei ${product}`,
    lead: [`Wir haben eine Anfrage erhalten, sich mit Ihrem Konto bei ${product} anzumelden.`],
    code: {
      label: `Geben Sie diesen Code bis ${until(at, minutes, 'minute')} dort ein, wo Sie ihn angefordert haben:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'Geben Sie ihn an niemanden weiter und auf keiner anderen Seite ein: Er meldet an, wer ihn angefordert hat.',
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne den Code kann sich niemand anmelden.',
    ],
  }),

  'sign-up-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Ihr Code für ein neues Konto bei ${product}`,
    lead: [
      `Mit dieser Adresse gibt es bei ${product} noch kein Konto. Der Code legt eines an, ohne Passwort.`,
    ],
    code: {
      label: `Geben Sie diesen Code bis ${until(at, minutes, 'minute')} dort ein, wo Sie ihn angefordert haben:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail. Ohne den Code wird kein Konto angelegt.',
      'Sie haben ein Konto mit einer anderen Adresse? Dann melden Sie sich mit dieser an.',
    ],
    footer: `Sie erhalten diese E-Mail, weil jemand diese Adresse bei ${product} eingegeben hat.`,
  }),

  'no-account': ({ product, address, device, at }) => ({
    subject: `Mit dieser Adresse gibt es kein Konto bei ${product}`,
    lead: [
      `Jemand wollte sich mit dieser Adresse bei ${product} anmelden. Es gibt mit ihr aber kein Konto, und es kann auch keines angelegt werden.`,
    ],
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'Sie haben ein Konto mit einer anderen Adresse? Dann melden Sie sich mit dieser an.',
      'Sie haben das nicht angefordert? Dann ignorieren Sie diese E-Mail.',
    ],
    footer: `Sie erhalten diese E-Mail, weil jemand diese Adresse bei ${product} eingegeben hat.`,
  }),

  'operator-news': ({ product, what, email, scopes, at, ip, device }) => ({
    subject: {
      granted: `${email} hat jetzt Zugang zur Konsole von ${product}`,
      elsewhere: `${email} hat die Konsole von ${product} aus einem neuen Netz benutzt`,
      removed: `${email} hat keinen Zugang mehr zur Konsole von ${product}`,
    }[what],
    lead: [
      {
        granted: `${email} darf die Konsole ab jetzt mit den Rechten ${scopes.join(', ')} benutzen, und mit keinen anderen.`,
        elsewhere: `${email} hat sich an der Konsole aus einem Netz angemeldet, aus dem das Konto sie seit 30 Tagen nicht benutzt hat.`,
        removed: `${email} gehört nicht mehr zum Betrieb. Die Konsole ist für dieses Konto ab sofort geschlossen.`,
      }[what],
    ],
    facts: factsOf(at, { ip, device }),
    rest: [
      'Diese E-Mail geht an alle, die Zugang zur Konsole haben. Unerwartet? Auf dem Server entzieht „npx sallyport operators remove“ den Zugang.',
    ],
  }),

  'webhook-off': ({ product, host, because }) => ({
    subject: `${product} sendet keine Ereignisse mehr an ${host}`,
    lead: [
      because === 'gone'
        ? `Der Webhook bei ${host} hat geantwortet, dass es ihn nicht mehr gibt (410), und wurde deshalb abgeschaltet.`
        : because === 'failing'
          ? `Der Webhook bei ${host} hat seit fünf Tagen nichts angenommen und wurde deshalb abgeschaltet.`
          : `Das Geheimnis des Webhooks bei ${host} lässt sich nicht mehr lesen; deshalb wurde er abgeschaltet.`,
    ],
    rest: [
      'Beheben Sie dort den Fehler und schalten Sie ihn mit „npx sallyport webhooks enable“ wieder ein. Ereignisse der letzten 30 Tage werden dann noch gesendet.',
    ],
    footer: `Sie erhalten diese E-Mail, weil diese Adresse als OPERATORS_EMAIL von ${product} eingetragen ist.`,
  }),
}
