import type { PageTexts } from '../en/pages.ts'
import { fr } from './typeset.ts'

export const frEvents: PageTexts['events'] = {
  means: {
    password: 'votre mot de passe',
    totp: "votre application d'authentification",
    backup_code: 'un code de secours',
    passkey: "une clé d'accès",
  },
  sentences: {
    'user.registered': 'Vous avez créé votre compte',
    'user.invited': 'Vous avez reçu une invitation à créer un compte',
    'user.disabled': 'Votre compte a été bloqué',
    'user.enabled': 'Votre compte a été débloqué',
    'user.unlocked': 'Les délais après de mauvais mots de passe et codes ont été levés',
    'user.sessions_ended': 'Toutes vos sessions ont été fermées',
    'user.exported': 'Vos données ont été exportées',
    'user.external_id_changed': "L'identifiant de votre compte dans l'application a changé",
    'user.imported': "Votre compte a été repris d'un autre système",
    'email.verified': 'Votre adresse e-mail a été confirmée',
    'email.changed': 'Votre adresse e-mail a été modifiée',
    'email.change_undone': "Le changement d'adresse e-mail a été annulé",
    'session.opened': ({ means }) => (means ? `Connexion avec ${means}` : 'Connexion'),
    'session.ended': ({ why }) => (why ? fr`Une session a pris fin : ${why}` : 'Une session a pris fin'),
    'session.reuse_detected': "Une session a pris fin, car quelqu'un a utilisé une copie de ses jetons",
    'sign_in.refused': ({ provider, isPasskey }) =>
      `Échec d'une connexion avec ${provider ?? (isPasskey ? "une clé d'accès" : 'un mot de passe')}`,
    'oauth_code.replayed': "Quelqu'un a tenté d'utiliser un code de connexion une seconde fois",
    'secret.unreadable': "Une clé enregistrée n'a pas pu être lue",
    'account.claimed': "Vous avez récupéré un compte que quelqu'un d'autre avait créé avec votre adresse",
    'account.locked': 'Les connexions ont été limitées après trop de mots de passe erronés',
    'account.deletion_requested': 'Votre compte a été fermé',
    'account.deletion_cancelled': 'Votre compte a finalement été conservé',
    'account.deleted': 'Votre compte a été supprimé',
    'password.changed': 'Votre mot de passe a été modifié',
    'password.reset_requested': 'Un lien pour choisir un nouveau mot de passe vous a été envoyé',
    'password.reset': 'Vous avez choisi un nouveau mot de passe avec un lien reçu par e-mail',
    'identity.linked': ({ provider }) => `${provider ?? 'Un fournisseur'} a été associé`,
    'identity.unlinked': ({ provider }) => `${provider ?? 'Un fournisseur'} a été dissocié`,
    'two_factor.enabled': "L'authentification à deux facteurs a été activée",
    'two_factor.disabled': "L'authentification à deux facteurs a été désactivée",
    'two_factor.required': ({ means }) =>
      means
        ? `Un second facteur a été demandé après une connexion avec ${means}`
        : 'Un second facteur a été demandé',
    'two_factor.enrolment_required': ({ means }) =>
      means
        ? `La configuration d'un second facteur a été demandée après une connexion avec ${means}`
        : "La configuration d'un second facteur a été demandée",
    'two_factor.refused': ({ isPasskey }) =>
      isPasskey ? "Une clé d'accès a été refusée" : "Quelqu'un a saisi un code erroné",
    'two_factor.locked': 'Les tentatives ont été limitées après trop de codes erronés',
    'two_factor.reset_begun': "La suppression de l'authentification à deux facteurs a été demandée",
    'two_factor.reset_cancelled': "La suppression de l'authentification à deux facteurs a été annulée",
    'authenticator.added': "Une application d'authentification a été ajoutée",
    'authenticator.removed': "Une application d'authentification a été supprimée",
    'authenticator.replaced': "Une application d'authentification a été remplacée",
    'passkey.added': "Une clé d'accès a été ajoutée",
    'passkey.removed': "Une clé d'accès a été supprimée",
    'passkey.cloned': "Une clé d'accès a été refusée, car elle semble avoir été copiée",
    'passkey.refused':
      "Une clé d'accès a été refusée, car elle n'indique plus pouvoir être conservée à plusieurs endroits. Supprimez-la puis ajoutez-la à nouveau",
    'passkey.synced':
      "Une clé d'accès peut désormais être conservée à plusieurs endroits, par exemple dans un compte cloud ou un gestionnaire de mots de passe",
    'import.ended': "Des comptes ont été repris d'un autre système",
    'service_key.added': 'Une clé de service a été créée',
    'service_key.revoked': 'Une clé de service a été révoquée',
    'backup_code.spent': ({ left }) => `Un code de secours a été utilisé, il en reste ${left}`,
    'backup_codes.renewed': 'Vous avez généré de nouveaux codes de secours',
  },
  ended: {
    signed_out: 'déconnexion',
    signed_in_again: 'nouvelle connexion',
    ended_by_owner: 'vous y avez mis fin',
    password_changed: 'votre mot de passe a été modifié',
    password_reset: 'vous avez choisi un nouveau mot de passe',
    two_factor_enabled: "l'authentification à deux facteurs a été activée",
    two_factor_disabled: "l'authentification à deux facteurs a été désactivée",
    passkey_removed: "une clé d'accès a été supprimée",
    identity_unlinked: "le fournisseur qui l'avait ouverte a été dissocié",
    code_replayed: 'son code de connexion a été utilisé une seconde fois',
    token_reused: 'son jeton de renouvellement a été utilisé une seconde fois',
    account_claimed: 'vous avez récupéré le compte',
    account_deleted: 'vous avez fermé votre compte',
    email_change_undone: "le changement d'adresse e-mail a été annulé",
    too_many: 'il y en avait trop',
    account_disabled: 'votre compte a été bloqué',
    ended_by_operator: "l'administration y a mis fin",
  },
}
