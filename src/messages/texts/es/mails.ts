import type { MailWords } from '../../mail/mails.ts'
import { frameIn } from '../frame.ts'
import { esNotices } from './notices.ts'
import { esPages } from './pages.ts'

const labels = { when: 'Fecha y hora', ip: 'Dirección IP', device: 'Dispositivo' }
const { factsOf, notice, minute, worksFor, until, span, hoursTo } = frameIn('es', labels, esNotices, esPages)

export const esMails: MailWords = {
  notice,
  colon: ':',
  on: { system: 'en', handheld: 'en un' },

  footer: ({ product }) =>
    `Recibe este correo porque esta dirección se utilizó para una cuenta de ${product}.`,

  invitation: ({ product, link, hours, at }) => ({
    subject: `Su invitación a ${product}`,
    lead: [`Le han invitado a crear una cuenta en ${product}. Solo tiene que elegir una contraseña.`],
    button: { label: 'Aceptar la invitación', url: link },
    rest: [
      worksFor(at, hours, 'hour'),
      '¿No esperaba esta invitación? Ignore este correo. No se creará ninguna cuenta si no la acepta.',
    ],
  }),

  'reset-password': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Elija una contraseña nueva',
    lead: [`Hemos recibido una solicitud para restablecer la contraseña de su cuenta de ${product}.`],
    button: { label: 'Elegir una contraseña nueva', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Al elegir una contraseña nueva, se cerrará la sesión en todos sus dispositivos.`,
      '¿No lo ha solicitado usted? Ignore este correo. Su contraseña no cambiará.',
    ],
  }),

  'confirm-new-email': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Confirme su nueva dirección de correo',
    lead: [`Confirme que desea utilizar esta dirección de correo para su cuenta de ${product}.`],
    button: { label: 'Usar esta dirección', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Solo funciona mientras mantenga la sesión iniciada en el dispositivo desde el que lo solicitó. Podrá deshacer el cambio desde su dirección anterior durante siete días.`,
      '¿No lo ha solicitado usted? Ignore este correo. Nada cambiará sin su confirmación.',
    ],
  }),

  'email-changed': ({ product, link, days, address, device, at }) => ({
    subject: 'Se ha cambiado su dirección de correo',
    lead: [
      `Su cuenta de ${product} utiliza ahora otra dirección de correo, ya confirmada. Si el cambio lo hizo usted, no tiene que hacer nada.`,
    ],
    button: { label: 'Deshacer el cambio', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, days, 'day')} Restablece esta dirección, cierra todas las sesiones iniciadas desde el cambio y elimina lo que se haya añadido desde entonces: contraseña, autenticación de dos factores y proveedores vinculados.`,
      'En el mismo paso puede elegir una contraseña nueva. Si no lo hace, le enviaremos un enlace para elegirla.',
    ],
  }),

  'reset-two-factor': ({ product, link, minutes, hours, address, device, at }) => ({
    subject: 'Confirme que desea eliminar la autenticación de dos factores',
    lead: [
      `Alguien que había iniciado sesión con su contraseña, con un proveedor vinculado o con un código enviado a su correo ha solicitado eliminar la autenticación de dos factores de su cuenta de ${product}.`,
    ],
    button: { label: 'Eliminar la autenticación de dos factores', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} La autenticación de dos factores se eliminará ${span(hours, 'hour')} después de su confirmación, salvo que alguien inicie sesión con ella o cancele el proceso.`,
      '¿No ha sido usted? No confirme nada. Cambie su contraseña, aquí y en todos los proveedores vinculados.',
    ],
  }),

  'two-factor-removal': ({ product, link, removesAt, at }) => ({
    subject: `La autenticación de dos factores se eliminará en ${hoursTo(removesAt, at)}`,
    lead: [
      `Alguien que había iniciado sesión con su contraseña, con un proveedor vinculado o con un código enviado a su correo ha confirmado por correo que desea eliminar la autenticación de dos factores de su cuenta de ${product}.`,
      '¿No ha sido usted? Cancele el proceso ahora y cambie sus contraseñas: la de esta cuenta, la de su correo y la de todos los proveedores vinculados.',
    ],
    button: { label: 'Conservar la autenticación de dos factores', url: link },
    facts: [...factsOf(at), ['Se eliminará', minute(new Date(removesAt))]],
    rest: ['El proceso también se cancela al iniciar sesión con un código de un solo uso o de respaldo.'],
  }),

  'verify-email': ({ product, link, code, hours, codeMinutes, passwordPage, at }) => ({
    subject: 'Confirme su dirección de correo',
    lead: [
      `Le damos la bienvenida a ${product}. Confirme su dirección de correo para terminar de crear su cuenta.`,
    ],
    button: { label: 'Confirmar mi dirección', url: link },
    code: {
      label: `O introduzca este código cuando se le solicite. Es válido durante ${span(codeMinutes, 'minute')}:`,
      text: code,
    },
    rest: [
      worksFor(at, hours, 'hour'),
      '¿No se ha registrado usted? Ignore este correo.',
      `¿Otra persona se registró con su dirección y usted quiere la cuenta? Elija primero su propia contraseña: ${passwordPage}`,
    ],
  }),

  'sign-in-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Su código para iniciar sesión en ${product}`,
    lead: [`Hemos recibido una solicitud para iniciar sesión en su cuenta de ${product}.`],
    code: {
      label: `Introduzca este código donde lo solicitó, antes del ${until(at, minutes, 'minute')}:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'No se lo dé a nadie ni lo introduzca en ninguna otra página: da acceso a quien lo solicitó.',
      '¿No lo ha solicitado usted? Ignore este correo. Nadie puede iniciar sesión sin el código.',
    ],
  }),

  'sign-up-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Su código para una cuenta nueva en ${product}`,
    lead: [`Aún no hay ninguna cuenta de ${product} con esta dirección. El código crea una, sin contraseña.`],
    code: {
      label: `Introduzca este código donde lo solicitó, antes del ${until(at, minutes, 'minute')}:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      '¿No lo ha solicitado usted? Ignore este correo. No se crea ninguna cuenta sin el código.',
      '¿Tiene una cuenta con otra dirección? Inicie sesión con ella.',
    ],
    footer: `Recibe este correo porque alguien introdujo esta dirección en ${product}.`,
  }),

  'no-account': ({ product, address, device, at }) => ({
    subject: `No hay ninguna cuenta con esta dirección en ${product}`,
    lead: [
      `Alguien introdujo esta dirección para iniciar sesión en ${product}, pero no tiene cuenta ni se puede crear ninguna con ella.`,
    ],
    facts: factsOf(at, { ip: address, device }),
    rest: [
      '¿Tiene una cuenta con otra dirección? Inicie sesión con ella.',
      '¿No lo ha solicitado usted? Ignore este correo.',
    ],
    footer: `Recibe este correo porque alguien introdujo esta dirección en ${product}.`,
  }),

  'operator-news': ({ product, what, email, scopes, at, ip, device }) => ({
    subject: {
      granted: `${email} ya puede usar la consola de ${product}`,
      elsewhere: `${email} usó la consola de ${product} desde una red nueva`,
      removed: `${email} ya no puede usar la consola de ${product}`,
    }[what],
    lead: [
      {
        granted: `${email} puede usar la consola desde ahora, con los permisos ${scopes.join(', ')} y ningún otro.`,
        elsewhere: `${email} inició sesión en la consola desde una red que la cuenta no había usado allí en 30 días.`,
        removed: `${email} ya no es parte de los operadores. La consola queda cerrada para esa cuenta.`,
      }[what],
    ],
    facts: factsOf(at, { ip, device }),
    rest: [
      'Todos los operadores reciben este correo. ¿No lo esperaba? En el servidor, «npx sallyport operators remove» retira el acceso.',
    ],
  }),

  'webhook-off': ({ product, host, because }) => ({
    subject: `${product} ya no envía eventos a ${host}`,
    lead: [
      because === 'gone'
        ? `El webhook de ${host} respondió que ya no existe (410), así que se desactivó.`
        : because === 'failing'
          ? `El webhook de ${host} no ha aceptado nada en cinco días, así que se desactivó.`
          : `El secreto del webhook de ${host} ya no se puede leer, así que se desactivó.`,
    ],
    rest: [
      'Corrija el problema y vuelva a activarlo con «npx sallyport webhooks enable». Los eventos de los últimos 30 días se enviarán entonces.',
    ],
    footer: `Recibe este correo porque esta dirección es OPERATORS_EMAIL de ${product}.`,
  }),
}
