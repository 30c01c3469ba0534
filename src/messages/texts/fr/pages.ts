import type { PageTexts } from '../en/pages.ts'
import { spanOf } from '../span.ts'
import { frConsole } from './console.ts'
import { frEvents } from './events.ts'
import { frSettings } from './settings.ts'
import { fr } from './typeset.ts'

export const frPages: PageTexts = {
  frame: {
    error: 'Erreur',
    language: 'Langue',
    back: (product) => `Retour à ${product}`,
    terms: "Conditions d'utilisation",
    privacy: 'Confidentialité',
    signOut: 'Se déconnecter',
  },
  optional: 'facultatif',
  show: 'Afficher',
  hide: 'Masquer',
  fields: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    repeatPassword: 'Confirmation du mot de passe',
    passwordHint: (min) =>
      `Au moins ${min} caractères. Quelques mots sans rapport entre eux forment un bon mot de passe.`,
    code: 'Code',
  },

  welcome: {
    lead: (product) => `Les comptes ${product} sont gérés ici.`,
    signIn: 'Se connecter',
    account: 'Votre compte',
    developers: 'Pour les développeurs',
    reference: "Référence de l'API",
    changelog: 'Journal des modifications',
    health: 'État du service',
  },

  signIn: {
    title: 'Se connecter',
    button: 'Se connecter',
    forgot: fr`Mot de passe oublié ?`,
    lastUsed: 'utilisé ici en dernier',
    or: 'ou',
    provider: (name) => `Continuer avec ${name}`,
    newHere: fr`Pas encore de compte ?`,
    register: 'Créer un compte',
    cancel: (product) => `Annuler et revenir à ${product}`,
    signedOut: 'Déconnexion réussie.',
    locked: (hasPasskeys) =>
      hasPasskeys
        ? "Vous n'aurez peut-être pas à attendre avec une clé d'accès ou un nouveau mot de passe."
        : "Vous n'aurez peut-être pas à attendre avec un nouveau mot de passe.",
    expired: "L'opération a pris trop de temps. Veuillez vous reconnecter. Rien n'a été modifié.",
    private: 'Connectez-vous pour voir cette page.',
    providerFailed: {
      access_denied: 'La connexion a été annulée ou refusée par le fournisseur.',
      account_exists:
        'Un compte existe déjà pour votre adresse e-mail. Connectez-vous avec votre mot de passe, puis associez le fournisseur dans vos paramètres.',
      email_required: "Le fournisseur n'a transmis aucune adresse e-mail utilisable.",
      registration_closed:
        "La connexion a été annulée ou refusée, ou vous n'avez pas de compte ici et cette adresse ne permet pas d'en créer un.",
      temporarily_unavailable: 'Le fournisseur est injoignable pour le moment. Veuillez réessayer.',
      server_error:
        "La réponse du fournisseur n'a pas pu être utilisée. Réessayez ou connectez-vous autrement.",
    },
  },
  register: {
    title: 'Créer un compte',
    button: 'Créer mon compte',
    haveOne: fr`Vous avez déjà un compte ?`,
    closed: {
      invited: 'Il faut une invitation pour créer un compte ici.',
      closed: "Il n'est pas possible de créer un compte ici.",
    },
    signIn: 'Se connecter',
    agree: {
      begin: 'En créant un compte, vous acceptez',
      terms: "les conditions d'utilisation",
      and: 'et',
      privacy: 'la politique de confidentialité',
      end: '.',
    },
  },
  secondStep: {
    title: 'Encore une étape',
    codes: {
      totp: {
        lead: "Saisissez le code à six chiffres affiché par votre application d'authentification.",
        use: "Utiliser plutôt l'application d'authentification",
      },
      backup_code: {
        lead: "Saisissez l'un de vos codes de secours. Chacun ne peut servir qu'une fois.",
        use: 'Utiliser plutôt un code de secours',
      },
    },
    trust: (days) => `Ne plus demander sur cet appareil pendant ${days === 1 ? 'un jour' : `${days} jours`}`,
    button: 'Continuer',
    usePasskey: "Utiliser votre clé d'accès ou votre clé de sécurité",
    lost: fr`Vous avez perdu votre application et vos codes ?`,
    startOver: 'Recommencer',
  },
  enrolment: {
    title: 'Configurer un second facteur',
    lead: fr`Ici, chaque compte est protégé par un second facteur. Configurez-en un pour continuer : une minute suffit.`,
    isOn: "Ce compte a maintenant un second facteur. Veuillez l'utiliser pour vous reconnecter. Si vous n'avez pas vu les codes de secours, créez-en de nouveaux dans vos paramètres.",
    keyButton: "Utiliser une clé d'accès ou une clé de sécurité",
  },
  passkey: {
    signIn: "Se connecter avec une clé d'accès",
    failed: "Aucune clé d'accès n'a été utilisée. Réessayez ou choisissez un autre moyen.",
    refused: "Cette clé d'accès n'a pas pu être utilisée ici. Réessayez ou choisissez un autre moyen.",
  },
  offer: {
    title: fr`Vous connecter sans mot de passe la prochaine fois ?`,
    afterCode: fr`Vous connecter sans code la prochaine fois ?`,
    lead: "Avec une clé d'accès, vous vous connectez avec votre empreinte digitale, votre visage ou le verrouillage d'écran de votre appareil. Elle ne fonctionne que sur ce site, et personne ne peut donc vous la soutirer par la ruse.",
    button: "Ajouter une clé d'accès",
    failed: "Aucune clé d'accès n'a été ajoutée. Vous pouvez réessayer ou le faire plus tard.",
    later: 'Pas maintenant',
  },
  onward: {
    title: 'Connexion réussie',
    lead: (product: string) =>
      `Vous allez être redirigé vers ${product}. S'il ne se passe rien, utilisez le bouton.`,
    button: 'Continuer',
  },
  emailCode: {
    ask: 'Recevoir un code par e-mail',
    title: 'Consultez votre messagerie',
    lead: 'Si un e-mail peut être envoyé à cette adresse, il est en route. Il indique à quoi sert le code.',
    button: 'Continuer',
  },
  awaitEmail: {
    code: (minutes) =>
      `Le code qui figure dans l'e-mail que nous vous avons envoyé. Il est valable ${minutes} minutes.`,
    opened: "J'ai ouvert le lien",
  },
  lostFactor: {
    title: fr`Vous avez perdu votre second facteur ?`,
    lead: (hours) => [
      "Nous pouvons vous envoyer un lien par e-mail. Il ouvre un délai d'attente, à la fin duquel l'authentification à deux facteurs est supprimée de votre compte.",
      `Le délai d'attente est de ${span(hours)}. Nous vous le rappellerons chaque jour, et toute connexion avec un code annule la suppression.`,
    ],
    button: 'Recevoir le lien',
    done: {
      title: 'Consultez votre messagerie',
      lead: ['Un lien vous a été envoyé. Il reste valable 30 minutes, et seul le plus récent fonctionne.'],
    },
    back: 'Retour',
  },
  signOut: {
    title: 'Se déconnecter',
    over: 'Déconnexion réussie',
    lead: 'Votre session sur ces pages sera fermée. Vos sessions dans les applications resteront ouvertes.',
    button: 'Se déconnecter',
    back: 'Retour à votre compte',
  },
  forgot: {
    title: fr`Mot de passe oublié ?`,
    lead: 'Nous vous enverrons par e-mail un lien pour en choisir un nouveau.',
    button: 'Recevoir un lien',
    signIn: 'Retour à la connexion',
    done: {
      title: 'Consultez votre messagerie',
      lead: [
        'Si un compte existe pour cette adresse, un lien lui a été envoyé. Il reste valable 30 minutes.',
        'Nous envoyons au plus trois liens par heure, et seul le plus récent fonctionne.',
        fr`Vous n'avez rien reçu ? Consultez vos courriers indésirables et vérifiez que votre compte a bien été créé avec cette adresse.`,
      ],
    },
  },

  settings: frSettings,
  events: frEvents,
  console: frConsole,

  links: {
    worksUntil: (time) => `Ce lien ne peut servir qu'une fois et reste valable jusqu'au ${time}.`,
    takeOver: {
      mine: 'Je viens de créer le compte',
      title: fr`Ce n'est pas vous qui l'avez créé ?`,
      lead: fr`Quelqu'un d'autre s'est inscrit avec votre adresse. Si vous voulez le compte, choisissez votre propre mot de passe : tout ce que cette personne a configuré sera supprimé, et elle sera déconnectée. Sinon, fermez cette page.`,
      button: 'Récupérer le compte',
    },
    staying: {
      title: 'Ce qui est conservé',
      lead: 'Le bouton ci-dessus ne change rien à ce qui suit. Supprimez ce que vous ne reconnaissez pas.',
      remove: 'Supprimer',
      removeIt: (name) => fr`Supprimer ${name}`,
      secondFactor: 'Conservé comme second facteur. Vous pourrez le supprimer après vous être connecté.',
      since: fr`Depuis :`,
      kinds: {
        passkey: "Clé d'accès",
        identity: 'Fournisseur associé',
        authenticator: "Application d'authentification",
        session: 'Session',
      },
    },
    invitation: {
      title: "Accepter l'invitation",
      lead: [
        "Choisissez un mot de passe pour votre nouveau compte. Il vous servira à vous connecter, avec l'adresse e-mail à laquelle cette invitation a été envoyée.",
        fr`Vous n'attendiez pas cette invitation ? Fermez cette page, et l'invitation expirera.`,
      ],
      button: 'Créer mon compte',
      done: {
        title: 'Votre compte est prêt',
        lead: ['Vous pouvez maintenant vous connecter avec votre adresse e-mail et votre mot de passe.'],
      },
    },
    'verify-email': {
      title: "Confirmer l'adresse e-mail",
      lead: [
        fr`Vous avez créé un compte avec cette adresse e-mail ? Confirmez-la pour terminer la création de votre compte.`,
      ],
      button: 'Confirmer mon adresse',
      done: { title: 'Votre adresse e-mail est confirmée', lead: ['Votre compte est prêt.'] },
    },
    'reset-password': {
      title: 'Choisir un nouveau mot de passe',
      lead: ['Choisir un nouveau mot de passe vous déconnecte de tous vos appareils.'],
      button: 'Enregistrer le mot de passe',
      done: {
        title: 'Votre nouveau mot de passe est enregistré',
        lead: ['Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.'],
      },
    },
    'confirm-new-email': {
      title: 'Utiliser cette adresse e-mail',
      lead: [
        "Confirmez que vous souhaitez vous connecter avec l'adresse à laquelle ce lien a été envoyé.",
        fr`Vous n'êtes pas à l'origine de cette demande ? Fermez cette page, et rien ne changera.`,
      ],
      button: 'Utiliser cette adresse',
      done: {
        title: 'Votre adresse a été modifiée',
        lead: ['Connectez-vous désormais avec votre nouvelle adresse.'],
      },
    },
    'email-changed': {
      title: "Annuler le changement d'adresse e-mail",
      lead: [
        fr`L'adresse à laquelle ce lien a été envoyé sera rétablie. Les sessions ouvertes après celle qui l'a changée prendront fin, et ce qui a été ajouté dans ces sessions ou depuis le changement sera supprimé : mot de passe, clés d'accès, fournisseurs associés, authentification à deux facteurs.`,
        'La personne qui a changé votre adresse connaît peut-être votre mot de passe. Choisissez-en aussi un nouveau ici.',
      ],
      button: 'Annuler ce changement',
      done: {
        title: 'Votre adresse e-mail a été rétablie',
        lead: [
          'Si vous avez laissé vides les champs du mot de passe, un lien pour en choisir un nouveau vous a été envoyé.',
        ],
      },
    },
    'reset-two-factor': {
      title: "Supprimer l'authentification à deux facteurs",
      lead: [
        fr`Vous avez perdu votre application d'authentification et vos codes de secours ? Nous pouvons supprimer l'authentification à deux facteurs après le délai d'attente indiqué dans notre e-mail. D'ici là, nous vous le rappellerons chaque jour.`,
        fr`Vous n'êtes pas à l'origine de cette demande ? N'appuyez pas sur le bouton. Changez votre mot de passe, ici et chez tous les fournisseurs associés.`,
      ],
      button: "Supprimer l'authentification à deux facteurs",
      done: {
        title: "L'authentification à deux facteurs sera supprimée",
        lead: [
          fr`Nous vous avons indiqué la date par e-mail. Vous avez changé d'avis ? D'ici là, vous pouvez annuler la suppression en vous connectant avec un code ou avec le lien de cet e-mail.`,
        ],
      },
    },
    'two-factor-removal': {
      title: "Conserver l'authentification à deux facteurs",
      lead: [
        "Quelqu'un a demandé à supprimer l'authentification à deux facteurs de votre compte. Si ce n'était pas vous, ou si vous avez changé d'avis, annulez la suppression ici.",
      ],
      button: "Conserver l'authentification à deux facteurs",
      done: {
        title: "L'authentification à deux facteurs reste activée",
        lead: [
          fr`Vous n'aviez pas demandé cette suppression ? Quelqu'un d'autre connaît donc votre mot de passe et peut lire vos e-mails. Changez vos mots de passe : celui de ce compte, celui de votre messagerie et ceux des fournisseurs associés.`,
        ],
      },
    },
  },

  refusals: {
    deadLink: {
      title: 'Ce lien ne fonctionne plus',
      lead: "Il a expiré, a déjà été utilisé ou a été remplacé par un lien plus récent. Si vous venez de l'utiliser, vous n'avez plus rien à faire. Sinon, demandez-en un nouveau. Si ce message réapparaît, autorisez les cookies pour ce site.",
    },
    openLinkAgain: {
      title: 'Rouvrez le lien',
      lead: "Cette page est restée ouverte trop longtemps, le lien a déjà été utilisé ou un autre a été ouvert entre-temps dans ce navigateur. Si vous venez de l'utiliser, vous n'avez plus rien à faire.",
    },
    openLinkHere: {
      title: 'Rouvrez le lien',
      lead: "Ce navigateur ne connaît pas le lien. Ouvrez de nouveau le lien de votre e-mail dans ce navigateur. Si vous venez de l'utiliser, vous n'avez plus rien à faire. Si ce message réapparaît, autorisez les cookies pour ce site.",
    },
    cookieNotKept: {
      title: "Votre navigateur n'a pas conservé notre cookie",
      lead: (address: string | undefined) =>
        `Sans ce cookie, personne ne peut être connecté. Rien n'a donc été fait. Autorisez les cookies pour ce site${address ? `, ouvrez-le à l'adresse ${address}` : ''} et réessayez.`,
    },
    again: 'Réessayer',
    fromElsewhere: {
      title: 'Cette demande ne provient pas de notre page',
      lead: "Ouvrez de nouveau la page et utilisez le bouton qui s'y trouve.",
    },
    wrongAddress: {
      title: 'Cette connexion est impossible',
      lead: "L'application demande à revenir à une adresse qui n'est pas enregistrée ici. Retournez dans l'application et réessayez. Si le problème persiste, prévenez ses responsables.",
    },
    tooMany: { title: 'Trop de tentatives', lead: 'Attendez quelques minutes, puis réessayez.' },
    away: { title: 'Temporairement indisponible', lead: 'Réessayez dans une minute.' },
    other: 'Un problème est survenu',
    notFound: { title: "Il n'y a rien ici", lead: "L'adresse contient peut-être une faute de frappe." },
  },
}

const span = (hours: number) => spanOf(hours, 'hour', 'fr')
