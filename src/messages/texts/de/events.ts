import type { PageTexts } from '../en/pages.ts'

export const deEvents: PageTexts['events'] = {
  // after "mit"
  means: {
    password: 'Ihrem Passwort',
    totp: 'Ihrer Authenticator-App',
    backup_code: 'einem Backup-Code',
    passkey: 'einem Passkey',
    email_code: 'einem per E-Mail gesendeten Code',
    trusted_device: 'einem vertrauten Gerät',
  },
  sentences: {
    'user.registered': 'Sie haben Ihr Konto angelegt',
    'user.invited': 'Sie wurden eingeladen, ein Konto anzulegen',
    'user.disabled': 'Ihr Konto wurde gesperrt',
    'user.enabled': 'Ihr Konto wurde entsperrt',
    'user.unlocked': 'Wartezeiten nach falschen Passwörtern und Codes wurden beendet',
    'user.sessions_ended': 'Alle Ihre Sitzungen wurden beendet',
    'user.exported': 'Ihre Daten wurden exportiert',
    'user.external_id_changed': 'Die Kennung, unter der die Anwendung Ihr Konto führt, wurde geändert',
    'user.imported': 'Ihr Konto wurde aus einem anderen System übernommen',
    'mail.retried': 'Eine nicht angekommene E-Mail wurde erneut gesendet',
    'email.verified': 'Ihre E-Mail-Adresse wurde bestätigt',
    'email.changed': 'Ihre E-Mail-Adresse wurde geändert',
    'email.change_undone': 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
    'session.opened': ({ means }) =>
      means ? `Sie haben sich mit ${means} angemeldet` : 'Sie haben sich angemeldet',
    'session.ended': ({ why }) => (why ? `Eine Sitzung wurde beendet: ${why}` : 'Eine Sitzung wurde beendet'),
    'session.reuse_detected':
      'Eine Sitzung wurde beendet, weil jemand eine Kopie ihres Schlüssels verwendet hat',
    'sign_in.refused': ({ provider, isPasskey, isMailed }) =>
      `Eine Anmeldung mit ${provider ?? (isPasskey ? 'einem Passkey' : isMailed ? 'einem per E-Mail gesendeten Code' : 'einem Passwort')} ist fehlgeschlagen`,
    'sign_in.code_requested': 'Ein Code zum Anmelden wurde an Sie geschickt',
    'oauth_code.replayed': 'Jemand hat versucht, einen Anmeldecode ein zweites Mal zu verwenden',
    'secret.unreadable': 'Ein gespeicherter Schlüssel konnte nicht gelesen werden',
    'account.claimed':
      'Sie haben gezeigt, dass die Adresse Ihnen gehört. Was zuvor eingerichtet war, vielleicht von jemand anderem, wurde entfernt',
    'account.locked': 'Nach zu vielen falschen Passwörtern wurden weitere Anmeldungen eingeschränkt',
    'account.deletion_requested': 'Ihr Konto wurde geschlossen',
    'account.deletion_cancelled': 'Ihr Konto bleibt nun doch bestehen',
    'account.deleted': 'Ihr Konto wurde gelöscht',
    'password.changed': 'Ihr Passwort wurde geändert',
    'password.reset_requested': 'Ein Link zum Festlegen eines neuen Passworts wurde an Sie geschickt',
    'password.reset': 'Sie haben über einen Link in einer E-Mail ein neues Passwort festgelegt',
    'identity.linked': ({ provider }) => `${provider ?? 'Ein Anbieter'} wurde verknüpft`,
    'identity.unlinked': ({ provider }) =>
      `Die Verknüpfung mit ${provider ?? 'einem Anbieter'} wurde aufgehoben`,
    'two_factor.enabled': 'Die Zwei-Faktor-Authentifizierung wurde eingeschaltet',
    'two_factor.disabled': 'Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet',
    'two_factor.required': ({ means }) =>
      means
        ? `Nach einer Anmeldung mit ${means} wurde ein zweiter Faktor verlangt`
        : 'Ein zweiter Faktor wurde verlangt',
    'two_factor.enrolment_required': ({ means }) =>
      means
        ? `Nach einer Anmeldung mit ${means} wurde verlangt, einen zweiten Faktor einzurichten`
        : 'Es wurde verlangt, einen zweiten Faktor einzurichten',
    'two_factor.refused': ({ isPasskey }) =>
      isPasskey ? 'Ein Passkey wurde abgelehnt' : 'Jemand hat einen falschen Code eingegeben',
    'two_factor.locked': 'Nach zu vielen falschen Codes wurden weitere Versuche eingeschränkt',
    'two_factor.reset_begun': 'Das Entfernen der Zwei-Faktor-Authentifizierung wurde angefordert',
    'two_factor.reset_cancelled': 'Das Entfernen der Zwei-Faktor-Authentifizierung wurde abgebrochen',
    'authenticator.added': 'Eine Authenticator-App wurde hinzugefügt',
    'authenticator.removed': 'Eine Authenticator-App wurde entfernt',
    'authenticator.replaced': 'Eine Authenticator-App wurde ersetzt',
    'trusted_device.added': 'Einem Gerät wurde erlaubt, sich ohne zweiten Faktor anzumelden',
    'trusted_device.removed': 'Einem Gerät wird nicht mehr vertraut',
    'trusted_device.reuse_detected':
      'Einem Gerät wird nicht mehr vertraut, weil jemand eine Kopie seines Schlüssels verwendet hat',
    'passkey.added': 'Ein Passkey wurde hinzugefügt',
    'passkey.removed': 'Ein Passkey wurde entfernt',
    'passkey.cloned': 'Ein Passkey wurde abgelehnt, weil er vermutlich kopiert wurde',
    'passkey.refused':
      'Ein Passkey wurde abgelehnt, weil er laut eigener Angabe nicht mehr an mehreren Orten liegen kann. Entfernen Sie ihn und fügen Sie ihn neu hinzu',
    'passkey.synced':
      'Ein Passkey kann jetzt an mehreren Orten liegen, etwa in einem Cloud-Konto oder einem Passwortmanager',
    'import.ended': 'Konten wurden aus einem anderen System übernommen',
    'service_key.added': 'Ein Dienstschlüssel wurde angelegt',
    'service_key.revoked': 'Ein Dienstschlüssel wurde widerrufen',
    'operator.added': 'Ihr Konto hat Zugang zur Konsole erhalten',
    'operator.removed': 'Ihr Konto hat keinen Zugang mehr zur Konsole',
    'webhook.added': 'Ein Webhook wurde angelegt',
    'webhook.changed': 'Ein Webhook wurde geändert',
    'webhook.removed': 'Ein Webhook wurde entfernt',
    'webhook.replayed': 'Ereignisse wurden erneut an einen Webhook gesendet',
    'webhook.tested': 'Eine Testnachricht wurde an einen Webhook gesendet',
    'webhook.disabled': 'Ein Webhook wurde abgeschaltet',
    'backup_code.spent': ({ left }) => `Ein Backup-Code wurde verwendet, noch ${left} übrig`,
    'backup_codes.renewed': 'Sie haben neue Backup-Codes erstellt',
  },
  ended: {
    signed_out: 'Sie haben sich abgemeldet',
    signed_in_again: 'Sie haben sich erneut angemeldet',
    ended_by_owner: 'Sie haben sie beendet',
    password_changed: 'Ihr Passwort wurde geändert',
    password_reset: 'Sie haben ein neues Passwort festgelegt',
    two_factor_enabled: 'Die Zwei-Faktor-Authentifizierung wurde eingeschaltet',
    two_factor_disabled: 'Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet',
    passkey_removed: 'Ein Passkey wurde entfernt',
    identity_unlinked: 'Die Verknüpfung mit dem Anbieter wurde aufgehoben',
    code_replayed: 'Der Anmeldecode wurde ein zweites Mal verwendet',
    token_reused: 'Das Erneuerungstoken wurde ein zweites Mal verwendet',
    account_claimed: 'Sie haben das Konto übernommen',
    account_deleted: 'Sie haben Ihr Konto geschlossen',
    email_change_undone: 'Die Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
    too_many: 'Es gab zu viele Sitzungen',
    account_disabled: 'Ihr Konto wurde gesperrt',
    ended_by_operator: 'Die Verwaltung hat sie beendet',
  },
}
