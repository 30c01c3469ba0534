import type { ExplanationWords } from '../explanations.ts'
import { fr } from './typeset.ts'

export const frExplanations: ExplanationWords = {
  byRule: {
    'request.malformed': () =>
      fr`La demande était illisible : le programme qui l'a envoyée comporte une erreur.`,
    'redirect.unknown': () =>
      "L'application voulait revenir à une adresse qui ne figure pas dans OAUTH_REDIRECT_URIS.",
    'cookie.not_kept': () =>
      fr`Le navigateur n'a pas conservé le cookie de la page : il bloque les cookies, ou la page a été ouverte à une autre adresse que PUBLIC_URL.`,
    'browser_sign_in.lost': () =>
      'La connexion avec un fournisseur était trop ancienne, avait déjà servi, ou avait commencé dans un autre navigateur. Il suffit de recommencer.',
    'password.wrong': ({ left, isKnownPlace }) =>
      fr`Le mot de passe était incorrect, ${isKnownPlace ? "depuis un lieu d'où la personne s'est connectée récemment" : 'depuis un lieu inconnu'}.${left === undefined ? '' : fr` Essais restants avant une attente : ${left}.`}`,
    'password.none': () =>
      "Le compte n'a pas de mot de passe. La personne se connecte autrement, ou en définit un par e-mail.",
    'account.unknown': () => "Aucun compte n'a l'adresse saisie.",
    'account.blocked': () =>
      'Le compte est bloqué, quel que soit le mot de passe saisi. Il faut le débloquer.',
    'passkey.wrong': () =>
      "La clé d'accès n'est pas de ce compte, sa réponse est arrivée trop tard, ou elle n'a pas vérifié la personne.",
    'passkey.replayed': () =>
      "La réponse de la clé d'accès avait déjà servi, ou il existe une copie de la clé.",
    'link.dead': () =>
      "Le lien ou le code de l'e-mail a déjà servi, a expiré, ou a été remplacé par un plus récent. Il faut un nouvel e-mail.",
    'link.elsewhere': () =>
      "La page d'un lien reçu par e-mail a été ouverte là où le lien est inconnu. Il faut l'ouvrir depuis l'e-mail.",
    'oauth_code.dead': () =>
      "Le code à usage unique de l'application a déjà servi, a expiré, ou est arrivé avec un autre vérificateur.",
    'oauth_code.replayed': () =>
      'Un code à usage unique a été renvoyé après avoir ouvert une session. Celle-ci a été fermée, au cas où le code aurait été volé.',
    'refresh_token.dead': () =>
      "La session de ce jeton d'actualisation est fermée ou a expiré. Il faut se reconnecter.",
    'refresh_token.reused': () =>
      "Un jeton d'actualisation déjà remplacé a été renvoyé. Sa session a été fermée, au cas où il aurait été volé.",
    'sign_in.overtaken': () =>
      'Pendant la connexion, toutes les sessions ont été fermées, ou le compte a été bloqué ou supprimé. Il faut se reconnecter.',
    'second_factor.required': ({ methods }) =>
      fr`Le premier facteur était correct. Un second a ensuite été demandé : ${methods}.`,
    'second_factor.missing': ({ methods }) =>
      fr`Le premier facteur était correct. TWO_FACTOR en exige un second, à configurer d'abord : ${methods}.`,
    'address.unconfirmed': () =>
      "L'adresse n'est pas confirmée, et EMAIL_VERIFICATION l'exige. Il faut le lien reçu par e-mail, ou un opérateur qui confirme l'adresse.",
    'registration.closed': () =>
      fr`Personne ne peut s'inscrire : REGISTRATION vaut closed. Il faut une invitation.`,
    'registration.invited': () =>
      fr`Seules les personnes invitées peuvent s'inscrire : REGISTRATION vaut invited. Il faut une invitation.`,
    'registration.domain': () => "Le domaine de l'adresse ne figure pas dans REGISTRATION_DOMAINS.",
    'challenge.dead': () =>
      "La connexion avait expiré, n'avait plus d'essais, ou était déjà terminée. Il faut se reconnecter.",
    'challenge.overtaken': () =>
      'Pendant la connexion, toutes les sessions ont été fermées, ou une autre réponse a été plus rapide. Il faut se reconnecter.',
    'second_factor.wrong': ({ left }) =>
      `Le code du second facteur était incorrect.${left === undefined ? '' : fr` Essais restants : ${left}.`}`,
    'second_factor.used': () =>
      "Le code était correct et avait déjà servi. Il faut le code suivant de l'application.",
    'setup.wrong_code': () =>
      "Le code n'est pas de l'application en cours de configuration, ou l'horloge de l'appareil est fausse.",
    'code.malformed': () => "Ce qui a été saisi n'est pas un code à six chiffres.",
    'provider_link.dead': () =>
      "Le code qui associe un fournisseur a déjà servi, a expiré, ou est d'une autre session.",
    'second_factor.on': () => "L'authentification à deux facteurs est déjà activée.",
    'setup.expired': () =>
      fr`Aucune configuration n'était plus en cours : elle avait expiré, ou des sessions ont été fermées.`,
    'second_factor.off': () => "L'authentification à deux facteurs est désactivée.",
    'proof.too_old': ({ methods }) =>
      fr`La dernière preuve d'identité est trop ancienne pour cela. Il en faut une nouvelle${methods === '' ? '' : fr` : ${methods}`}.`,
    'second_factor.not_sent': ({ methods }) =>
      fr`Cela exige un second facteur dans la même demande : ${methods}.`,
    'identity.of_another': () => "Cette identité est associée à un autre compte. Il faut l'y dissocier.",
    'identity.linked': () => 'Une autre identité de ce fournisseur est associée. Il faut la dissocier.',
    'way_in.last': () => "C'est le seul moyen de se connecter au compte. Il faut en configurer un autre.",
    'authenticators.most': () =>
      "Le compte a autant d'applications d'authentification qu'il peut en avoir. Il faut en supprimer une.",
    'authenticator.last': () =>
      "C'est le dernier second facteur, qui s'en va en désactivant l'authentification à deux facteurs.",
    'second_factor.policy': () =>
      'TWO_FACTOR exige un second facteur de chaque compte. Il faut en configurer un autre.',
    'passkey.unusable': () =>
      "Ce que le navigateur a envoyé n'est pas une clé d'accès utilisable ici, ou a été créé pour une autre page.",
    'passkey.second_factor_only': () =>
      "Cette clé d'accès ne permet pas de se connecter, et ne servirait plus à rien.",
    'passkey.known': () => "Cette clé d'accès a déjà été ajoutée.",
    'passkeys.most': () =>
      "Le compte a autant de clés d'accès qu'il peut en avoir. Il faut en supprimer une.",
    'address.confirmed': () => "L'adresse est déjà confirmée.",
    'external_id.of_another': () => 'Un autre compte a cet identifiant externe.',
    'form.cross_site': () =>
      "Le formulaire a été envoyé depuis la page d'un autre site, ou par un programme.",
    'form.outdated': () =>
      'Le formulaire a été ouvert pour un autre compte, une autre connexion ou un autre lien que ceux du navigateur à présent. Il faut rouvrir la page.',
    'link.forgotten': () =>
      "Le formulaire d'un lien reçu par e-mail a été ouvert il y a trop longtemps, ou pour un autre lien. Il faut rouvrir le lien.",
    'token.dead': () =>
      fr`Il n'y avait pas de jeton d'accès valable : il avait expiré, sa session est fermée, ou ce n'en était pas un.`,
    'service_key.dead': () =>
      fr`Il n'y avait pas de clé de service valable : elle a expiré, a été révoquée, ou venait d'une adresse qui n'est pas la sienne.`,
    'console.not_granted': () =>
      fr`La console est réservée aux opérateurs qui ont un second facteur, et à leurs droits. « sallyport operators add » les accorde.`,
    'service_key.scope': ({ scope }) => `Il manque à la clé de service la portée ${scope}.`,
    'mail.over': () =>
      fr`L'e-mail n'a pas été abandonné, ou son lien ne fonctionne plus. Ce qui l'a causé peut être demandé de nouveau.`,
    'cursor.expired': () => "Ce qui suivait ce curseur n'est plus conservé.",
    'path.unknown': () => "Il n'y a rien à cette adresse, ou rien qui soit à cette personne.",
    'method.unknown': () => "Cette adresse n'accepte pas cette méthode.",
    'request.slow': () => "La demande n'est pas arrivée à temps.",
    'request.large': () => 'Le contenu de la demande était trop grand.',
    'request.long_address': () => "L'adresse de la demande était trop longue.",
    'request.media_type': () => "Le contenu de la demande était d'un autre type que celui attendu ici.",
    'request.headers': () => 'Les en-têtes de la demande étaient trop grands.',
    'service.fault': () =>
      'Le service comporte une erreur. Elle est dans le journal, sous le même numéro de demande.',
    'service.busy': () =>
      'Le service était surchargé, ou la base de données était absente. Le journal et les métriques disent lequel des deux. Il suffit de réessayer.',
    'provider.denied': () => 'La personne a annulé chez le fournisseur, ou le fournisseur a refusé.',
    'provider.untrusted': () =>
      "La réponse du fournisseur n'était pas fiable. Le journal dit pourquoi, à la même heure.",
    'provider.away': () => "Le fournisseur n'était pas joignable. Il suffit de réessayer.",
    'provider.address_unproven': () =>
      "L'adresse a un compte, et le fournisseur ne l'a pas vérifiée. Il faut se connecter au compte et y associer le fournisseur.",
    'provider.account_blocked': () =>
      "Le compte de cette adresse est bloqué, et rien n'y est associé. Il faut le débloquer.",
    'provider.other_identity': () =>
      'Le compte de cette adresse a une autre identité du fournisseur. Il faut la dissocier.',
    'provider.no_address': () => "Le fournisseur n'a communiqué aucune adresse utilisable.",
    'field.wrong': ({ field, fault }) =>
      fr`Un champ a été refusé (${field === '' ? 'body' : field}) : ${fault}`,
    'limit.password': ({ tries, isKnownPlace }) =>
      fr`Mots de passe incorrects ${isKnownPlace ? "depuis un lieu d'où la personne s'est connectée récemment" : 'depuis des lieux inconnus'} : ${tries}. Aucun n'est examiné avant la fin de l'attente.`,
    'limit.second_factor': ({ tries }) =>
      fr`Codes incorrects du second facteur : ${tries}. Aucun n'est examiné avant la fin de l'attente.`,
    'limit.enrolment': ({ tries }) =>
      fr`Codes incorrects pendant la configuration d'une application : ${tries}.`,
    'limit.mailed_code': ({ tries }) => fr`Codes reçus par e-mail incorrects pour l'adresse : ${tries}.`,
    'limit.exports': ({ free, span }) => `Plus de ${free} exports en ${span}.`,
    'limit.resets': ({ free, span }) =>
      `Plus de ${free} demandes de nouveau mot de passe depuis une adresse de client en ${span}.`,
    'limit.sign_in_codes': ({ free, span }) =>
      `Plus de ${free} demandes de code par e-mail depuis une adresse de client en ${span}.`,
    'limit.failures': ({ free, span }) =>
      fr`Plus de ${free} échecs depuis une adresse de client en ${span} : FAILURES_PER_ADDRESS. Peut-être est-elle partagée par beaucoup de personnes.`,
    'limit.sign_ins': ({ free, span }) =>
      `Plus de ${free} connexions en ${span}, au compte ou depuis une adresse de client.`,
    'limit.registrations': ({ free, span }) =>
      fr`Plus de ${free} inscriptions depuis une adresse de client en ${span} : REGISTRATIONS_PER_HOUR.`,
    'limit.service_key_failures': ({ free, span }) =>
      `Plus de ${free} clés de service incorrectes depuis une adresse de client en ${span}.`,
    'limit.acts': ({ free, span }) => `Plus de ${free} modifications par une clé de service en ${span}.`,
    'limit.factor_removals': ({ free, span }) =>
      `Plus de ${free} seconds facteurs supprimés par une clé de service en ${span}.`,
    'limit.provider_sign_ins': ({ free, span }) =>
      `Plus de ${free} connexions avec un fournisseur depuis une adresse de client en ${span}.`,
    'limit.streams': () => "Trop de flux d'événements sont ouverts avec une clé de service.",
    'limit.mails': ({ free, span }) => `Plus de ${free} e-mails de ce type en ${span}.`,
    'limit.changes': ({ free, span }) => `Plus de ${free} modifications de ce type en ${span}.`,
  },
  next: (time) => `Le prochain essai est possible le ${time}.`,
  shut: (cap) =>
    fr`Après ${cap} d'affilée, attendre ne sert à rien : il faut un nouveau mot de passe par e-mail, ou un opérateur qui met fin aux attentes.`,
  elsewhere: (network, time) =>
    `Depuis ${network}, d'où cette personne s'est connectée le ${time}, l'essai aurait été examiné.`,
}
