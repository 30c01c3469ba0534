import type { Common } from '../../mail/mails.ts'
import { dayOf, minuteOf } from '../../mail/minute.ts'
import { fewCodes, type NoticeWords, skippedStep } from '../../mail/notices.ts'

const secure = ({ passwordPage }: Common) =>
  `Das waren Sie nicht? Legen Sie jetzt ein neues Passwort fest. Damit werden alle Geräte abgemeldet: ${passwordPage}`
const newPassword = ({ passwordPage }: Common) =>
  `Das waren Sie nicht? Legen Sie jetzt ein neues Passwort fest: ${passwordPage}`

export const deNotices: NoticeWords = {
  'new-sign-in': (about) => [
    'Neue Anmeldung in Ihrem Konto',
    `Jemand hat sich von einem Ort aus, den wir bisher nicht kannten, in Ihrem Konto angemeldet.${skippedStep(about) ? ' Der zweite Faktor wurde nicht verlangt, weil dabei ein Gerät verwendet wurde, dem Sie vertrauen.' : ''} Wenn Sie das waren, müssen Sie nichts weiter tun.`,
    secure(about),
  ],
  'two-factor-on': (about) => [
    'Zwei-Faktor-Authentifizierung eingeschaltet',
    'Ab sofort benötigen Sie einen Einmalcode, um sich anzumelden.',
    secure(about),
  ],
  'two-factor-off': (about) => [
    'Zwei-Faktor-Authentifizierung ausgeschaltet',
    `${about.by === 'reset' ? 'Die angekündigte Wartezeit ist vorbei: Die Zwei-Faktor-Authentifizierung wurde entfernt, und Sie wurden auf allen Geräten abgemeldet. ' : ''}${about.isRequired ? 'Bei der nächsten Anmeldung werden Sie gebeten, sie neu einzurichten.' : 'Zum Anmelden genügt jetzt Ihr Passwort oder ein verknüpfter Anbieter.'}`,
    secure(about),
  ],
  'two-factor-kept': ({ passwordPage }) => [
    'Zwei-Faktor-Authentifizierung bleibt eingeschaltet',
    'Die Zwei-Faktor-Authentifizierung wird nicht aus Ihrem Konto entfernt: Der Vorgang wurde über den Link in unserer E-Mail oder durch eine Anmeldung mit einem Code abgebrochen.',
    `Sie wollten sie gar nicht entfernen? Dann kennt möglicherweise jemand anderes Ihr Passwort. Legen Sie jetzt ein neues fest: ${passwordPage}`,
  ],
  'authenticator-added': ({ passwordPage }) => [
    'Authenticator-App hinzugefügt',
    'Eine weitere Authenticator-App kann jetzt Einmalcodes für Ihr Konto erzeugen.',
    `Das waren Sie nicht? Entfernen Sie die App in Ihren Sicherheitseinstellungen und legen Sie ein neues Passwort fest: ${passwordPage}`,
  ],
  'authenticator-removed': (about) => [
    'Authenticator-App entfernt',
    'Eine Ihrer Authenticator-Apps funktioniert nicht mehr für Ihr Konto. Die übrigen funktionieren weiterhin.',
    newPassword(about),
  ],
  'authenticator-replaced': (about) => [
    'Authenticator-App ersetzt',
    'Eine neue Authenticator-App hat eine bisherige ersetzt, die nicht mehr für Ihr Konto funktioniert.',
    newPassword(about),
  ],
  'passkey-added': (about) => [
    'Passkey hinzugefügt',
    'Ihrem Konto wurde ein Passkey hinzugefügt, der ab jetzt beim Anmelden verwendet werden kann.',
    `Das waren Sie nicht? Entfernen Sie ihn in Ihren Sicherheitseinstellungen und legen Sie ein neues Passwort fest: ${about.passwordPage}`,
  ],
  'passkey-removed': ({ by, ...about }) => [
    'Passkey entfernt',
    by === 'reset'
      ? 'Er wurde zusammen mit der Zwei-Faktor-Authentifizierung entfernt. In Ihren Sicherheitseinstellungen können Sie ihn wieder hinzufügen.'
      : 'Er funktioniert nicht mehr für Ihr Konto.',
    secure(about),
  ],
  'passkey-cloned': (about) => [
    'Passkey abgelehnt',
    'Jemand wollte einen Passkey Ihres Kontos verwenden, der vermutlich kopiert wurde. Niemand wurde damit angemeldet. Entfernen Sie ihn in Ihren Sicherheitseinstellungen.',
    secure(about),
  ],
  'device-trusted': ({ expiresAt, passwordPage }) => [
    'Einem Gerät wird jetzt vertraut',
    `Bei der Anmeldung auf diesem Gerät wird Ihr zweiter Faktor${expiresAt ? ` bis ${dayOf(new Date(expiresAt), 'de')}` : ''} nicht mehr verlangt.`,
    `Das waren Sie nicht? Dann kennt jemand anderes Ihr Passwort und hat einen Ihrer Codes verwendet. Legen Sie jetzt ein neues Passwort fest, damit endet das Vertrauen: ${passwordPage}`,
  ],
  'device-token-stolen': ({ passwordPage }) => [
    'Einem Gerät wird nicht mehr vertraut',
    'Jemand hat sich mit Ihrem Passwort und einem veralteten Schlüssel eines Geräts angemeldet, dem Sie vertrauen, als wäre er kopiert worden. Dabei wurde Ihr zweiter Faktor verlangt, und so wird es auch bei der nächsten Anmeldung auf diesem Gerät sein.',
    `Falls jemand anderes Ihr Passwort kennen könnte, legen Sie ein neues fest: ${passwordPage}`,
  ],
  'codes-renewed': (about) => [
    'Neue Backup-Codes erstellt',
    'Ihre bisherigen Backup-Codes funktionieren nicht mehr.',
    secure(about),
  ],
  'code-used': ({ left = 0, ...about }) => [
    left <= fewCodes ? `Nur noch ${countOf(left)} übrig` : 'Ein Backup-Code wurde verwendet',
    `Jemand hat sich mit einem Ihrer Backup-Codes angemeldet oder damit eine Änderung bestätigt. Sie haben noch ${countOf(left)}.${left <= fewCodes ? ' Erstellen Sie neue Codes, bevor sie Ihnen ausgehen.' : ''}`,
    secure(about),
  ],
  'password-changed': (about) => [
    'Ihr Passwort wurde geändert',
    'Alle anderen Geräte wurden abgemeldet.',
    newPassword(about),
  ],
  'provider-linked': ({ provider, ...about }) => [
    `${provider} wurde mit Ihrem Konto verknüpft`,
    `Sie können sich jetzt mit ${provider} anmelden.`,
    secure(about),
  ],
  'provider-unlinked': ({ provider, ...about }) => [
    `${provider} ist nicht mehr mit Ihrem Konto verknüpft`,
    `Sie können sich nicht mehr mit ${provider} anmelden.`,
    secure(about),
  ],
  'token-stolen': ({ passwordPage }) => [
    'Wir haben eine Ihrer Sitzungen beendet',
    'Ein Schlüssel, mit dem Sie angemeldet bleiben, wurde zweimal verwendet, als hätte ihn jemand kopiert. Zur Sicherheit haben wir diese Sitzung beendet. Bitte melden Sie sich erneut an.',
    `Falls jemand anderes Ihr Passwort kennen könnte, legen Sie ein neues fest: ${passwordPage}`,
  ],
  'code-stolen': ({ passwordPage }) => [
    'Wir haben eine Ihrer Anmeldungen beendet',
    'Ein einmaliger Anmeldecode wurde zweimal verwendet, als hätte ihn jemand kopiert. Die damit begonnene Sitzung haben wir beendet. Bitte melden Sie sich erneut an.',
    `Falls jemand anderes Ihr Passwort kennen könnte, legen Sie ein neues fest: ${passwordPage}`,
  ],
  'account-claimed': ({ removed, passwordPage }) => [
    'Bisherige Wege zur Anmeldung wurden entfernt',
    `Mit dieser Anmeldung haben Sie gezeigt, dass die Adresse dieses Kontos Ihnen gehört. Bisher hatte das niemand gezeigt, oder nur mit einem Klick in einer E-Mail. Was bis jetzt zur Anmeldung diente, kann daher jemand anderes eingerichtet haben, und wurde entfernt: Passwort, Passkeys und verknüpfte Anbieter. Alle anderen Geräte wurden abgemeldet.${removed?.secondFactor ? ' Auch die Zwei-Faktor-Authentifizierung wurde deaktiviert.' : ''}`,
    `Sie möchten wieder ein Passwort? Legen Sie ein neues fest: ${passwordPage}`,
    'Das waren Sie nicht? Sichern Sie zuerst Ihr Postfach und legen Sie dann hier ein neues Passwort fest. Damit werden alle Geräte abgemeldet.',
  ],
  'account-locked': ({ shut, passwordPage }) => [
    'Jemand versucht, in Ihr Konto zu gelangen',
    ...(shut
      ? ([
          `Nach hundert falschen Passwörtern in Folge nehmen wir ${fromShut(shut)} keine Passwörter mehr an. Bereits angemeldete Geräte bleiben angemeldet.`,
          `Um sich dort wieder mit einem Passwort anmelden zu können, legen Sie ein neues fest: ${passwordPage}`,
        ] as const)
      : ([
          'Nach vielen falschen Passwörtern sind weitere Versuche vorübergehend gesperrt. Bereits angemeldete Geräte bleiben angemeldet.',
          'Wenn Ihr Passwort stark ist, müssen Sie nichts tun. Die Zwei-Faktor-Authentifizierung schützt Sie selbst dann, wenn es jemand errät.',
        ] as const)),
  ],
  'two-factor-locked': ({ shut, ...about }) => [
    'Zu viele falsche Einmalcodes',
    `Jemand hat Ihr Passwort eingegeben oder sich über einen verknüpften Anbieter angemeldet und danach ${
      shut
        ? `hundert falsche Einmalcodes in Folge eingegeben. Wir nehmen ${fromShut(shut)} keine Codes mehr an.`
        : 'viele falsche Einmalcodes eingegeben. Weitere Versuche sind vorübergehend gesperrt.'
    }`,
    newPassword(about),
    'Wenn Sie sich über einen Anbieter anmelden, ändern Sie auch dort Ihr Passwort.',
  ],
  'account-closed': ({ deletesAt, by, passwordPage }) => [
    'Ihr Konto wird gelöscht',
    `${by === 'operator' ? 'Wir haben Ihr Konto geschlossen und alle Sitzungen beendet.' : 'Ihr Konto wurde geschlossen, und alle Sitzungen wurden beendet.'}${deletesAt ? ` Es wird am ${dayOf(new Date(deletesAt), 'de')} gelöscht.` : ''} ${by === 'operator' ? 'Um es zu behalten, melden Sie sich vorher an.' : 'Sie haben es sich anders überlegt? Melden Sie sich vorher an, um Ihr Konto zu behalten.'}`,
    by === 'operator'
      ? 'Wenn das nicht geht oder Sie das für einen Irrtum halten, wenden Sie sich bitte an uns.'
      : `Das waren Sie nicht? Legen Sie ein neues Passwort fest, bevor Sie sich anmelden: ${passwordPage}`,
  ],
  'account-disabled': ({ until }) => [
    'Ihr Konto wurde gesperrt',
    `Wir haben Ihr Konto gesperrt und alle Sitzungen beendet.${until ? ` Es wird am ${minuteOf(new Date(until), 'de')} wieder entsperrt.` : ''}`,
    'Wenn Sie das für einen Irrtum halten, wenden Sie sich bitte an uns.',
  ],
  'account-enabled': () => ['Ihr Konto wurde entsperrt', 'Sie können sich wieder in Ihrem Konto anmelden.'],
  'address-set': ({ product }) => [
    'Das ist jetzt die E-Mail-Adresse Ihres Kontos',
    `Die Betreiber von ${product} haben diese Adresse für Ihr Konto eingetragen, nachdem ihnen jemand gezeigt hat, dass sie ihm gehört. Melden Sie sich von jetzt an mit ihr an.`,
    'Sie haben dort kein Konto? Dann ignorieren Sie diese E-Mail.',
  ],
}

const countOf = (codes: number) => (codes === 1 ? '1 Backup-Code' : `${codes} Backup-Codes`)

const fromShut = (shut: string) =>
  shut === 'known_place'
    ? 'von diesem Ort aus'
    : 'von Orten aus, an denen Sie sich zuletzt nicht angemeldet haben,'
