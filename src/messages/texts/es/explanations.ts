import type { ExplanationWords } from '../explanations.ts'

export const esExplanations: ExplanationWords = {
  byRule: {
    'request.malformed': () => 'No se pudo leer la solicitud: el programa que la envió tiene un error.',
    'redirect.unknown': () =>
      'La aplicación quería volver a una dirección que no figura en OAUTH_REDIRECT_URIS.',
    'cookie.not_kept': () =>
      'El navegador no conservó la cookie de la página: bloquea las cookies, o la página se abrió en una dirección distinta de PUBLIC_URL.',
    'browser_sign_in.lost': () =>
      'El inicio de sesión con un proveedor era demasiado antiguo, ya se había utilizado o empezó en otro navegador. Basta con empezar de nuevo.',
    'password.wrong': ({ left, isKnownPlace }) =>
      `La contraseña no era correcta, ${isKnownPlace ? 'desde un lugar en el que la persona inició sesión hace poco' : 'desde un lugar desconocido'}.${left === undefined ? '' : ` Intentos restantes antes de una espera: ${left}.`}`,
    'password.none': () =>
      'La cuenta no tiene contraseña. La persona inicia sesión de otra forma o establece una por correo.',
    'account.unknown': () => 'Ninguna cuenta tiene la dirección introducida.',
    'account.blocked': () =>
      'La cuenta está bloqueada, sea cual sea la contraseña introducida. Hay que desbloquearla.',
    'passkey.wrong': () =>
      'La llave de acceso no es de esta cuenta, su respuesta llegó demasiado tarde o no verificó a la persona.',
    'passkey.replayed': () =>
      'La respuesta de la llave de acceso ya se había utilizado, o existe una copia de la llave.',
    'link.dead': () =>
      'El enlace o el código del correo ya se utilizó, ha caducado o fue sustituido por uno más reciente. Hace falta un correo nuevo.',
    'link.elsewhere': () =>
      'La página de un enlace recibido por correo se abrió donde no se conoce el enlace. Hay que abrirlo desde el correo.',
    'oauth_code.dead': () =>
      'El código de un solo uso de la aplicación ya se utilizó, ha caducado o llegó con otro verificador.',
    'oauth_code.replayed': () =>
      'Un código de un solo uso se envió otra vez después de abrir una sesión. Esa sesión se cerró, por si el código fue robado.',
    'refresh_token.dead': () =>
      'La sesión de este token de actualización se ha cerrado o ha caducado. Hay que iniciar sesión de nuevo.',
    'refresh_token.reused': () =>
      'Se envió otra vez un token de actualización que ya se había sustituido. Su sesión se cerró, por si fue robado.',
    'sign_in.overtaken': () =>
      'Durante el inicio de sesión se cerraron todas las sesiones, o la cuenta se bloqueó o se eliminó. Hay que iniciar sesión de nuevo.',
    'second_factor.required': ({ methods }) =>
      `El primer factor era correcto. Después se pidió un segundo: ${methods}.`,
    'second_factor.missing': ({ methods }) =>
      `El primer factor era correcto. TWO_FACTOR exige un segundo, que antes hay que configurar: ${methods}.`,
    'address.unconfirmed': () =>
      'La dirección no está confirmada, y EMAIL_VERIFICATION lo exige. Hace falta el enlace del correo, o un operador que confirme la dirección.',
    'registration.closed': () =>
      'Nadie puede registrarse: REGISTRATION vale closed. Hace falta una invitación.',
    'registration.invited': () =>
      'Solo pueden registrarse las personas invitadas: REGISTRATION vale invited. Hace falta una invitación.',
    'registration.domain': () => 'El dominio de la dirección no figura en REGISTRATION_DOMAINS.',
    'challenge.dead': () =>
      'El inicio de sesión había caducado, no tenía más intentos o ya se había completado. Hay que iniciar sesión de nuevo.',
    'challenge.overtaken': () =>
      'Durante el inicio de sesión se cerraron todas las sesiones, u otra respuesta fue más rápida. Hay que iniciar sesión de nuevo.',
    'second_factor.wrong': ({ left }) =>
      `El código del segundo factor no era correcto.${left === undefined ? '' : ` Intentos restantes: ${left}.`}`,
    'second_factor.used': () =>
      'El código era correcto y ya se había utilizado. Sirve el siguiente código de la aplicación.',
    'setup.wrong_code': () =>
      'El código no es de la aplicación que se está configurando, o el reloj del dispositivo no va bien.',
    'code.malformed': () => 'Lo introducido no es un código de seis cifras.',
    'provider_link.dead': () =>
      'El código que vincula un proveedor ya se utilizó, ha caducado o es de otra sesión.',
    'second_factor.on': () => 'La autenticación de dos factores ya está activada.',
    'setup.expired': () =>
      'Ya no había ninguna configuración en curso: había caducado, o se cerraron sesiones.',
    'second_factor.off': () => 'La autenticación de dos factores está desactivada.',
    'proof.too_old': ({ methods }) =>
      `La última prueba de identidad es demasiado antigua para esto. Hace falta una nueva${methods === '' ? '' : `: ${methods}`}.`,
    'second_factor.not_sent': ({ methods }) =>
      `Esto exige un segundo factor en la misma solicitud: ${methods}.`,
    'identity.of_another': () => 'Esta identidad está vinculada a otra cuenta. Hay que desvincularla allí.',
    'identity.linked': () => 'Ya hay otra identidad de este proveedor vinculada. Hay que desvincularla.',
    'way_in.last': () => 'Es la única forma de iniciar sesión en la cuenta. Hay que configurar otra.',
    'authenticators.most': () =>
      'La cuenta tiene tantas aplicaciones de autenticación como puede tener. Hay que quitar una.',
    'authenticator.last': () =>
      'Es el último segundo factor, que se quita desactivando la autenticación de dos factores.',
    'second_factor.policy': () =>
      'TWO_FACTOR exige un segundo factor a todas las cuentas. Hay que configurar otro.',
    'passkey.unusable': () =>
      'Lo que envió el navegador no es una llave de acceso que se pueda usar aquí, o se creó para otra página.',
    'passkey.second_factor_only': () =>
      'Esta llave de acceso no sirve para iniciar sesión, y ya no serviría para nada.',
    'passkey.known': () => 'Esta llave de acceso ya se ha añadido.',
    'passkeys.most': () => 'La cuenta tiene tantas llaves de acceso como puede tener. Hay que quitar una.',
    'address.confirmed': () => 'La dirección ya está confirmada.',
    'external_id.of_another': () => 'Otra cuenta tiene este identificador externo.',
    'form.cross_site': () => 'El formulario se envió desde la página de otro sitio, o lo envió un programa.',
    'form.outdated': () =>
      'El formulario se abrió para otra cuenta, otro inicio de sesión u otro enlace que los que tiene ahora el navegador. Hay que abrir la página de nuevo.',
    'link.forgotten': () =>
      'El formulario de un enlace recibido por correo se abrió hace demasiado tiempo, o para otro enlace. Hay que abrir el enlace de nuevo.',
    'token.dead': () =>
      'No había un token de acceso válido: había caducado, su sesión se ha cerrado o nunca lo fue.',
    'service_key.dead': () =>
      'No había una clave de servicio válida: ha caducado, fue revocada o llegó desde una dirección que no es la suya.',
    'console.not_granted': () =>
      'La consola es para operadores con un segundo factor, y para sus permisos: «sallyport operators add» lo cambia.',
    'service_key.scope': ({ scope }) => `A la clave de servicio le falta el ámbito ${scope}.`,
    'mail.over': () =>
      'El correo no se había abandonado, o su enlace ya no sirve. Lo que lo causó se puede pedir de nuevo.',
    'cursor.expired': () => 'Lo que venía después de este cursor ya no se conserva.',
    'path.unknown': () => 'No hay nada en esta dirección, o nada que sea de esta persona.',
    'method.unknown': () => 'Esta dirección no admite el método.',
    'request.slow': () => 'La solicitud no llegó a tiempo.',
    'request.large': () => 'El contenido de la solicitud era demasiado grande.',
    'request.long_address': () => 'La dirección de la solicitud era demasiado larga.',
    'request.media_type': () =>
      'El contenido de la solicitud era de un tipo distinto del que se admite aquí.',
    'request.headers': () => 'Las cabeceras de la solicitud eran demasiado grandes.',
    'service.fault': () =>
      'El servicio tiene un error. Está en el registro, con el mismo número de solicitud.',
    'service.busy': () =>
      'El servicio estaba sobrecargado, o la base de datos no estaba disponible. El registro y las métricas dicen cuál de los dos. Basta con intentarlo de nuevo.',
    'provider.denied': () => 'La persona canceló en el proveedor, o el proveedor rechazó la solicitud.',
    'provider.untrusted': () =>
      'La respuesta del proveedor no era fiable. El registro dice por qué, a la misma hora.',
    'provider.away': () => 'No se pudo llegar al proveedor. Basta con intentarlo de nuevo.',
    'provider.address_unproven': () =>
      'La dirección tiene una cuenta, y el proveedor no la ha verificado. Hay que iniciar sesión en la cuenta y vincular allí el proveedor.',
    'provider.account_blocked': () =>
      'La cuenta de esta dirección está bloqueada, y no se le vincula nada. Hay que desbloquearla.',
    'provider.other_identity': () =>
      'La cuenta de esta dirección tiene otra identidad del proveedor. Hay que desvincularla.',
    'provider.no_address': () => 'El proveedor no comunicó ninguna dirección que se pueda usar.',
    'field.wrong': ({ field, fault }) => `Se rechazó un campo (${field === '' ? 'body' : field}): ${fault}`,
    'limit.password': ({ tries, isKnownPlace }) =>
      `Contraseñas incorrectas ${isKnownPlace ? 'desde un lugar en el que la persona inició sesión hace poco' : 'desde lugares desconocidos'}: ${tries}. Hasta que termine la espera no se comprueba ninguna.`,
    'limit.second_factor': ({ tries }) =>
      `Códigos incorrectos del segundo factor: ${tries}. Hasta que termine la espera no se comprueba ninguno.`,
    'limit.enrolment': ({ tries }) => `Códigos incorrectos al configurar una aplicación: ${tries}.`,
    'limit.mailed_code': ({ tries }) => `Códigos de correo incorrectos para la dirección: ${tries}.`,
    'limit.exports': ({ free, span }) => `Más de ${free} exportaciones en ${span}.`,
    'limit.resets': ({ free, span }) =>
      `Más de ${free} solicitudes de contraseña nueva desde una dirección de cliente en ${span}.`,
    'limit.sign_in_codes': ({ free, span }) =>
      `Más de ${free} solicitudes de código por correo desde una dirección de cliente en ${span}.`,
    'limit.failures': ({ free, span }) =>
      `Más de ${free} fallos desde una dirección de cliente en ${span}: FAILURES_PER_ADDRESS. Quizá la compartan muchas personas.`,
    'limit.sign_ins': ({ free, span }) =>
      `Más de ${free} inicios de sesión en ${span}, en la cuenta o desde una dirección de cliente.`,
    'limit.registrations': ({ free, span }) =>
      `Más de ${free} registros desde una dirección de cliente en ${span}: REGISTRATIONS_PER_HOUR.`,
    'limit.service_key_failures': ({ free, span }) =>
      `Más de ${free} claves de servicio incorrectas desde una dirección de cliente en ${span}.`,
    'limit.acts': ({ free, span }) => `Más de ${free} cambios con una clave de servicio en ${span}.`,
    'limit.factor_removals': ({ free, span }) =>
      `Más de ${free} segundos factores quitados con una clave de servicio en ${span}.`,
    'limit.provider_sign_ins': ({ free, span }) =>
      `Más de ${free} inicios de sesión con un proveedor desde una dirección de cliente en ${span}.`,
    'limit.streams': () => 'Hay demasiados flujos de eventos abiertos con una clave de servicio.',
    'limit.mails': ({ free, span }) => `Más de ${free} correos de este tipo en ${span}.`,
    'limit.changes': ({ free, span }) => `Más de ${free} cambios de este tipo en ${span}.`,
  },
  next: (time) => `El siguiente intento es posible el ${time}.`,
  shut: (cap) =>
    `Después de ${cap} seguidos, esperar no sirve: hace falta una contraseña nueva por correo, o un operador que ponga fin a las esperas.`,
  elsewhere: (network, time) =>
    `Desde ${network}, donde esta persona inició sesión el ${time}, el intento se habría comprobado.`,
}
