import type { PageTexts } from '../en/pages.ts'

export const esEvents: PageTexts['events'] = {
  means: {
    password: 'su contraseña',
    totp: 'su aplicación de autenticación',
    backup_code: 'un código de respaldo',
    passkey: 'una llave de acceso',
  },
  sentences: {
    'user.registered': 'Creó su cuenta',
    'user.invited': 'Se le invitó a crear una cuenta',
    'user.disabled': 'Se bloqueó su cuenta',
    'user.enabled': 'Se desbloqueó su cuenta',
    'user.unlocked': 'Se terminaron las esperas por contraseñas y códigos incorrectos',
    'user.sessions_ended': 'Se cerraron todas sus sesiones',
    'user.exported': 'Se exportaron sus datos',
    'user.external_id_changed': 'Cambió el identificador de su cuenta en la aplicación',
    'user.imported': 'Su cuenta se trasladó desde otro sistema',
    'email.verified': 'Se confirmó su dirección de correo',
    'email.changed': 'Se cambió su dirección de correo',
    'email.change_undone': 'Se deshizo el cambio de su dirección de correo',
    'session.opened': ({ means }) => (means ? `Inició sesión con ${means}` : 'Inició sesión'),
    'session.ended': ({ why }) => (why ? `Se cerró una sesión: ${why}` : 'Se cerró una sesión'),
    'session.reuse_detected': 'Se cerró una sesión porque alguien utilizó una copia de sus claves',
    'sign_in.refused': ({ provider, isPasskey }) =>
      `Falló un inicio de sesión con ${provider ?? (isPasskey ? 'una llave de acceso' : 'contraseña')}`,
    'oauth_code.replayed': 'Alguien intentó utilizar por segunda vez un código de inicio de sesión',
    'secret.unreadable': 'No se pudo leer una clave almacenada',
    'account.claimed': 'Recuperó una cuenta que otra persona había creado con su dirección',
    'account.locked': 'Se limitaron los inicios de sesión tras demasiadas contraseñas incorrectas',
    'account.deletion_requested': 'Se cerró su cuenta',
    'account.deletion_cancelled': 'Finalmente se conservó su cuenta',
    'account.deleted': 'Se eliminó su cuenta',
    'password.changed': 'Se cambió su contraseña',
    'password.reset_requested': 'Se le envió un enlace para elegir una contraseña nueva',
    'password.reset': 'Eligió una contraseña nueva con un enlace recibido por correo',
    'identity.linked': ({ provider }) => `Se vinculó ${provider ?? 'un proveedor'}`,
    'identity.unlinked': ({ provider }) => `Se desvinculó ${provider ?? 'un proveedor'}`,
    'two_factor.enabled': 'Se activó la autenticación de dos factores',
    'two_factor.disabled': 'Se desactivó la autenticación de dos factores',
    'two_factor.required': ({ means }) =>
      means
        ? `Se pidió un segundo factor tras un inicio de sesión con ${means}`
        : 'Se pidió un segundo factor',
    'two_factor.enrolment_required': ({ means }) =>
      means
        ? `Se pidió configurar un segundo factor tras un inicio de sesión con ${means}`
        : 'Se pidió configurar un segundo factor',
    'two_factor.refused': ({ isPasskey }) =>
      isPasskey ? 'No se aceptó una llave de acceso' : 'Alguien introdujo un código incorrecto',
    'two_factor.locked': 'Se limitaron los intentos tras demasiados códigos incorrectos',
    'two_factor.reset_begun': 'Se solicitó eliminar la autenticación de dos factores',
    'two_factor.reset_cancelled': 'Se canceló la solicitud de eliminar la autenticación de dos factores',
    'authenticator.added': 'Se añadió una aplicación de autenticación',
    'authenticator.removed': 'Se eliminó una aplicación de autenticación',
    'authenticator.replaced': 'Se sustituyó una aplicación de autenticación',
    'passkey.added': 'Se añadió una llave de acceso',
    'passkey.removed': 'Se eliminó una llave de acceso',
    'passkey.cloned': 'No se aceptó una llave de acceso porque parece copiada',
    'passkey.refused':
      'No se aceptó una llave de acceso porque ya no indica que pueda guardarse en varios lugares. Elimínela y vuelva a añadirla',
    'passkey.synced':
      'Una llave de acceso puede guardarse ahora en varios lugares, como una cuenta en la nube o un gestor de contraseñas',
    'import.ended': 'Se trasladaron cuentas desde otro sistema',
    'service_key.added': 'Se creó una clave de servicio',
    'service_key.revoked': 'Se revocó una clave de servicio',
    'backup_code.spent': ({ left }) =>
      `Se utilizó un código de respaldo y ${left === 1 ? 'queda 1' : `quedan ${left}`}`,
    'backup_codes.renewed': 'Generó nuevos códigos de respaldo',
  },
  ended: {
    signed_out: 'cerró la sesión',
    signed_in_again: 'volvió a iniciar sesión',
    ended_by_owner: 'la cerró usted',
    password_changed: 'se cambió su contraseña',
    password_reset: 'eligió una contraseña nueva',
    two_factor_enabled: 'se activó la autenticación de dos factores',
    two_factor_disabled: 'se desactivó la autenticación de dos factores',
    passkey_removed: 'se eliminó una llave de acceso',
    identity_unlinked: 'se desvinculó el proveedor con el que se inició',
    code_replayed: 'su código de inicio de sesión se utilizó por segunda vez',
    token_reused: 'su código de renovación se utilizó por segunda vez',
    account_claimed: 'recuperó la cuenta',
    account_deleted: 'cerró su cuenta',
    email_change_undone: 'se deshizo el cambio de su dirección de correo',
    too_many: 'había demasiadas',
    account_disabled: 'se bloqueó su cuenta',
    ended_by_operator: 'la administración la cerró',
  },
}
