import type { PageTexts } from '../en/pages.ts'
import { spanOf } from '../span.ts'
import { esConsole } from './console.ts'
import { esEvents } from './events.ts'
import { esSettings } from './settings.ts'

export const esPages: PageTexts = {
  frame: {
    error: 'Error',
    language: 'Idioma',
    back: (product) => `Volver a ${product}`,
    terms: 'Condiciones de uso',
    privacy: 'Privacidad',
    signOut: 'Cerrar sesión',
  },
  optional: 'opcional',
  show: 'Mostrar',
  hide: 'Ocultar',
  fields: {
    email: 'Dirección de correo',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    repeatPassword: 'Repita la contraseña',
    passwordHint: (min) =>
      `${min} caracteres como mínimo. Varias palabras sin relación entre sí forman una buena contraseña.`,
    code: 'Código',
  },

  welcome: {
    lead: (product) => `Aquí se gestionan las cuentas de ${product}.`,
    signIn: 'Iniciar sesión',
    account: 'Su cuenta',
    developers: 'Para desarrolladores',
    reference: 'Referencia de la API',
    changelog: 'Registro de cambios',
    health: 'Estado del servicio',
  },

  signIn: {
    title: 'Iniciar sesión',
    button: 'Iniciar sesión',
    forgot: '¿Ha olvidado su contraseña?',
    lastUsed: 'lo último que usó aquí',
    or: 'o',
    provider: (name) => `Continuar con ${name}`,
    newHere: '¿Aún no tiene cuenta?',
    register: 'Crear una cuenta',
    cancel: (product) => `Cancelar y volver a ${product}`,
    signedOut: 'Ha cerrado la sesión.',
    locked: (hasPasskeys) =>
      hasPasskeys
        ? 'Es posible que no tenga que esperar si usa una llave de acceso o elige una contraseña nueva.'
        : 'Es posible que no tenga que esperar si elige una contraseña nueva.',
    expired: 'Ha pasado demasiado tiempo. Vuelva a iniciar sesión. No se ha cambiado nada.',
    private: 'Inicie sesión para ver esa página.',
    providerFailed: {
      access_denied: 'El inicio de sesión se canceló o el proveedor lo rechazó.',
      account_exists:
        'Ya existe una cuenta con su dirección de correo. Inicie sesión con su contraseña y vincule después el proveedor en sus ajustes.',
      email_required: 'El proveedor no nos ha facilitado ninguna dirección de correo que podamos utilizar.',
      registration_closed:
        'El inicio de sesión se canceló o se rechazó, o bien no tiene cuenta aquí y con esta dirección no se puede crear una.',
      temporarily_unavailable: 'En este momento no se puede acceder al proveedor. Inténtelo de nuevo.',
      server_error:
        'No hemos podido utilizar la respuesta del proveedor. Inténtelo de nuevo o inicie sesión de otra forma.',
    },
  },
  register: {
    title: 'Crear una cuenta',
    button: 'Crear la cuenta',
    haveOne: '¿Ya tiene una cuenta?',
    closed: {
      invited: 'Para crear una cuenta aquí necesita una invitación.',
      closed: 'Aquí no se pueden crear cuentas nuevas.',
    },
    signIn: 'Iniciar sesión',
    agree: {
      begin: 'Al crear una cuenta, acepta',
      terms: 'las condiciones de uso',
      and: 'y',
      privacy: 'la política de privacidad',
      end: '.',
    },
  },
  secondStep: {
    title: 'Un paso más',
    codes: {
      totp: {
        lead: 'Introduzca el código de seis cifras que muestra ahora su aplicación de autenticación.',
        use: 'Usar la aplicación de autenticación',
      },
      backup_code: {
        lead: 'Introduzca uno de sus códigos de respaldo. Cada uno funciona una sola vez.',
        use: 'Usar un código de respaldo',
      },
    },
    trust: (days) =>
      `No volver a preguntar en este dispositivo durante ${days === 1 ? 'un día' : `${days} días`}`,
    button: 'Continuar',
    usePasskey: 'Usar su llave de acceso o de seguridad',
    lost: '¿Ha perdido la aplicación y los códigos?',
    startOver: 'Volver a empezar',
  },
  enrolment: {
    title: 'Configure un segundo factor',
    lead: 'Aquí cada cuenta está protegida por un segundo factor. Configure uno para continuar: solo le llevará un minuto.',
    isOn: 'Esta cuenta ya tiene un segundo factor. Vuelva a iniciar sesión con él. Si no ha visto los códigos de respaldo, cree otros nuevos en los ajustes.',
    keyButton: 'Usar una llave de acceso o de seguridad',
  },
  passkey: {
    signIn: 'Iniciar sesión con una llave de acceso',
    failed: 'No se ha utilizado ninguna llave de acceso. Inténtelo de nuevo o elija otra opción.',
    refused: 'No se ha podido utilizar aquí esta llave de acceso. Inténtelo de nuevo o elija otra opción.',
  },
  offer: {
    title: '¿Iniciar sesión sin contraseña la próxima vez?',
    afterCode: '¿Iniciar sesión sin código la próxima vez?',
    lead: 'Con una llave de acceso, inicia sesión con su huella dactilar, su rostro o el bloqueo de pantalla de su dispositivo. Solo funciona en este sitio, así que nadie puede sonsacársela con engaños.',
    button: 'Añadir una llave de acceso',
    failed: 'No se ha añadido ninguna llave de acceso. Puede intentarlo de nuevo o hacerlo más tarde.',
    later: 'Ahora no',
  },
  onward: {
    title: 'Ha iniciado sesión',
    lead: (product: string) => `Le llevamos de vuelta a ${product}. Si no ocurre nada, pulse el botón.`,
    button: 'Continuar',
  },
  emailCode: {
    ask: 'Recibir un código por correo',
    title: 'Revise su correo',
    lead: 'Si se puede enviar un correo a esa dirección, ya está en camino. En él se indica para qué sirve el código.',
    button: 'Continuar',
  },
  awaitEmail: {
    code: (minutes) => `El código del correo que le hemos enviado. Es válido durante ${minutes} minutos.`,
    opened: 'Ya he abierto el enlace',
  },
  lostFactor: {
    title: '¿Ha perdido su segundo factor?',
    lead: (hours) => [
      'Podemos enviarle un enlace por correo. Con él empieza un plazo de espera, tras el cual se eliminará la autenticación de dos factores de su cuenta.',
      `El plazo de espera es de ${span(hours)}. Se lo recordaremos cada día, y el proceso se cancela si alguien inicia sesión con un código.`,
    ],
    button: 'Enviarme el enlace',
    done: {
      title: 'Revise su correo',
      lead: ['Le hemos enviado un enlace. Es válido durante 30 minutos, y solo funciona el más reciente.'],
    },
    back: 'Volver',
  },
  signOut: {
    title: 'Cerrar sesión',
    over: 'Ha cerrado la sesión',
    lead: 'Se cerrará la sesión en estas páginas. En las aplicaciones en las que la haya iniciado seguirá abierta.',
    button: 'Cerrar sesión',
    back: 'Volver a su cuenta',
  },
  forgot: {
    title: '¿Ha olvidado su contraseña?',
    lead: 'Le enviaremos un enlace por correo para elegir una nueva.',
    button: 'Enviarme un enlace',
    signIn: 'Volver al inicio de sesión',
    done: {
      title: 'Revise su correo',
      lead: [
        'Si existe una cuenta con esta dirección, le hemos enviado un enlace. Es válido durante 30 minutos.',
        'Enviamos tres enlaces por hora como máximo, y solo funciona el más reciente.',
        '¿No ha recibido nada? Revise la carpeta de correo no deseado y compruebe que se registró con esta dirección.',
      ],
    },
  },

  settings: esSettings,
  events: esEvents,
  console: esConsole,

  links: {
    worksUntil: (time) => `Este enlace funciona una sola vez y es válido hasta el ${time}.`,
    takeOver: {
      mine: 'Acabo de crear la cuenta',
      title: '¿No la ha creado usted?',
      lead: 'Otra persona se registró con su dirección. Si quiere la cuenta, elija su propia contraseña: se eliminará todo lo que esa persona haya configurado y se cerrarán sus sesiones. Si no, cierre esta página.',
      button: 'Quedarme con la cuenta',
    },
    staying: {
      title: 'Lo que se conserva',
      lead: 'El botón de arriba no cambia lo siguiente. Elimine lo que no reconozca.',
      remove: 'Eliminar',
      removeIt: (name) => `Eliminar ${name}`,
      secondFactor: 'Se conserva como segundo factor. Podrá eliminarlo después de iniciar sesión.',
      since: 'Desde:',
      kinds: {
        passkey: 'Llave de acceso',
        identity: 'Proveedor vinculado',
        authenticator: 'Aplicación de autenticación',
        session: 'Sesión',
      },
    },
    invitation: {
      title: 'Aceptar la invitación',
      lead: [
        'Elija una contraseña para su nueva cuenta. Iniciará sesión con ella y con la dirección de correo a la que se envió esta invitación.',
        '¿No esperaba esta invitación? Cierre esta página y la invitación caducará.',
      ],
      button: 'Crear mi cuenta',
      done: {
        title: 'Su cuenta está lista',
        lead: ['Ya puede iniciar sesión con su dirección de correo y su contraseña.'],
      },
    },
    'verify-email': {
      title: 'Confirmar la dirección de correo',
      lead: ['¿Se ha registrado con esta dirección de correo? Confírmela para terminar de crear su cuenta.'],
      button: 'Confirmar mi dirección',
      done: { title: 'Su dirección de correo está confirmada', lead: ['Su cuenta está lista.'] },
    },
    'reset-password': {
      title: 'Elegir una contraseña nueva',
      lead: ['Al elegir una contraseña nueva, se cerrará la sesión en todos sus dispositivos.'],
      button: 'Guardar la contraseña',
      done: {
        title: 'Se ha guardado su contraseña nueva',
        lead: ['Ya puede iniciar sesión con su contraseña nueva.'],
      },
    },
    'confirm-new-email': {
      title: 'Usar esta dirección de correo',
      lead: [
        'Confirme que desea iniciar sesión con la dirección a la que se envió este enlace.',
        '¿No lo ha solicitado usted? Cierre esta página y nada cambiará.',
      ],
      button: 'Usar esta dirección',
      done: {
        title: 'Se ha cambiado su dirección',
        lead: ['A partir de ahora, inicie sesión con su dirección nueva.'],
      },
    },
    'email-changed': {
      title: 'Deshacer el cambio de dirección de correo',
      lead: [
        'Se restablecerá la dirección a la que se envió este enlace, se cerrarán las sesiones iniciadas después de aquella en la que se cambió y se eliminará lo que se haya añadido en ellas o desde el cambio: contraseña, llaves de acceso, proveedores vinculados y autenticación de dos factores.',
        'Es posible que quien cambió su dirección conozca su contraseña, así que elija también una nueva.',
      ],
      button: 'Deshacer el cambio',
      done: {
        title: 'Se ha restablecido su dirección de correo',
        lead: [
          'Si ha dejado vacíos los campos de la contraseña, le hemos enviado un enlace para elegir una nueva.',
        ],
      },
    },
    'reset-two-factor': {
      title: 'Eliminar la autenticación de dos factores',
      lead: [
        '¿Ha perdido su aplicación de autenticación y sus códigos de respaldo? Podemos eliminar la autenticación de dos factores tras el plazo de espera que indica nuestro correo. Hasta entonces, se lo recordaremos cada día.',
        '¿No lo ha solicitado usted? No pulse el botón. Cambie su contraseña, aquí y en todos los proveedores vinculados.',
      ],
      button: 'Eliminar la autenticación de dos factores',
      done: {
        title: 'La autenticación de dos factores se eliminará',
        lead: [
          'Le hemos enviado la fecha por correo. ¿Ha cambiado de opinión? Hasta entonces puede cancelar el proceso iniciando sesión con un código o con el enlace de ese correo.',
        ],
      },
    },
    'two-factor-removal': {
      title: 'Conservar la autenticación de dos factores',
      lead: [
        'Alguien ha solicitado eliminar la autenticación de dos factores de su cuenta. Si no ha sido usted, o si ha cambiado de opinión, cancele aquí el proceso.',
      ],
      button: 'Conservar la autenticación de dos factores',
      done: {
        title: 'La autenticación de dos factores sigue activada',
        lead: [
          '¿No había solicitado eliminarla? Entonces otra persona conoce su contraseña y puede leer su correo. Cambie sus contraseñas: la de esta cuenta, la de su correo y la de todos los proveedores vinculados.',
        ],
      },
    },
  },

  refusals: {
    deadLink: {
      title: 'Este enlace ya no funciona',
      lead: 'Ha caducado, ya se ha utilizado o se ha sustituido por otro más reciente. Si acaba de utilizarlo, no tiene que hacer nada más. De lo contrario, solicite uno nuevo. Si sigue viendo este mensaje, permita las cookies de este sitio.',
    },
    openLinkAgain: {
      title: 'Abra de nuevo el enlace',
      lead: 'Esta página ha estado abierta demasiado tiempo, el enlace ya se ha utilizado o entretanto se ha abierto otro en este navegador. Si acaba de utilizarlo, no tiene que hacer nada más.',
    },
    openLinkHere: {
      title: 'Abra de nuevo el enlace',
      lead: 'Este navegador no tiene el enlace. Abra de nuevo el enlace de su correo en este navegador. Si acaba de utilizarlo, no tiene que hacer nada más. Si sigue viendo este mensaje, permita las cookies de este sitio.',
    },
    cookieNotKept: {
      title: 'Su navegador no ha guardado nuestra cookie',
      lead: (address: string | undefined) =>
        `Sin ella no se puede iniciar sesión, así que no se ha hecho nada. Permita las cookies de este sitio${address ? `, ábralo en ${address}` : ''} e inténtelo de nuevo.`,
    },
    again: 'Intentar de nuevo',
    fromElsewhere: {
      title: 'Esta solicitud no procede de nuestra página',
      lead: 'Vuelva a abrir la página y pulse el botón allí.',
    },
    wrongAddress: {
      title: 'Este inicio de sesión no es posible',
      lead: 'La aplicación ha pedido volver a una dirección que no está registrada aquí. Vuelva a la aplicación e inténtelo de nuevo. Si no funciona, avise a sus responsables.',
    },
    tooMany: { title: 'Demasiados intentos', lead: 'Espere unos minutos e inténtelo de nuevo.' },
    away: { title: 'No disponible temporalmente', lead: 'Inténtelo de nuevo dentro de un minuto.' },
    other: 'Se ha producido un error',
    notFound: { title: 'Aquí no hay nada', lead: 'Es posible que la dirección esté mal escrita.' },
  },
}

const span = (hours: number) => spanOf(hours, 'hour', 'es')
