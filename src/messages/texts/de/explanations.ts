import type { ExplanationWords } from '../explanations.ts'

export const deExplanations: ExplanationWords = {
  byRule: {
    'request.malformed': () =>
      'Die Anfrage war nicht lesbar: Das Programm, das sie geschickt hat, hat einen Fehler.',
    'redirect.unknown': () =>
      'Die Anwendung wollte zu einer Adresse zurück, die nicht in OAUTH_REDIRECT_URIS steht.',
    'cookie.not_kept': () =>
      'Der Browser hat das Cookie der Seite nicht behalten: Er blockiert Cookies, oder die Seite wurde unter einer anderen Adresse als PUBLIC_URL geöffnet.',
    'browser_sign_in.lost': () =>
      'Die Anmeldung bei einem Anbieter war zu alt, wurde schon verwendet oder in einem anderen Browser begonnen. Neu zu beginnen hilft.',
    'password.wrong': ({ left, isKnownPlace }) =>
      `Das Passwort war falsch, ${isKnownPlace ? 'von einem Ort, von dem sich die Person kürzlich angemeldet hat' : 'von einem unbekannten Ort'}.${left === undefined ? '' : ` Versuche bis zu einer Wartezeit: ${left}.`}`,
    'password.none': () =>
      'Das Konto hat kein Passwort. Die Person meldet sich anders an oder setzt eines per E-Mail.',
    'account.unknown': () => 'Kein Konto hat die eingegebene Adresse.',
    'account.blocked': () =>
      'Das Konto ist gesperrt, welches Passwort auch immer eingegeben wird. Die Sperre aufzuheben hilft.',
    'passkey.wrong': () =>
      'Der Passkey gehört nicht zu diesem Konto, seine Antwort kam zu spät, oder er hat die Person nicht überprüft.',
    'passkey.replayed': () =>
      'Die Antwort des Passkeys war schon verwendet worden, oder es gibt eine Kopie des Passkeys.',
    'link.dead': () =>
      'Der Link oder Code aus der E-Mail wurde schon verwendet, ist abgelaufen oder wurde durch einen neueren ersetzt. Eine neue E-Mail hilft.',
    'link.elsewhere': () =>
      'Die Seite hinter einem Link aus einer E-Mail wurde dort geöffnet, wo der Link nicht bekannt ist. Ihn aus der E-Mail zu öffnen hilft.',
    'oauth_code.dead': () =>
      'Der Einmalcode der Anwendung wurde schon verwendet, ist abgelaufen oder kam mit einem anderen Verifier.',
    'oauth_code.replayed': () =>
      'Ein Einmalcode wurde noch einmal geschickt, nachdem er eine Sitzung geöffnet hatte. Diese wurde beendet, falls der Code gestohlen wurde.',
    'refresh_token.dead': () =>
      'Die Sitzung dieses Refresh-Tokens ist beendet oder abgelaufen. Eine neue Anmeldung hilft.',
    'refresh_token.reused': () =>
      'Ein Refresh-Token, das schon ersetzt war, wurde noch einmal geschickt. Seine Sitzung wurde beendet, falls es gestohlen wurde.',
    'sign_in.overtaken': () =>
      'Während der Anmeldung wurden alle Sitzungen beendet, oder das Konto wurde gesperrt oder gelöscht. Eine neue Anmeldung hilft.',
    'second_factor.required': ({ methods }) =>
      `Der erste Faktor war richtig. Danach wurde ein zweiter verlangt: ${methods}.`,
    'second_factor.missing': ({ methods }) =>
      `Der erste Faktor war richtig. TWO_FACTOR verlangt einen zweiten, der erst einzurichten ist: ${methods}.`,
    'address.unconfirmed': () =>
      'Die Adresse ist nicht bestätigt, und EMAIL_VERIFICATION verlangt das. Der Link aus der E-Mail hilft, oder ein Betreiber, der die Adresse bestätigt.',
    'registration.closed': () =>
      'Niemand kann sich registrieren: REGISTRATION steht auf closed. Eine Einladung hilft.',
    'registration.invited': () =>
      'Nur Eingeladene können sich registrieren: REGISTRATION steht auf invited. Eine Einladung hilft.',
    'registration.domain': () => 'Die Domain der Adresse steht nicht in REGISTRATION_DOMAINS.',
    'challenge.dead': () =>
      'Die Anmeldung war abgelaufen, hatte keine Versuche mehr oder war schon abgeschlossen. Eine neue Anmeldung hilft.',
    'challenge.overtaken': () =>
      'Während der Anmeldung wurden alle Sitzungen beendet, oder eine andere Antwort war schneller. Eine neue Anmeldung hilft.',
    'second_factor.wrong': ({ left }) =>
      `Der Code des zweiten Faktors war falsch.${left === undefined ? '' : ` Versuche übrig: ${left}.`}`,
    'second_factor.used': () =>
      'Der Code war richtig und wurde schon verwendet. Der nächste Code der App hilft.',
    'setup.wrong_code': () =>
      'Der Code gehört nicht zur App, die eingerichtet wird, oder die Uhr des Geräts geht falsch.',
    'code.malformed': () => 'Die Eingabe ist kein Code aus sechs Ziffern.',
    'provider_link.dead': () =>
      'Der Code, der einen Anbieter verknüpft, wurde schon verwendet, ist abgelaufen oder gehört zu einer anderen Sitzung.',
    'second_factor.on': () => 'Die Zwei-Faktor-Authentifizierung ist bereits eingeschaltet.',
    'setup.expired': () =>
      'Es war keine Einrichtung mehr im Gange: Sie war abgelaufen, oder Sitzungen wurden beendet.',
    'second_factor.off': () => 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
    'proof.too_old': ({ methods }) =>
      `Der letzte Nachweis der Identität ist dafür zu alt. Ein neuer hilft${methods === '' ? '' : `: ${methods}`}.`,
    'second_factor.not_sent': ({ methods }) =>
      `Das verlangt einen zweiten Faktor in derselben Anfrage: ${methods}.`,
    'identity.of_another': () =>
      'Diese Identität ist mit einem anderen Konto verknüpft. Sie dort zu trennen hilft.',
    'identity.linked': () => 'Eine andere Identität dieses Anbieters ist verknüpft. Sie zu trennen hilft.',
    'way_in.last': () =>
      'Es ist die einzige Möglichkeit, sich bei dem Konto anzumelden. Eine weitere einzurichten hilft.',
    'authenticators.most': () =>
      'Das Konto hat so viele Authenticator-Apps, wie es haben kann. Eine zu entfernen hilft.',
    'authenticator.last': () =>
      'Es ist der letzte zweite Faktor, der mit dem Ausschalten der Zwei-Faktor-Authentifizierung geht.',
    'second_factor.policy': () =>
      'TWO_FACTOR verlangt von jedem Konto einen zweiten Faktor. Einen anderen einzurichten hilft.',
    'passkey.unusable': () =>
      'Was der Browser geschickt hat, ist kein Passkey, der hier verwendet werden kann, oder wurde für eine andere Seite erstellt.',
    'passkey.second_factor_only': () =>
      'Mit diesem Passkey kann man sich nicht anmelden, und er wäre zu nichts mehr gut.',
    'passkey.known': () => 'Dieser Passkey wurde schon hinzugefügt.',
    'passkeys.most': () => 'Das Konto hat so viele Passkeys, wie es haben kann. Einen zu entfernen hilft.',
    'address.confirmed': () => 'Die Adresse ist bereits bestätigt.',
    'external_id.of_another': () => 'Ein anderes Konto hat diese externe ID.',
    'form.cross_site': () =>
      'Das Formular wurde von der Seite einer anderen Website oder von einem Programm geschickt.',
    'form.outdated': () =>
      'Das Formular wurde für ein anderes Konto, eine andere Anmeldung oder einen anderen Link geöffnet, als der Browser jetzt hat. Die Seite neu zu öffnen hilft.',
    'link.forgotten': () =>
      'Das Formular eines Links aus einer E-Mail wurde vor zu langer Zeit oder für einen anderen Link geöffnet. Den Link neu zu öffnen hilft.',
    'token.dead': () =>
      'Es gab kein gültiges Access-Token: Es war abgelaufen, seine Sitzung ist beendet, oder es war nie eines.',
    'service_key.dead': () =>
      'Es gab keinen gültigen Dienstschlüssel: Er ist abgelaufen, wurde widerrufen oder kam von einer Adresse, die nicht seine ist.',
    'console.not_granted': () =>
      'Die Konsole ist für Personen mit Zugang und zweitem Faktor, und für ihre Rechte: „sallyport operators add“ ändert das.',
    'service_key.scope': ({ scope }) => `Dem Dienstschlüssel fehlt der Scope ${scope}.`,
    'mail.over': () =>
      'Die E-Mail wurde nicht aufgegeben, oder ihr Link gilt nicht mehr. Was sie ausgelöst hat, lässt sich noch einmal anfordern.',
    'cursor.expired': () => 'Was nach diesem Cursor kam, wird nicht mehr aufbewahrt.',
    'path.unknown': () => 'Unter dieser Adresse gibt es nichts, oder nichts, was ihnen gehört.',
    'method.unknown': () => 'Diese Adresse unterstützt die Methode nicht.',
    'request.slow': () => 'Die Anfrage kam nicht rechtzeitig an.',
    'request.large': () => 'Der Inhalt der Anfrage war zu groß.',
    'request.long_address': () => 'Die Adresse der Anfrage war zu lang.',
    'request.media_type': () => 'Der Inhalt der Anfrage war von einem anderen Typ, als hier angenommen wird.',
    'request.headers': () => 'Die Header der Anfrage waren zu groß.',
    'service.fault': () =>
      'Der Dienst hat einen Fehler. Er steht im Protokoll, unter derselben Nummer der Anfrage.',
    'service.busy': () =>
      'Der Dienst war ausgelastet, oder die Datenbank war weg. Protokoll und Metriken sagen, was es war; ein neuer Versuch hilft.',
    'provider.denied': () => 'Die Person hat beim Anbieter abgebrochen, oder der Anbieter hat abgelehnt.',
    'provider.untrusted': () =>
      'Der Antwort des Anbieters war nicht zu trauen. Das Protokoll sagt zur selben Zeit, warum.',
    'provider.away': () => 'Der Anbieter war nicht erreichbar. Ein neuer Versuch hilft.',
    'provider.address_unproven': () =>
      'Die Adresse hat ein Konto, und der Anbieter hat sie nicht überprüft. Sich bei dem Konto anzumelden und den Anbieter dort zu verknüpfen hilft.',
    'provider.account_blocked': () =>
      'Das Konto mit dieser Adresse ist gesperrt, und nichts wird mit ihm verknüpft. Die Sperre aufzuheben hilft.',
    'provider.other_identity': () =>
      'Das Konto mit dieser Adresse hat eine andere Identität des Anbieters. Sie zu trennen hilft.',
    'provider.no_address': () => 'Der Anbieter hat keine Adresse mitgeteilt, die verwendet werden kann.',
    'field.wrong': ({ field, fault }) =>
      `Ein Feld wurde abgelehnt (${field === '' ? 'body' : field}): ${fault}`,
    'limit.password': ({ tries, isKnownPlace }) =>
      `Falsche Passwörter ${isKnownPlace ? 'von einem Ort, von dem sich die Person kürzlich angemeldet hat' : 'von unbekannten Orten'}: ${tries}. Bis zum Ende der Wartezeit wird keines geprüft.`,
    'limit.second_factor': ({ tries }) =>
      `Falsche Codes des zweiten Faktors: ${tries}. Bis zum Ende der Wartezeit wird keiner geprüft.`,
    'limit.enrolment': ({ tries }) => `Falsche Codes beim Einrichten einer App: ${tries}.`,
    'limit.mailed_code': ({ tries }) => `Falsche Codes aus E-Mails für die Adresse: ${tries}.`,
    'limit.exports': ({ free, span }) => `Mehr als ${free} Exporte innerhalb von ${span}.`,
    'limit.resets': ({ free, span }) =>
      `Mehr als ${free} Anforderungen eines neuen Passworts von einer Client-Adresse innerhalb von ${span}.`,
    'limit.sign_in_codes': ({ free, span }) =>
      `Mehr als ${free} Anforderungen eines Codes per E-Mail von einer Client-Adresse innerhalb von ${span}.`,
    'limit.failures': ({ free, span }) =>
      `Mehr als ${free} Fehlversuche von einer Client-Adresse innerhalb von ${span}: FAILURES_PER_ADDRESS. Vielleicht teilen sie sich viele.`,
    'limit.sign_ins': ({ free, span }) =>
      `Mehr als ${free} Anmeldungen innerhalb von ${span}, bei dem Konto oder von einer Client-Adresse.`,
    'limit.registrations': ({ free, span }) =>
      `Mehr als ${free} Registrierungen von einer Client-Adresse innerhalb von ${span}: REGISTRATIONS_PER_HOUR.`,
    'limit.service_key_failures': ({ free, span }) =>
      `Mehr als ${free} falsche Dienstschlüssel von einer Client-Adresse innerhalb von ${span}.`,
    'limit.acts': ({ free, span }) =>
      `Mehr als ${free} Änderungen durch einen Dienstschlüssel innerhalb von ${span}.`,
    'limit.factor_removals': ({ free, span }) =>
      `Mehr als ${free} zweite Faktoren durch einen Dienstschlüssel innerhalb von ${span} entfernt.`,
    'limit.provider_sign_ins': ({ free, span }) =>
      `Mehr als ${free} Anmeldungen bei einem Anbieter von einer Client-Adresse innerhalb von ${span}.`,
    'limit.streams': () => 'Mit einem Dienstschlüssel sind zu viele Ereignisströme offen.',
    'limit.mails': ({ free, span }) => `Mehr als ${free} E-Mails dieser Art innerhalb von ${span}.`,
    'limit.changes': ({ free, span }) => `Mehr als ${free} Änderungen dieser Art innerhalb von ${span}.`,
  },
  next: (time) => `Der nächste Versuch ist möglich am ${time}.`,
  shut: (cap) =>
    `Nach ${cap} in Folge hilft kein Warten: nur ein neues Passwort per E-Mail oder ein Betreiber, der die Wartezeiten beendet.`,
  elsewhere: (network, time) =>
    `Von ${network}, wo sich diese Person am ${time} angemeldet hat, wäre geprüft worden.`,
}
