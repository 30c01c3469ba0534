import type { RefusalWords } from '../refusals.ts'
import { waitText } from '../span.ts'
import { fr } from './typeset.ts'

export const frRefusals: RefusalWords = {
  byCode: {
    bad_request: () => "Nous n'avons pas pu traiter cette demande. Revenez en arrière et réessayez.",
    invalid_credentials: () => "L'adresse e-mail ou le mot de passe est incorrect. Vérifiez les deux.",
    two_factor_required: () => "Saisissez un code de votre application d'authentification.",
    two_factor_enrolment_required: () => "Veuillez d'abord configurer un second facteur.",
    registration_closed: () =>
      "Cette adresse ne permet pas de créer un compte ici. Si vous avez été invité, utilisez le lien de l'invitation.",
    email_unverified: () => "Confirmez d'abord votre adresse e-mail avec le lien que nous vous avons envoyé.",
    invalid_challenge: () => 'Cette connexion a expiré. Veuillez recommencer.',
    wrong_code: ({ attemptsLeft, alreadyUsed }) => {
      if (alreadyUsed) return 'Ce code a déjà été utilisé. Attendez le suivant.'
      if (attemptsLeft === undefined) return 'Le code est incorrect. Veuillez réessayer.'
      if (attemptsLeft === 0)
        return 'Le code est incorrect. Il ne vous reste aucune tentative. Recommencez plus tard.'
      return `Le code est incorrect. Il vous reste ${attemptsLeft} ${attemptsLeft === 1 ? 'tentative' : 'tentatives'}.`
    },
    invalid_code: () => 'Ce code est incorrect ou a expiré. Vérifiez-le.',
    already_configured: () => "L'authentification à deux facteurs est déjà activée.",
    not_started: () => 'Cette configuration a expiré ou a été annulée. Veuillez recommencer.',
    not_configured: () => "L'authentification à deux facteurs est désactivée. Activez-la d'abord.",
    factor_required: () => 'Un second facteur est nécessaire pour cela.',
    reauthentication_required: () => "Confirmez qu'il s'agit bien de vous, puis réessayez.",
    identity_taken: () => 'Cet identifiant est déjà associé à un autre compte. Utilisez-en un autre.',
    already_linked: () =>
      "Ce fournisseur est déjà associé à votre compte. Dissociez-le d'abord pour associer un autre identifiant.",
    mail_over: () => "Cet e-mail n'a pas été abandonné, ou ne sert plus à rien.",
    last_way_in: () => "C'est votre seul moyen de vous connecter. Ajoutez-en d'abord un autre.",
    too_many_authenticators: () =>
      "Vous pouvez avoir cinq applications d'authentification au maximum. Supprimez-en d'abord une.",
    last_authenticator: () =>
      "C'est votre seule application d'authentification. Pour la supprimer, désactivez l'authentification à deux facteurs.",
    second_factor_needed: () =>
      "Ici, chaque compte a besoin d'un second facteur. Avant de supprimer le dernier, configurez-en un autre.",
    passkey_refused: () => "Cette clé d'accès n'a pas pu être ajoutée. Veuillez réessayer.",
    passkey_known: () => "Cette clé d'accès a déjà été ajoutée.",
    too_many_passkeys: () => "Vous avez déjà 20 clés d'accès. Supprimez-en d'abord une.",
    already_verified: () => "Votre adresse e-mail est déjà confirmée. Vous n'avez rien à faire.",
    external_id_taken: () => 'Un autre compte a cet identifiant externe.',
    cross_site: () => 'Ce formulaire ne provient pas de notre page. Ouvrez de nouveau la page.',
    outdated_form: () =>
      "Entre-temps, quelqu'un s'est connecté à un autre compte ou a ouvert un autre lien dans ce navigateur, et cette page s'y rapporte désormais. Rien n'a été modifié. Pour continuer comme avant, connectez-vous de nouveau ou rouvrez le lien.",
    unauthorized: () => 'Veuillez vous connecter.',
    insufficient_scope: () => "Cette demande n'est pas autorisée ici.",
    cursor_expired: () => 'Cette liste a changé entre-temps. Recommencez depuis le début.',
    not_found: () => "Il n'y a rien ici. Vérifiez l'adresse.",
    method_not_allowed: () => "Ce n'est pas possible ici. Revenez en arrière et réessayez.",
    request_timeout: () => "L'envoi a pris trop de temps. Veuillez réessayer.",
    payload_too_large: () => "C'était trop long. Veuillez raccourcir votre saisie.",
    uri_too_long: () => "L'adresse de cette page est trop longue. Veuillez recommencer.",
    unsupported_media_type: () => "Nous n'avons pas pu lire ce formulaire. Ouvrez de nouveau la page.",
    too_many_attempts: ({ retrySeconds }) =>
      retrySeconds
        ? `Trop de tentatives. Attendez ${waitText(retrySeconds, 'fr')}, puis réessayez.`
        : 'Trop de tentatives. Attendez quelques minutes, puis réessayez.',
    headers_too_large: () =>
      'Votre navigateur a envoyé trop de données. Supprimez les cookies de ce site et réessayez.',
    internal_error: () => 'Un problème est survenu de notre côté. Réessayez plus tard.',
    unavailable: () => 'Le service est temporairement indisponible. Réessayez dans une minute.',
  },
  byRule: {
    required: () => 'Veuillez remplir ce champ.',
    string: () => 'Veuillez saisir du texte.',
    object: () => "Nous n'avons pas pu lire ce formulaire. Ouvrez de nouveau la page.",
    regex: () => "Cette saisie n'est pas valide. Vérifiez-la.",
    uuid: () => "Veuillez choisir l'une des entrées affichées.",
    enum: () => "Veuillez choisir l'une des options.",
    literal: () => "Veuillez choisir l'une des options.",
    boolean: () => "Veuillez choisir l'une des options.",
    credential: () => "Cette clé d'accès n'a pas pu être lue. Veuillez réessayer.",
    minLength: ({ min }) => `Utilisez au moins ${countOf(min)}.`,
    maxLength: ({ max }) => `Utilisez au plus ${countOf(max)}.`,
    email: () => fr`Saisissez une adresse e-mail valide, par exemple : nom@example.com.`,
    array: () => 'Cette valeur doit être une liste.',
    wellFormed: () => 'Cette saisie contient des caractères non autorisés. Supprimez-les.',
    common: () =>
      "C'est l'un des mots de passe les plus courants. Choisissez-en un plus difficile à deviner.",
    notSameAs: ({ otherField }) =>
      otherField === 'email'
        ? 'Votre mot de passe ne doit pas être votre adresse e-mail. Choisissez-en un autre.'
        : "C'est déjà votre adresse e-mail. Saisissez-en une autre.",
    contextWord: () =>
      'Ce mot de passe ressemble trop à votre adresse e-mail ou au nom de ce service. Choisissez-en un plus difficile à deviner.',
    confirmed: () => 'Les deux mots de passe sont différents. Saisissez deux fois le même.',
    future: () => 'Indiquez une date dans le futur, par exemple 2030-01-31.',
    eventType: () => 'Aucun événement ne porte ce nom.',
    externalId: () => 'Utilisez de 1 à 128 lettres, chiffres ou signes.',
    'database.unique': () =>
      'Un compte existe déjà pour cette adresse e-mail. Connectez-vous ou utilisez une autre adresse.',
  },
}

const countOf = (characters: number) => (characters === 1 ? '1 caractère' : `${characters} caractères`)
