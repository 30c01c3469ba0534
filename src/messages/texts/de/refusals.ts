import type { RefusalWords } from '../refusals.ts'
import { waitText } from '../span.ts'

export const deRefusals: RefusalWords = {
  byCode: {
    bad_request: () =>
      'Das konnten wir nicht verarbeiten. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    invalid_credentials: () => 'E-Mail-Adresse oder Passwort ist falsch. Bitte überprüfen Sie Ihre Eingaben.',
    two_factor_required: () => 'Bitte geben Sie einen Code aus Ihrer Authenticator-App ein.',
    two_factor_enrolment_required: () => 'Bitte richten Sie zuerst einen zweiten Faktor ein.',
    registration_closed: () =>
      'Mit dieser Adresse kann hier kein Konto angelegt werden. Wenn Sie eingeladen wurden, verwenden Sie bitte den Link in der Einladung.',
    email_unverified: () =>
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse über den Link, den wir Ihnen geschickt haben.',
    invalid_challenge: () => 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
    wrong_code: ({ attemptsLeft, alreadyUsed }) => {
      if (alreadyUsed) return 'Dieser Code wurde bereits verwendet. Bitte warten Sie auf den nächsten.'
      if (attemptsLeft === undefined) return 'Der Code ist falsch. Bitte versuchen Sie es noch einmal.'
      if (attemptsLeft === 0)
        return 'Der Code ist falsch. Sie haben keine Versuche mehr. Bitte beginnen Sie später von vorn.'
      return `Der Code ist falsch. Sie haben noch ${attemptsLeft} ${attemptsLeft === 1 ? 'Versuch' : 'Versuche'}.`
    },
    invalid_code: () => 'Dieser Code ist ungültig oder abgelaufen. Bitte überprüfen Sie ihn.',
    already_configured: () => 'Die Zwei-Faktor-Authentifizierung ist bereits eingeschaltet.',
    not_started: () =>
      'Diese Einrichtung ist abgelaufen oder wurde abgebrochen. Bitte beginnen Sie von vorn.',
    not_configured: () =>
      'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet. Bitte schalten Sie sie zuerst ein.',
    factor_required: () => 'Dafür wird ein zweiter Faktor gebraucht.',
    reauthentication_required: () =>
      'Bitte bestätigen Sie, dass Sie es sind, und versuchen Sie es dann noch einmal.',
    identity_taken: () =>
      'Diese Anmeldung ist mit einem anderen Konto verknüpft. Bitte verwenden Sie eine andere.',
    already_linked: () =>
      'Dieser Anbieter ist bereits verknüpft. Heben Sie die Verknüpfung zuerst auf, um eine andere Anmeldung zu verknüpfen.',
    mail_over: () => 'Diese E-Mail wurde nicht aufgegeben oder nützt nichts mehr.',
    last_way_in: () =>
      'Das ist Ihre einzige Möglichkeit, sich anzumelden. Bitte richten Sie zuerst eine andere ein.',
    too_many_authenticators: () =>
      'Sie können höchstens fünf Authenticator-Apps haben. Bitte entfernen Sie zuerst eine.',
    last_authenticator: () =>
      'Das ist Ihre einzige Authenticator-App. Um sie zu entfernen, schalten Sie die Zwei-Faktor-Authentifizierung aus.',
    second_factor_needed: () =>
      'Hier braucht jedes Konto einen zweiten Faktor. Bevor Sie Ihren letzten entfernen, richten Sie einen anderen ein.',
    passkey_refused: () =>
      'Dieser Passkey konnte nicht hinzugefügt werden. Bitte versuchen Sie es noch einmal.',
    passkey_known: () => 'Dieser Passkey wurde bereits hinzugefügt.',
    too_many_passkeys: () => 'Sie haben bereits 20 Passkeys. Entfernen Sie zuerst einen.',
    already_verified: () => 'Ihre E-Mail-Adresse ist bereits bestätigt. Sie müssen nichts weiter tun.',
    external_id_taken: () => 'Ein anderes Konto hat diese externe Kennung.',
    cross_site: () => 'Dieses Formular kam nicht von unserer Seite. Bitte öffnen Sie die Seite erneut.',
    outdated_form: () =>
      'In diesem Browser hat sich inzwischen jemand mit einem anderen Konto angemeldet oder einen anderen Link geöffnet, und diese Seite gehört jetzt dazu. Es wurde nichts geändert. Um wie vorher weiterzumachen, melden Sie sich wieder an oder öffnen Sie den Link erneut.',
    unauthorized: () => 'Bitte melden Sie sich an.',
    insufficient_scope: () => 'Diese Anfrage ist hier nicht erlaubt.',
    cursor_expired: () => 'Diese Liste ist inzwischen weiter. Bitte beginnen Sie von vorn.',
    not_found: () => 'Hier gibt es nichts. Bitte überprüfen Sie die Adresse.',
    method_not_allowed: () =>
      'Das ist hier nicht möglich. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    request_timeout: () => 'Die Übertragung hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    payload_too_large: () => 'Das war zu lang. Bitte kürzen Sie Ihre Eingabe.',
    uri_too_long: () => 'Die Adresse dieser Seite ist zu lang. Bitte beginnen Sie von vorn.',
    unsupported_media_type: () =>
      'Wir konnten dieses Formular nicht lesen. Bitte öffnen Sie die Seite erneut.',
    too_many_attempts: ({ retrySeconds }) =>
      retrySeconds
        ? `Zu viele Versuche. Bitte warten Sie ${waitText(retrySeconds, 'de')} und versuchen Sie es dann noch einmal.`
        : 'Zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
    headers_too_large: () =>
      'Ihr Browser hat zu viele Daten gesendet. Bitte löschen Sie die Cookies dieser Website und versuchen Sie es noch einmal.',
    internal_error: () => 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal.',
    unavailable: () =>
      'Der Dienst ist vorübergehend nicht verfügbar. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  byRule: {
    required: () => 'Bitte füllen Sie dieses Feld aus.',
    string: () => 'Bitte geben Sie einen Text ein.',
    object: () => 'Wir konnten dieses Formular nicht lesen. Bitte öffnen Sie die Seite erneut.',
    regex: () => 'Das ist ungültig. Bitte überprüfen Sie Ihre Eingabe.',
    uuid: () => 'Bitte wählen Sie einen der angezeigten Einträge aus.',
    enum: () => 'Bitte wählen Sie eine der Möglichkeiten aus.',
    literal: () => 'Bitte wählen Sie eine der Möglichkeiten aus.',
    boolean: () => 'Bitte wählen Sie eine der Möglichkeiten aus.',
    credential: () => 'Dieser Passkey konnte nicht gelesen werden. Bitte versuchen Sie es noch einmal.',
    minLength: ({ min }) => `Bitte verwenden Sie mindestens ${min} Zeichen.`,
    maxLength: ({ max }) => `Bitte verwenden Sie höchstens ${max} Zeichen.`,
    email: () => 'Bitte geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
    array: () => 'Das muss eine Liste sein.',
    wellFormed: () => 'Das enthält Zeichen, die nicht möglich sind. Bitte lassen Sie sie weg.',
    common: () =>
      'Das ist eines der häufigsten Passwörter. Bitte wählen Sie eines, das schwerer zu erraten ist.',
    notSameAs: ({ otherField }) =>
      otherField === 'email'
        ? 'Ihr Passwort darf nicht Ihre E-Mail-Adresse sein. Bitte wählen Sie ein anderes.'
        : 'Das ist bereits Ihre E-Mail-Adresse. Bitte geben Sie eine andere ein.',
    contextWord: () =>
      'Das ähnelt zu sehr Ihrer E-Mail-Adresse oder dem Namen dieses Dienstes. Bitte wählen Sie ein Passwort, das schwerer zu erraten ist.',
    confirmed: () => 'Die beiden Passwörter stimmen nicht überein. Bitte geben Sie zweimal dasselbe ein.',
    future: () => 'Geben Sie einen Zeitpunkt in der Zukunft an, zum Beispiel 2030-01-31.',
    eventType: () => 'Ein Ereignis dieses Namens gibt es nicht.',
    externalId: () => 'Bitte verwenden Sie 1 bis 128 Buchstaben, Ziffern oder Zeichen.',
    'database.unique': () =>
      'Für diese E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich an oder verwenden Sie eine andere Adresse.',
  },
}
