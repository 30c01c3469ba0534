import type { MailWords } from '../../mail/mails.ts'
import { frameIn } from '../frame.ts'
import { frNotices } from './notices.ts'
import { frPages } from './pages.ts'
import { fr } from './typeset.ts'

const labels = { when: 'Date et heure', ip: 'Adresse IP', device: 'Appareil' }
const { factsOf, notice, minute, worksFor, until, span, hoursTo } = frameIn('fr', labels, frNotices, frPages)

export const frMails: MailWords = {
  notice,
  colon: fr` :`,
  on: { system: 'sous', handheld: 'sur un' },

  footer: ({ product }) =>
    `Vous recevez cet e-mail parce que cette adresse a été utilisée pour un compte ${product}.`,

  invitation: ({ product, link, hours, at }) => ({
    subject: `Votre invitation à rejoindre ${product}`,
    lead: [`Vous êtes invité à créer un compte ${product}. Il vous suffit de choisir un mot de passe.`],
    button: { label: "Accepter l'invitation", url: link },
    rest: [
      worksFor(at, hours, 'hour'),
      fr`Vous n'attendiez pas cette invitation ? Ignorez cet e-mail. Aucun compte ne sera créé sans votre accord.`,
    ],
  }),

  'reset-password': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    lead: [`Nous avons reçu une demande de réinitialisation du mot de passe de votre compte ${product}.`],
    button: { label: 'Choisir un nouveau mot de passe', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Choisir un nouveau mot de passe vous déconnecte de tous vos appareils.`,
      fr`Vous n'êtes pas à l'origine de cette demande ? Ignorez cet e-mail. Votre mot de passe ne changera pas.`,
    ],
  }),

  'confirm-new-email': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    lead: [`Confirmez que vous souhaitez utiliser cette adresse e-mail pour votre compte ${product}.`],
    button: { label: 'Utiliser cette adresse', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Il ne fonctionne que tant que vous restez connecté sur l'appareil d'où vient la demande. Vous pourrez annuler ce changement pendant sept jours depuis votre ancienne adresse.`,
      fr`Vous n'êtes pas à l'origine de cette demande ? Ignorez cet e-mail. Rien ne changera sans votre confirmation.`,
    ],
  }),

  'email-changed': ({ product, link, days, address, device, at }) => ({
    subject: 'Votre adresse e-mail a été modifiée',
    lead: [
      `Votre compte ${product} utilise désormais une autre adresse e-mail, qui a été confirmée. Si ce changement vient de vous, vous n'avez rien à faire.`,
    ],
    button: { label: 'Annuler ce changement', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      fr`${worksFor(at, days, 'day')} Il rétablit cette adresse, met fin à toutes les sessions ouvertes depuis le changement et supprime ce qui a été ajouté depuis : mot de passe, authentification à deux facteurs, fournisseurs associés.`,
      'Vous pourrez choisir un nouveau mot de passe au même moment. Sinon, nous vous enverrons un lien pour le faire.',
    ],
  }),

  'reset-two-factor': ({ product, link, minutes, hours, address, device, at }) => ({
    subject: "Confirmez la suppression de l'authentification à deux facteurs",
    lead: [
      `Une personne connectée avec votre mot de passe, par un fournisseur associé ou avec un code reçu dans votre messagerie a demandé à supprimer l'authentification à deux facteurs de votre compte ${product}.`,
    ],
    button: { label: "Supprimer l'authentification à deux facteurs", url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} L'authentification à deux facteurs sera supprimée ${span(hours, 'hour')} après votre confirmation, sauf si quelqu'un l'utilise pour se connecter ou annule la suppression.`,
      fr`Ce n'était pas vous ? Ne confirmez pas. Changez votre mot de passe, ici et chez tous les fournisseurs associés.`,
    ],
  }),

  'two-factor-removal': ({ product, link, removesAt, at }) => ({
    subject: `L'authentification à deux facteurs sera supprimée dans ${hoursTo(removesAt, at)}`,
    lead: [
      `Une personne connectée avec votre mot de passe, par un fournisseur associé ou avec un code reçu dans votre messagerie a confirmé par e-mail la suppression de l'authentification à deux facteurs de votre compte ${product}.`,
      fr`Ce n'était pas vous ? Annulez la suppression dès maintenant et changez vos mots de passe : celui de ce compte, celui de votre messagerie et ceux des fournisseurs associés.`,
    ],
    button: { label: "Conserver l'authentification à deux facteurs", url: link },
    facts: [...factsOf(at), ['Suppression', minute(new Date(removesAt))]],
    rest: ['Se connecter avec un code à usage unique ou un code de secours annule aussi la suppression.'],
  }),

  'verify-email': ({ product, link, code, hours, codeMinutes, passwordPage, at }) => ({
    subject: 'Confirmez votre adresse e-mail',
    lead: [
      `Bienvenue chez ${product}. Confirmez votre adresse e-mail pour terminer la création de votre compte.`,
    ],
    button: { label: 'Confirmer mon adresse', url: link },
    code: {
      label: fr`Ou saisissez ce code lorsqu'il vous est demandé. Il est valable ${span(codeMinutes, 'minute')} :`,
      text: code,
    },
    rest: [
      worksFor(at, hours, 'hour'),
      fr`Vous n'avez pas créé de compte ? Ignorez cet e-mail.`,
      fr`Quelqu'un d'autre s'est inscrit avec votre adresse et vous souhaitez récupérer le compte ? Choisissez d'abord votre propre mot de passe : ${passwordPage}`,
    ],
  }),

  'sign-in-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Votre code de connexion à ${product}`,
    lead: [`Nous avons reçu une demande de connexion à votre compte ${product}.`],
    code: {
      label: fr`Saisissez ce code là où vous l'avez demandé, avant le ${until(at, minutes, 'minute')} :`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      fr`Ne le communiquez à personne et ne le saisissez sur aucune autre page : il connecte la personne qui l'a demandé.`,
      fr`Vous n'êtes pas à l'origine de cette demande ? Ignorez cet e-mail. Personne ne peut se connecter sans ce code.`,
    ],
  }),

  'sign-up-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Votre code pour créer un compte ${product}`,
    lead: [
      `Il n'y a pas encore de compte ${product} avec cette adresse. Le code en crée un, sans mot de passe.`,
    ],
    code: {
      label: fr`Saisissez ce code là où vous l'avez demandé, avant le ${until(at, minutes, 'minute')} :`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      fr`Vous n'êtes pas à l'origine de cette demande ? Ignorez cet e-mail. Aucun compte n'est créé sans ce code.`,
      fr`Vous avez un compte avec une autre adresse ? Connectez-vous avec celle-ci.`,
    ],
    footer: `Vous recevez cet e-mail parce que quelqu'un a saisi cette adresse sur ${product}.`,
  }),

  'no-account': ({ product, address, device, at }) => ({
    subject: `Aucun compte ${product} n'existe avec cette adresse`,
    lead: [
      `Quelqu'un a saisi cette adresse pour se connecter à ${product}, mais elle n'a pas de compte et ne permet pas d'en créer un.`,
    ],
    facts: factsOf(at, { ip: address, device }),
    rest: [
      fr`Vous avez un compte avec une autre adresse ? Connectez-vous avec celle-ci.`,
      fr`Vous n'êtes pas à l'origine de cette demande ? Ignorez cet e-mail.`,
    ],
    footer: `Vous recevez cet e-mail parce que quelqu'un a saisi cette adresse sur ${product}.`,
  }),

  'operator-news': ({ product, what, email, scopes, at, ip, device }) => ({
    subject: {
      granted: `${email} a désormais accès à la console de ${product}`,
      elsewhere: `${email} a utilisé la console de ${product} depuis un nouveau réseau`,
      removed: `${email} n’a plus accès à la console de ${product}`,
    }[what],
    lead: [
      {
        granted: `${email} peut désormais utiliser la console, avec les droits ${scopes.join(', ')} et aucun autre.`,
        elsewhere: `${email} s’est connecté à la console depuis un réseau d’où ce compte ne l’avait pas utilisée depuis 30 jours.`,
        removed: `${email} ne fait plus partie des opérateurs. La console est désormais fermée à ce compte.`,
      }[what],
    ],
    facts: factsOf(at, { ip, device }),
    rest: [
      fr`Tous les opérateurs reçoivent cet e-mail. Vous ne vous y attendiez pas ? Sur le serveur, « npx sallyport operators remove » retire cet accès.`,
    ],
  }),

  'webhook-off': ({ product, host, because }) => ({
    subject: `${product} n’envoie plus d’événements à ${host}`,
    lead: [
      because === 'gone'
        ? `Le webhook de ${host} a répondu qu’il n’existe plus (410) ; il a donc été désactivé.`
        : because === 'failing'
          ? `Le webhook de ${host} n’a rien accepté depuis cinq jours ; il a donc été désactivé.`
          : `Le secret du webhook de ${host} n’est plus lisible ; il a donc été désactivé.`,
    ],
    rest: [
      'Corrigez le problème, puis réactivez-le avec « npx sallyport webhooks enable ». Les événements des 30 derniers jours seront encore envoyés.',
    ],
    footer: `Vous recevez cet e-mail parce que cette adresse est la valeur de OPERATORS_EMAIL pour ${product}.`,
  }),
}
