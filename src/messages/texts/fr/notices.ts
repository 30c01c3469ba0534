import type { Common } from '../../mail/mails.ts'
import { dayOf, minuteOf } from '../../mail/minute.ts'
import { fewCodes, type NoticeWords, skippedStep } from '../../mail/notices.ts'
import { fr } from './typeset.ts'

const secure = ({ passwordPage }: Common) =>
  fr`Ce n'était pas vous ? Choisissez dès maintenant un nouveau mot de passe. Tous les appareils seront déconnectés : ${passwordPage}`
const newPassword = ({ passwordPage }: Common) =>
  fr`Ce n'était pas vous ? Choisissez dès maintenant un nouveau mot de passe : ${passwordPage}`

export const frNotices: NoticeWords = {
  'new-sign-in': (about) => [
    'Nouvelle connexion à votre compte',
    `Quelqu'un s'est connecté à votre compte depuis un endroit que nous ne connaissions pas.${skippedStep(about) ? " Votre second facteur n'a pas été demandé, car la connexion s'est faite sur un appareil de confiance." : ''} Si c'était vous, vous n'avez rien à faire.`,
    secure(about),
  ],
  'two-factor-on': (about) => [
    "L'authentification à deux facteurs a été activée",
    'Désormais, il vous faut un code à usage unique pour vous connecter.',
    secure(about),
  ],
  'two-factor-off': (about) => [
    "L'authentification à deux facteurs a été désactivée",
    `${about.by === 'reset' ? fr`Le délai que nous vous avions annoncé est écoulé : l'authentification à deux facteurs a été supprimée, et toutes vos sessions ont été fermées. ` : ''}${about.isRequired ? 'À votre prochaine connexion, vous devrez la configurer à nouveau.' : 'Votre mot de passe, ou un fournisseur associé, suffit maintenant pour vous connecter.'}`,
    secure(about),
  ],
  'two-factor-kept': ({ passwordPage }) => [
    "L'authentification à deux facteurs reste activée",
    fr`L'authentification à deux facteurs ne sera pas supprimée de votre compte : la demande a été annulée, soit par le lien de notre e-mail, soit par une connexion avec un code.`,
    fr`Vous n'aviez pas demandé cette suppression ? Quelqu'un d'autre connaît peut-être votre mot de passe. Choisissez-en un nouveau dès maintenant : ${passwordPage}`,
  ],
  'authenticator-added': ({ passwordPage }) => [
    "Une application d'authentification a été ajoutée",
    "Une autre application d'authentification peut maintenant générer des codes à usage unique pour votre compte.",
    fr`Ce n'était pas vous ? Supprimez-la dans vos paramètres de sécurité et choisissez un nouveau mot de passe : ${passwordPage}`,
  ],
  'authenticator-removed': (about) => [
    "Une application d'authentification a été supprimée",
    "L'une de vos applications d'authentification ne fonctionne plus pour votre compte. Les autres fonctionnent toujours.",
    newPassword(about),
  ],
  'authenticator-replaced': (about) => [
    "Une application d'authentification a été remplacée",
    "Une nouvelle application d'authentification en remplace une ancienne, qui ne fonctionne plus pour votre compte.",
    newPassword(about),
  ],
  'passkey-added': (about) => [
    "Une clé d'accès a été ajoutée à votre compte",
    'Elle peut maintenant servir à se connecter à votre compte.',
    fr`Ce n'était pas vous ? Supprimez-la dans vos paramètres de sécurité, et choisissez un nouveau mot de passe : ${about.passwordPage}`,
  ],
  'passkey-removed': ({ by, ...about }) => [
    "Une clé d'accès a été supprimée de votre compte",
    by === 'reset'
      ? "Elle a été supprimée avec l'authentification à deux facteurs. Vous pouvez l'ajouter à nouveau dans vos paramètres de sécurité."
      : 'Elle ne fonctionne plus pour votre compte.',
    secure(about),
  ],
  'passkey-cloned': (about) => [
    "Une clé d'accès a été refusée",
    "Quelqu'un a essayé d'utiliser une clé d'accès de votre compte qui semble avoir été copiée. Personne n'a été connecté. Supprimez-la dans vos paramètres de sécurité.",
    secure(about),
  ],
  'device-trusted': ({ expiresAt, passwordPage }) => [
    'Un appareil est maintenant de confiance',
    `Votre second facteur ne sera plus demandé lors des connexions sur cet appareil${expiresAt ? ` jusqu'au ${dayOf(new Date(expiresAt), 'fr')}` : ''}.`,
    fr`Ce n'était pas vous ? Alors quelqu'un d'autre connaît votre mot de passe et a utilisé l'un de vos codes. Choisissez dès maintenant un nouveau mot de passe, ce qui y met fin : ${passwordPage}`,
  ],
  'device-token-stolen': ({ passwordPage }) => [
    "Un appareil n'est plus de confiance",
    "Quelqu'un s'est connecté avec votre mot de passe et un jeton périmé de l'un de vos appareils de confiance, comme s'il avait été copié. Votre second facteur lui a été demandé, et le sera aussi à la prochaine connexion sur cet appareil.",
    fr`Si quelqu'un d'autre connaît peut-être votre mot de passe, choisissez-en un nouveau : ${passwordPage}`,
  ],
  'codes-renewed': (about) => [
    'De nouveaux codes de secours ont été générés',
    'Vos anciens codes de secours ne fonctionnent plus.',
    secure(about),
  ],
  'code-used': ({ left = 0, ...about }) => [
    left <= fewCodes ? remaining(left) : 'Un code de secours a été utilisé',
    `Quelqu'un s'est connecté ou a confirmé une modification avec l'un de vos codes de secours. ${remaining(left)}.${left <= fewCodes ? " Générez-en de nouveaux avant d'en manquer." : ''}`,
    secure(about),
  ],
  'password-changed': (about) => [
    'Votre mot de passe a été modifié',
    'Tous les autres appareils ont été déconnectés.',
    newPassword(about),
  ],
  'provider-linked': ({ provider, ...about }) => [
    `${provider} a été associé à votre compte`,
    `Vous pouvez maintenant vous connecter avec ${provider}.`,
    secure(about),
  ],
  'provider-unlinked': ({ provider, ...about }) => [
    `${provider} n'est plus associé à votre compte`,
    `Vous ne pouvez plus vous connecter avec ${provider}.`,
    secure(about),
  ],
  'token-stolen': ({ passwordPage }) => [
    "Nous avons mis fin à l'une de vos sessions",
    "Un jeton qui maintient votre session ouverte a été utilisé deux fois, comme si quelqu'un l'avait copié. Par sécurité, nous avons mis fin à cette session. Veuillez vous reconnecter.",
    fr`Si quelqu'un d'autre connaît peut-être votre mot de passe, choisissez-en un nouveau : ${passwordPage}`,
  ],
  'code-stolen': ({ passwordPage }) => [
    "Nous avons mis fin à l'une de vos connexions",
    "Un code de connexion à usage unique a été utilisé deux fois, comme si quelqu'un l'avait copié. Nous avons mis fin à la session qu'il avait ouverte. Veuillez vous reconnecter.",
    fr`Si quelqu'un d'autre connaît peut-être votre mot de passe, choisissez-en un nouveau : ${passwordPage}`,
  ],
  'account-claimed': ({ removed, passwordPage }) => [
    'Les anciens moyens de connexion ont été supprimés',
    fr`Avec cette connexion, vous avez prouvé que l'adresse de ce compte est la vôtre. Personne ne l'avait prouvé avant, ou seulement en cliquant dans un e-mail. Ce qui servait jusqu'ici à se connecter a donc pu être configuré par quelqu'un d'autre, et a été supprimé : le mot de passe, les clés d'accès et les fournisseurs associés. Tous les autres appareils ont été déconnectés.${removed?.secondFactor ? " L'authentification à deux facteurs a aussi été désactivée." : ''}`,
    fr`Vous voulez de nouveau un mot de passe ? Choisissez-en un nouveau : ${passwordPage}`,
    fr`Ce n'était pas vous ? Sécurisez d'abord votre messagerie, puis choisissez ici un nouveau mot de passe. Tous les appareils seront déconnectés.`,
  ],
  'account-locked': ({ shut, passwordPage }) => [
    "Quelqu'un essaie d'accéder à votre compte",
    ...(shut
      ? ([
          `Après cent mots de passe erronés d'affilée, nous n'acceptons plus de mot de passe ${fromShut(shut)}. Les appareils déjà connectés le restent.`,
          fr`Pour vous y connecter à nouveau avec un mot de passe, choisissez-en un nouveau : ${passwordPage}`,
        ] as const)
      : ([
          'Après de nombreux mots de passe erronés, les nouvelles tentatives sont temporairement bloquées. Les appareils déjà connectés le restent.',
          "Si votre mot de passe est robuste, vous n'avez rien à faire. L'authentification à deux facteurs vous protège même si quelqu'un le devine.",
        ] as const)),
  ],
  'two-factor-locked': ({ shut, ...about }) => [
    'Trop de codes à usage unique erronés',
    `Une personne qui avait saisi votre mot de passe, ou s'était connectée par un fournisseur associé, a ensuite saisi ${
      shut
        ? `cent codes à usage unique erronés d'affilée. Nous n'acceptons plus de code ${fromShut(shut)}.`
        : 'de nombreux codes à usage unique erronés. Les nouvelles tentatives sont temporairement bloquées.'
    }`,
    newPassword(about),
    'Si vous vous connectez par un fournisseur, changez-y aussi votre mot de passe.',
  ],
  'account-closed': ({ deletesAt, by, passwordPage }) => [
    'Votre compte sera supprimé',
    `${by === 'operator' ? 'Nous avons fermé votre compte et mis fin à toutes ses sessions.' : 'Votre compte a été fermé et toutes les sessions ont pris fin.'}${deletesAt ? ` Il sera supprimé le ${dayOf(new Date(deletesAt), 'fr')}.` : ''} ${by === 'operator' ? 'Pour le conserver, connectez-vous avant cette date.' : fr`Vous avez changé d'avis ? Connectez-vous avant cette date pour conserver votre compte.`}`,
    by === 'operator'
      ? "Si cela n'est pas possible, ou si vous pensez qu'il s'agit d'une erreur, contactez-nous."
      : fr`Ce n'était pas vous ? Choisissez un nouveau mot de passe avant de vous connecter : ${passwordPage}`,
  ],
  'account-disabled': ({ until }) => [
    'Votre compte a été bloqué',
    `Nous avons bloqué votre compte et mis fin à toutes ses sessions.${until ? ` Il sera débloqué le ${minuteOf(new Date(until), 'fr')}.` : ''}`,
    "Si vous pensez qu'il s'agit d'une erreur, contactez-nous.",
  ],
  'account-enabled': () => [
    'Votre compte a été débloqué',
    'Vous pouvez à nouveau vous connecter à votre compte.',
  ],
  'address-set': ({ product }) => [
    "C'est maintenant l'adresse e-mail de votre compte",
    `L'équipe de ${product} a enregistré cette adresse pour votre compte, après qu'une personne a montré qu'elle lui appartient. Utilisez-la désormais pour vous connecter.`,
    "Vous n'y avez pas de compte\u00a0? Ignorez cet e-mail.",
  ],
}

// nought is singular in French
const remaining = (codes: number) =>
  codes < 2 ? `Il vous reste ${codes} code de secours` : `Il vous reste ${codes} codes de secours`

const fromShut = (shut: string) =>
  shut === 'known_place'
    ? 'depuis cet endroit'
    : "depuis les endroits où vous n'avez pas ouvert de session récemment"
