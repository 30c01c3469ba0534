import type { consoleTexts } from '../en/console.ts'
import { fr } from './typeset.ts'

export const frConsole: typeof consoleTexts = {
  name: 'Console des opérateurs',
  navigation: 'Rubriques de la console',
  sections: {
    overview: 'Vue d’ensemble',
    people: 'Personnes',
    acts: 'Ce que les opérateurs ont fait',
    events: 'Événements',
    mails: 'E-mails non remis',
    keys: 'Clés de service',
    webhooks: 'Webhooks configurés',
    settings: 'Réglages',
    operators: 'Opérateurs',
  },

  signIn: {
    lead: (product) =>
      fr`Pour les opérateurs de ${product} : avec une clé d’accès, ou un mot de passe et un code.`,
    ended: 'Votre visite de la console est terminée. Veuillez vous reconnecter.',
  },
  prove: 'Ceci change quelque chose. Veuillez prouver à nouveau qui vous êtes.',
  signOut: { lead: 'Ceci met fin à votre visite de la console.', back: 'Retour à la console' },

  reason: 'Motif',
  reasonHint: 'La personne peut le lire dans son activité, et les autres opérateurs dans la liste.',
  reasonForOperators: 'Seuls les opérateurs peuvent le lire.',
  whatHappens: 'Ce qui va se passer',
  whoIsTold: 'Qui en est informé',
  cancel: 'Annuler',
  done: (act) => fr`C’est fait : ${act}`,
  newest: 'Les plus récents',
  older: 'Plus anciens',
  next: 'Page suivante',
  none: 'Il n’y a rien ici.',
  yes: 'Oui',
  no: 'Non',
  never: 'Jamais',
  until: (time) => `jusqu’au ${time}`,
  by: {
    owner: 'la personne elle-même',
    stranger: 'une personne inconnue',
    operator: 'un opérateur',
    service_key: 'une clé de service',
    system: 'le service',
  },

  people: {
    search: 'Adresse ou son début, identifiant, ou identifiant externe',
    searchHint: 'Au moins trois caractères. Sans rien, tous les comptes apparaissent par adresse.',
    find: 'Chercher',
    all: 'Tous',
    statuses: {
      blocked: 'Bloqués',
      unconfirmed: 'Non confirmés',
      closing: 'En cours de fermeture',
      'without-second-factor': 'Sans second facteur',
    },
    nobody: 'Personne n’a été trouvé.',
    invite: 'Inviter une personne',
  },

  person: {
    show: 'Afficher le compte',
    state: 'État',
    states: {
      open: 'Ouvert',
      blocked: 'Bloqué',
      invited: 'Invité',
      closing: 'En cours de fermeture',
    },
    why: fr`Pourquoi la connexion a-t-elle échoué ?`,
    email: 'Adresse e-mail',
    confirmed: 'confirmée',
    unconfirmed: 'non confirmée',
    id: 'Identifiant du compte',
    externalId: 'Identifiant externe',
    created: 'Inscription',
    lastSignIn: 'Dernière connexion',
    language: 'Langue',
    waysIn: 'Moyens de connexion',
    password: 'Mot de passe',
    twoFactor: 'Second facteur',
    codesLeft: (count) => fr`Codes de secours restants : ${count}`,
    sessions: 'Où la personne est connectée',
    devices: 'Appareils de confiance',
    apps: 'Applications d’authentification',
    passkeys: 'Clés d’accès',
    providers: 'Fournisseurs liés',
    mails: 'E-mails de la dernière semaine',
    activity: 'Activité',
    acts: 'Ce que vous pouvez faire',
  },

  why: {
    lead: 'Les dernières tentatives refusées, et ce qui les a refusées.',
    refused: 'Refusé récemment',
    waits: 'Délais d’attente',
    nothing:
      'Rien n’a été refusé récemment. Les tentatives avec une autre adresse que celle-ci ne figurent pas dans cette liste.',
    now: 'La situation actuelle',
    blocked: 'Le compte est bloqué. Chaque tentative reçoit la réponse d’un mot de passe erroné.',
    unconfirmed: 'L’adresse n’a pas été confirmée.',
    noPassword:
      'Il n’y a pas de mot de passe. Pour se connecter, il faut une clé d’accès ou un fournisseur lié.',
    open: 'Rien, dans le compte lui-même, n’empêche la personne d’y entrer.',
  },

  acts: {
    block: {
      title: 'Bloquer le compte',
      what: 'Toutes les sessions se terminent aussitôt, et les connexions reçoivent la réponse d’un mot de passe erroné.',
    },
    unblock: { title: 'Débloquer le compte', what: 'La personne peut de nouveau se connecter comme avant.' },
    unlock: {
      title: 'Lever les délais d’attente',
      what: 'Les délais dus à des mots de passe et à des codes erronés sont levés, d’où que viennent les tentatives. Ceux des adresses réseau restent.',
    },
    'confirm-email': {
      title: 'Confirmer l’adresse',
      what: 'Pour une personne qui a montré que l’adresse est la sienne. Les sessions qui ne pouvaient que la confirmer peuvent désormais tout faire.',
    },
    'send-reset': {
      title: 'Envoyer un lien pour un nouveau mot de passe',
      what: 'La personne reçoit le lien par e-mail. Nul autre ne le voit.',
    },
    'end-sessions': {
      title: 'Déconnecter partout',
      what: 'Toutes les sessions se terminent, de même que les connexions, les changements et les liens envoyés qui sont en cours.',
    },
    'end-session': {
      title: 'Terminer cette session',
      what: 'Elle se termine aussitôt, avec la visite des pages du compte dont elle provient.',
    },
    'forget-devices': {
      title: 'Ne plus faire confiance à aucun appareil',
      what: 'La prochaine connexion sur chacun d’eux demandera de nouveau le second facteur. Les sessions restent.',
    },
    'forget-device': {
      title: 'Ne plus faire confiance à cet appareil',
      what: 'La prochaine connexion sur cet appareil demandera de nouveau le second facteur. Les sessions restent.',
    },
    unlink: {
      title: 'Dissocier ce fournisseur',
      what: 'Il n’ouvre plus le compte, et les sessions qu’il a ouvertes se terminent.',
    },
    'remove-app': {
      title: 'Retirer cette application',
      what: 'Ses codes ne sont plus valables pour le compte.',
    },
    'remove-passkey': {
      title: 'Retirer cette clé d’accès',
      what: 'Elle n’est plus valable pour le compte, et les sessions ouvertes par des clés d’accès se terminent.',
    },
    'remove-second-factor': {
      title: 'Retirer le second facteur',
      what: fr`Les applications d’authentification, les codes de secours et les clés d’accès sont retirés, et toutes les sessions se terminent. Assurez-vous d’abord de qui le demande : la boîte mail seule ne prouve rien.`,
    },
    'set-external-id': {
      title: 'Définir l’identifiant externe',
      what: 'C’est celui sous lequel votre application connaît la personne. Aucun autre compte ne peut l’avoir.',
    },
    'remove-external-id': {
      title: 'Retirer l’identifiant externe',
      what: 'Votre application ne connaît plus le compte sous cet identifiant.',
    },
    keep: {
      title: 'Conserver le compte',
      what: 'Il n’est plus en cours de fermeture, comme si la personne s’était connectée.',
    },
    close: {
      title: 'Fermer le compte',
      what: 'Toutes les sessions se terminent. Après le délai pendant lequel une connexion conserve le compte, tout ce qui concerne la personne est supprimé.',
    },
    delete: {
      title: 'Supprimer le compte maintenant',
      what: 'Toutes les sessions se terminent, et tout ce qui concerne la personne est supprimé aussitôt. Seule une sauvegarde le rétablit.',
    },
    'change-email': {
      title: 'Changer l’adresse',
      what: 'Le compte a désormais la nouvelle adresse, comme si la personne l’avait confirmée. Les sessions et le second facteur restent. Un lien pour annuler pendant sept jours est envoyé à l’ancienne.',
    },
    'retry-mail': {
      title: 'Envoyer de nouveau',
      what: 'Une nouvelle remise à la même adresse est tentée.',
    },
    invite: {
      title: 'Inviter une personne',
      what: 'Elle reçoit un e-mail avec un lien valable 72 heures, et choisit un mot de passe.',
    },
    'revoke-key': {
      title: 'Révoquer cette clé',
      what: 'Désormais, aucun processus ne l’accepte. Un programme qui l’utilise encore est refusé.',
    },
    'test-webhook': {
      title: 'Envoyer un test',
      what: 'Un message est envoyé maintenant, et la réponse est affichée. Il ne représente rien qui soit arrivé.',
    },
    'replay-webhook': {
      title: 'Renvoyer des événements',
      what: 'Tout ce qui est arrivé depuis est envoyé de nouveau, dans l’ordre. Le destinataire doit s’attendre à des répétitions.',
    },
    'rotate-secret': {
      title: 'Créer un nouveau secret',
      what: 'Le nouveau secret est affiché une seule fois. Pendant un jour, les messages sont aussi signés avec l’ancien.',
    },
    'switch-off-webhook': {
      title: 'Désactiver',
      what: 'Rien n’est envoyé jusqu’à sa réactivation. Ce qui arrive entre-temps est envoyé ensuite, dans la mesure où c’est conservé.',
    },
    'switch-on-webhook': {
      title: 'Activer',
      what: 'Ce qui est arrivé pendant la désactivation est envoyé maintenant, dans la mesure où c’est conservé.',
    },
  },
  tells: {
    owner: 'La personne en est informée par e-mail, et le voit avec le motif dans son activité.',
    ownerNotWhy: 'La personne en est informée par e-mail, mais sans le motif.',
    activity: 'Aucun e-mail n’est envoyé. La personne le voit avec le motif dans son activité.',
    nobody: 'Nul n’en est informé. Le compte et son activité ont disparu.',
    operators: 'Aucun e-mail n’est envoyé. Les opérateurs le voient dans la liste de ce qui a été fait.',
  },
  fields: {
    until: 'Jusqu’à quand',
    untilHint: 'Un jour tel que 2030-01-31. Sans cela, pour toujours.',
    externalId: 'Identifiant externe',
    email: 'Nouvelle adresse e-mail',
    after: 'Depuis quand',
    afterHint: 'Un jour tel que 2026-01-31.',
  },

  keys: {
    lead: 'Seule la ligne de commande crée des clés.',
    scopes: 'Droits',
    lastUsed: 'Dernière utilisation',
    expires: 'Valable jusqu’au',
    revoked: 'Révoquée',
    expired: 'Expirée',
    networks: 'Seulement depuis',
  },
  webhooks: {
    lead: 'Les webhooks sont ajoutés et modifiés par la ligne de commande et par l’interface.',
    on: 'Actif',
    off: 'Désactivé',
    because: {
      by_operator: 'un opérateur l’a désactivé',
      gone: 'son adresse a répondu qu’il n’existe plus',
      failing: 'il n’a rien accepté depuis cinq jours',
      unreadable: 'son secret n’est pas lisible',
    },
    lastSuccess: 'Dernière remise',
    failingSince: 'En échec depuis',
    waiting: 'En attente d’un nouvel envoi',
    behind: 'Événements encore à examiner',
    types: 'Informé de',
    attempts: 'Ce qui a été envoyé',
    answer: (status) => fr`Réponse : ${status}`,
    secret: fr`Le nouveau secret, affiché seulement maintenant :`,
  },
  settings: {
    lead: 'Ce avec quoi ce processus a été démarré. Les secrets ne sont pas affichés.',
    set: 'Définis',
    usual: 'Par défaut',
    secret: 'défini, non affiché',
    standard: (value) => fr`Par défaut : ${value}`,
  },
  operators: {
    lead: 'Seule la ligne de commande désigne des opérateurs.',
    since: 'Depuis',
    notLetIn: 'n’entre pas actuellement',
  },
  overview: {
    signIns: 'Les dernières 24 heures',
    chart: (signIns, refusals) => fr`Connexions : ${signIns}. Refus : ${refusals}.`,
    legend: { signIns: 'Connexions', refusals: 'Refus' },
    people: 'Comptes',
    all: 'Au total',
    waiting: 'E-mails en attente',
    givenUp: 'E-mails abandonnés',
    failing: 'Webhooks en échec',
    checks: 'Ce qui demande de l’attention',
    wellDone: 'Rien que le service puisse voir de lui-même.',
    version: 'Version du programme',
  },
  events: {
    type: 'Nature',
    typeHint: 'Par exemple sign_in.refused.',
    network: 'Adresse réseau, ou son début',
    from: 'À partir de ce jour',
    to: 'Avant ce jour',
    dayHint: 'Par exemple 2026-01-31.',
    search: 'Chercher',
  },
  mails: { lead: 'Les e-mails qui n’ont pas pu être remis, et qui ne sont plus tentés.' },
}
