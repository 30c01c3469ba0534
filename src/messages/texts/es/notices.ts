import type { Common } from '../../mail/mails.ts'
import { dayOf, minuteOf } from '../../mail/minute.ts'
import { fewCodes, type NoticeWords, skippedStep } from '../../mail/notices.ts'

const secure = ({ passwordPage }: Common) =>
  `¿No ha sido usted? Elija ahora una contraseña nueva. Se cerrará la sesión en todos los dispositivos: ${passwordPage}`
const newPassword = ({ passwordPage }: Common) =>
  `¿No ha sido usted? Elija ahora una contraseña nueva: ${passwordPage}`

export const esNotices: NoticeWords = {
  'new-sign-in': (about) => [
    'Nuevo inicio de sesión en su cuenta',
    `Alguien ha iniciado sesión en su cuenta desde un lugar que no conocíamos.${skippedStep(about) ? ' No se pidió su segundo factor porque se utilizó un dispositivo de confianza.' : ''} Si ha sido usted, no tiene que hacer nada.`,
    secure(about),
  ],
  'two-factor-on': (about) => [
    'Se ha activado la autenticación de dos factores',
    'A partir de ahora necesita un código de un solo uso para iniciar sesión.',
    secure(about),
  ],
  'two-factor-off': (about) => [
    'Se ha desactivado la autenticación de dos factores',
    `${about.by === 'reset' ? 'Ha terminado el plazo de espera del que le informamos: se ha eliminado la autenticación de dos factores y se han cerrado todas sus sesiones. ' : ''}${about.isRequired ? 'La próxima vez que inicie sesión, deberá configurarla de nuevo.' : 'Ahora basta su contraseña, o un proveedor vinculado, para iniciar sesión.'}`,
    secure(about),
  ],
  'two-factor-kept': ({ passwordPage }) => [
    'La autenticación de dos factores sigue activada',
    'La autenticación de dos factores no se eliminará de su cuenta: la solicitud se canceló con el enlace de nuestro correo o al iniciar sesión con un código.',
    `¿No había solicitado eliminarla? Es posible que otra persona conozca su contraseña. Elija ahora una nueva: ${passwordPage}`,
  ],
  'authenticator-added': ({ passwordPage }) => [
    'Se ha añadido una aplicación de autenticación',
    'Otra aplicación de autenticación puede generar ahora códigos de un solo uso para su cuenta.',
    `¿No ha sido usted? Elimínela en sus ajustes de seguridad y elija una contraseña nueva: ${passwordPage}`,
  ],
  'authenticator-removed': (about) => [
    'Se ha eliminado una aplicación de autenticación',
    'Una de sus aplicaciones de autenticación ya no funciona para su cuenta. Las demás siguen funcionando.',
    newPassword(about),
  ],
  'authenticator-replaced': (about) => [
    'Se ha sustituido una aplicación de autenticación',
    'Una aplicación de autenticación nueva ha sustituido a otra anterior, que ya no funciona para su cuenta.',
    newPassword(about),
  ],
  'passkey-added': (about) => [
    'Se ha añadido una llave de acceso a su cuenta',
    'Ya se puede utilizar para iniciar sesión en su cuenta.',
    `¿No ha sido usted? Elimínela en sus ajustes de seguridad y elija una contraseña nueva: ${about.passwordPage}`,
  ],
  'passkey-removed': ({ by, ...about }) => [
    'Se ha eliminado una llave de acceso de su cuenta',
    by === 'reset'
      ? 'Se ha eliminado junto con la autenticación de dos factores. Puede volver a añadirla en sus ajustes de seguridad.'
      : 'Ya no funciona para su cuenta.',
    secure(about),
  ],
  'passkey-cloned': (about) => [
    'Se ha rechazado una llave de acceso',
    'Alguien ha intentado usar una llave de acceso de su cuenta que parece copiada. No se ha iniciado ninguna sesión con ella. Elimínela en sus ajustes de seguridad.',
    secure(about),
  ],
  'device-trusted': ({ expiresAt, passwordPage }) => [
    'Un dispositivo es ahora de confianza',
    `Al iniciar sesión en ese dispositivo ya no se pedirá su segundo factor${expiresAt ? ` hasta el ${dayOf(new Date(expiresAt), 'es')}` : ''}.`,
    `¿No ha sido usted? Entonces otra persona conoce su contraseña y ha utilizado uno de sus códigos. Elija ahora una contraseña nueva, lo que pone fin a esto: ${passwordPage}`,
  ],
  'device-token-stolen': ({ passwordPage }) => [
    'Un dispositivo ya no es de confianza',
    'Alguien inició sesión con su contraseña y una clave caducada de uno de sus dispositivos de confianza, como si la hubiera copiado. Se le pidió su segundo factor, y también se pedirá la próxima vez que se inicie sesión en ese dispositivo.',
    `Si cree que otra persona puede conocer su contraseña, elija una nueva: ${passwordPage}`,
  ],
  'codes-renewed': (about) => [
    'Se han generado nuevos códigos de respaldo',
    'Sus códigos de respaldo anteriores ya no funcionan.',
    secure(about),
  ],
  'code-used': ({ left = 0, ...about }) => [
    left <= fewCodes ? remaining(left) : 'Se ha utilizado un código de respaldo',
    `Alguien ha iniciado sesión o ha confirmado un cambio con uno de sus códigos de respaldo. ${remaining(left)}.${left <= fewCodes ? ' Genere códigos nuevos antes de quedarse sin ellos.' : ''}`,
    secure(about),
  ],
  'password-changed': (about) => [
    'Se ha cambiado su contraseña',
    'Se ha cerrado la sesión en todos los demás dispositivos.',
    newPassword(about),
  ],
  'provider-linked': ({ provider, ...about }) => [
    `${provider} se ha vinculado a su cuenta`,
    `Ahora puede iniciar sesión con ${provider}.`,
    secure(about),
  ],
  'provider-unlinked': ({ provider, ...about }) => [
    `${provider} se ha desvinculado de su cuenta`,
    `Ya no puede iniciar sesión con ${provider}.`,
    secure(about),
  ],
  'token-stolen': ({ passwordPage }) => [
    'Hemos cerrado una de sus sesiones',
    'Una clave que mantiene su sesión iniciada se utilizó dos veces, como si alguien la hubiera copiado. Por seguridad, hemos cerrado esa sesión. Vuelva a iniciar sesión.',
    `Si cree que otra persona puede conocer su contraseña, elija una nueva: ${passwordPage}`,
  ],
  'code-stolen': ({ passwordPage }) => [
    'Hemos anulado uno de sus inicios de sesión',
    'Un código de inicio de sesión de un solo uso se utilizó dos veces, como si alguien lo hubiera copiado. Hemos cerrado la sesión que se inició con él. Vuelva a iniciar sesión.',
    `Si cree que otra persona puede conocer su contraseña, elija una nueva: ${passwordPage}`,
  ],
  'account-claimed': ({ removed, passwordPage }) => [
    'Se han eliminado las formas anteriores de iniciar sesión',
    `Con este inicio de sesión ha demostrado que la dirección de esta cuenta es suya. Nadie lo había demostrado antes, o solo pulsando un botón de un correo. Por eso, lo que servía hasta ahora para iniciar sesión pudo configurarlo otra persona, y se ha eliminado: la contraseña, las llaves de acceso y los proveedores vinculados. Se ha cerrado la sesión en todos los demás dispositivos.${removed?.secondFactor ? ' También se ha desactivado la autenticación de dos factores.' : ''}`,
    `¿Quiere volver a tener una contraseña? Elija una nueva: ${passwordPage}`,
    '¿No ha sido usted? Proteja primero su buzón y elija después aquí una contraseña nueva. Se cerrará la sesión en todos los dispositivos.',
  ],
  'account-locked': ({ shut, passwordPage }) => [
    'Alguien está intentando entrar en su cuenta',
    ...(shut
      ? ([
          `Tras cien contraseñas incorrectas seguidas, ya no aceptamos contraseñas ${fromShut(shut)}. Los dispositivos que ya tienen la sesión iniciada la conservan.`,
          `Para volver a iniciar sesión allí con una contraseña, elija una nueva: ${passwordPage}`,
        ] as const)
      : ([
          'Tras muchas contraseñas incorrectas, los nuevos intentos están bloqueados temporalmente. Los dispositivos que ya tienen la sesión iniciada la conservan.',
          'Si su contraseña es segura, no tiene que hacer nada. La autenticación de dos factores le protege aunque alguien la adivine.',
        ] as const)),
  ],
  'two-factor-locked': ({ shut, ...about }) => [
    'Demasiados códigos de un solo uso incorrectos',
    `Alguien que había introducido su contraseña, o iniciado sesión con un proveedor vinculado, introdujo después ${
      shut
        ? `cien códigos de un solo uso incorrectos seguidos. Ya no aceptamos códigos ${fromShut(shut)}.`
        : 'muchos códigos de un solo uso incorrectos. Los nuevos intentos están bloqueados temporalmente.'
    }`,
    newPassword(about),
    'Si inicia sesión con un proveedor, cambie también allí su contraseña.',
  ],
  'account-closed': ({ deletesAt, by, passwordPage }) => [
    'Su cuenta se eliminará',
    `${by === 'operator' ? 'Hemos cerrado su cuenta y todas sus sesiones.' : 'Su cuenta se ha cerrado y todas las sesiones han terminado.'}${deletesAt ? ` Se eliminará el ${dayOf(new Date(deletesAt), 'es')}.` : ''} ${by === 'operator' ? 'Para conservarla, inicie sesión antes de esa fecha.' : '¿Ha cambiado de opinión? Inicie sesión antes de esa fecha para conservar su cuenta.'}`,
    by === 'operator'
      ? 'Si no puede, o si cree que se trata de un error, póngase en contacto con nosotros.'
      : `¿No ha sido usted? Elija una contraseña nueva antes de iniciar sesión: ${passwordPage}`,
  ],
  'account-disabled': ({ until }) => [
    'Se bloqueó su cuenta',
    `Hemos bloqueado su cuenta y cerrado todas sus sesiones.${until ? ` Se desbloqueará el ${minuteOf(new Date(until), 'es')}.` : ''}`,
    'Si cree que se trata de un error, póngase en contacto con nosotros.',
  ],
  'account-enabled': () => ['Se desbloqueó su cuenta', 'Ya puede volver a iniciar sesión en su cuenta.'],
  'address-set': ({ product }) => [
    'Esta es ahora la dirección de correo de su cuenta',
    `El equipo de ${product} ha puesto esta dirección en su cuenta, después de que alguien demostrara que es suya. Úsela a partir de ahora para iniciar sesión.`,
    '¿No tiene una cuenta allí? Ignore este correo.',
  ],
}

const remaining = (codes: number) =>
  codes === 1 ? 'Le queda 1 código de respaldo' : `Le quedan ${codes} códigos de respaldo`

const fromShut = (shut: string) =>
  shut === 'known_place' ? 'desde ese lugar' : 'desde lugares en los que no ha iniciado sesión recientemente'
