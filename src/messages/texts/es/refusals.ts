import type { RefusalWords } from '../refusals.ts'
import { waitText } from '../span.ts'

export const esRefusals: RefusalWords = {
  byCode: {
    bad_request: () => 'No hemos podido procesar la solicitud. Vuelva atrás e inténtelo de nuevo.',
    invalid_credentials: () => 'La dirección de correo o la contraseña no son correctas. Compruebe ambas.',
    two_factor_required: () => 'Introduzca un código de su aplicación de autenticación.',
    two_factor_enrolment_required: () => 'Configure primero un segundo factor.',
    registration_closed: () =>
      'Con esta dirección no se puede crear una cuenta aquí. Si le han invitado, utilice el enlace de la invitación.',
    email_unverified: () => 'Confirme primero su dirección de correo con el enlace que le hemos enviado.',
    invalid_challenge: () => 'Este inicio de sesión ha caducado. Vuelva a empezar.',
    wrong_code: ({ attemptsLeft, alreadyUsed }) => {
      if (alreadyUsed) return 'Este código ya se ha utilizado. Espere al siguiente.'
      if (attemptsLeft === undefined) return 'El código no es correcto. Inténtelo de nuevo.'
      if (attemptsLeft === 0)
        return 'El código no es correcto. No le quedan intentos. Vuelva a empezar más tarde.'
      return attemptsLeft === 1
        ? 'El código no es correcto. Le queda 1 intento.'
        : `El código no es correcto. Le quedan ${attemptsLeft} intentos.`
    },
    invalid_code: () => 'Este código no es válido o ha caducado. Compruébelo.',
    already_configured: () => 'La autenticación de dos factores ya está activada.',
    not_started: () => 'Esta configuración ha caducado o se ha cancelado. Vuelva a empezar.',
    not_configured: () => 'La autenticación de dos factores está desactivada. Actívela primero.',
    factor_required: () => 'Para esto se necesita un segundo factor.',
    reauthentication_required: () => 'Confirme que es usted e inténtelo de nuevo.',
    identity_taken: () => 'Este acceso está vinculado a otra cuenta. Utilice uno diferente.',
    already_linked: () =>
      'Este proveedor ya está vinculado a su cuenta. Para vincular otro acceso, desvincúlelo primero.',
    mail_over: () => 'Este correo no se dio por perdido, o ya no sirve.',
    last_way_in: () => 'Es su única forma de iniciar sesión. Configure otra primero.',
    too_many_authenticators: () =>
      'Puede tener cinco aplicaciones de autenticación como máximo. Elimine una primero.',
    last_authenticator: () =>
      'Es su única aplicación de autenticación. Para eliminarla, desactive la autenticación de dos factores.',
    second_factor_needed: () =>
      'Aquí cada cuenta necesita un segundo factor. Antes de eliminar el último, configure otro.',
    passkey_refused: () => 'No se ha podido añadir esta llave de acceso. Inténtelo de nuevo.',
    passkey_known: () => 'Esta llave de acceso ya está añadida.',
    too_many_passkeys: () => 'Ya tiene 20 llaves de acceso. Elimine una primero.',
    already_verified: () => 'Su dirección de correo ya está confirmada. No tiene que hacer nada.',
    external_id_taken: () => 'Otra cuenta tiene este identificador externo.',
    cross_site: () => 'Este formulario no procede de nuestra página. Vuelva a abrir la página.',
    outdated_form: () =>
      'Entretanto se ha iniciado sesión con otra cuenta o se ha abierto otro enlace en este navegador, y esta página le corresponde ahora. No se ha cambiado nada. Para seguir con lo anterior, vuelva a iniciar sesión o a abrir el enlace.',
    unauthorized: () => 'Inicie sesión.',
    insufficient_scope: () => 'Esta solicitud no está permitida aquí.',
    cursor_expired: () => 'Esta lista ha cambiado entretanto. Empiece de nuevo.',
    not_found: () => 'Aquí no hay nada. Compruebe la dirección.',
    method_not_allowed: () => 'Eso no es posible aquí. Vuelva atrás e inténtelo de nuevo.',
    request_timeout: () => 'El envío ha tardado demasiado. Inténtelo de nuevo.',
    payload_too_large: () => 'Era demasiado largo. Acórtelo.',
    uri_too_long: () => 'La dirección de esta página es demasiado larga. Vuelva a empezar.',
    unsupported_media_type: () => 'No hemos podido leer este formulario. Vuelva a abrir la página.',
    too_many_attempts: ({ retrySeconds }) =>
      retrySeconds
        ? `Demasiados intentos. Espere ${waitText(retrySeconds, 'es')} e inténtelo de nuevo.`
        : 'Demasiados intentos. Espere unos minutos e inténtelo de nuevo.',
    headers_too_large: () =>
      'Su navegador ha enviado demasiados datos. Borre las cookies de este sitio e inténtelo de nuevo.',
    internal_error: () => 'Se ha producido un error por nuestra parte. Inténtelo más tarde.',
    unavailable: () =>
      'El servicio no está disponible temporalmente. Inténtelo de nuevo dentro de un minuto.',
  },
  byRule: {
    required: () => 'Rellene este campo.',
    string: () => 'Introduzca un texto.',
    object: () => 'No hemos podido leer este formulario. Vuelva a abrir la página.',
    regex: () => 'Esto no es válido. Compruébelo.',
    uuid: () => 'Elija una de las entradas que se muestran.',
    enum: () => 'Elija una de las opciones.',
    literal: () => 'Elija una de las opciones.',
    boolean: () => 'Elija una de las opciones.',
    credential: () => 'No se ha podido leer esta llave de acceso. Inténtelo de nuevo.',
    minLength: ({ min }) => `Utilice al menos ${countOf(min)}.`,
    maxLength: ({ max }) => `Utilice ${countOf(max)} como máximo.`,
    email: () => 'Introduzca una dirección de correo válida, por ejemplo, nombre@example.com.',
    array: () => 'Debe ser una lista.',
    wellFormed: () => 'Contiene caracteres que no se pueden utilizar. Elimínelos.',
    common: () => 'Es una de las contraseñas más comunes. Elija una más difícil de adivinar.',
    notSameAs: ({ otherField }) =>
      otherField === 'email'
        ? 'Su contraseña no puede ser su dirección de correo. Elija otra.'
        : 'Esta ya es su dirección de correo. Introduzca otra.',
    contextWord: () =>
      'Se parece demasiado a su dirección de correo o al nombre de este servicio. Elija una contraseña más difícil de adivinar.',
    confirmed: () => 'Las dos contraseñas no coinciden. Introduzca la misma dos veces.',
    future: () => 'Indique una fecha futura, por ejemplo 2030-01-31.',
    eventType: () => 'No hay ningún evento con este nombre.',
    externalId: () => 'Use de 1 a 128 letras, cifras o signos.',
    'database.unique': () =>
      'Ya existe una cuenta con esta dirección de correo. Inicie sesión o utilice otra dirección.',
  },
}

const countOf = (characters: number) => (characters === 1 ? '1 carácter' : `${characters} caracteres`)
