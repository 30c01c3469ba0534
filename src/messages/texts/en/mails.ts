import type { MailWords } from '../../mail/mails.ts'
import { frameIn } from '../frame.ts'
import { enNotices } from './notices.ts'
import { enPages } from './pages.ts'

const labels = { when: 'When', ip: 'From', device: 'With' }
const { factsOf, notice, minute, worksFor, until, span, hoursTo } = frameIn('en', labels, enNotices, enPages)

export const enMails: MailWords = {
  notice,
  colon: ':',
  on: { system: 'on', handheld: 'on an' },

  footer: ({ product }) =>
    `You're receiving this email because this address was used for an account at ${product}.`,

  invitation: ({ product, link, hours, at }) => ({
    subject: `Your invitation to ${product}`,
    lead: [
      `You've been invited to create an account at ${product}. All you need to do is choose a password.`,
    ],
    button: { label: 'Accept the invitation', url: link },
    rest: [
      worksFor(at, hours, 'hour'),
      "Didn't expect this? Ignore this email. No account is created unless you accept.",
    ],
  }),

  'reset-password': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Set a new password',
    lead: [`We received a request to reset the password of your account at ${product}.`],
    button: { label: 'Set a new password', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Setting a new password signs you out on all devices.`,
      "Didn't ask for this? Ignore this email. Your password won't change.",
    ],
  }),

  'confirm-new-email': ({ product, link, minutes, address, device, at }) => ({
    subject: 'Confirm your new email address',
    lead: [`Confirm that you want to use this email address for your account at ${product}.`],
    button: { label: 'Use this address', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} It only works while you stay signed in on the device you asked from. You can undo the change from your old address for seven days.`,
      "Didn't ask for this? Ignore this email. Nothing changes unless you confirm.",
    ],
  }),

  'email-changed': ({ product, link, days, address, device, at }) => ({
    subject: 'Your email address was changed',
    lead: [
      `Your account at ${product} now uses a different, confirmed email address. If you made this change, there is nothing to do.`,
    ],
    button: { label: "This wasn't me: undo it", url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, days, 'day')} It restores this address, ends every session opened since the change, and removes anything added since: a password, two-factor authentication, linked providers.`,
      "You can set a new password in the same step. If you don't, we'll email you a link to set one.",
    ],
  }),

  'reset-two-factor': ({ product, link, minutes, hours, address, device, at }) => ({
    subject: 'Confirm the removal of two-factor authentication',
    lead: [
      `Someone who had signed in with your password, a provider you linked, or a code from your mailbox, asked to remove two-factor authentication from your account at ${product}.`,
    ],
    button: { label: 'Remove two-factor authentication', url: link },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      `${worksFor(at, minutes, 'minute')} Two-factor authentication is removed ${span(hours, 'hour')} after you confirm, unless someone signs in with it or stops the removal.`,
      "Wasn't you? Don't confirm. Change your password, here and at any provider you linked.",
    ],
  }),

  'two-factor-removal': ({ product, link, removesAt, at }) => ({
    subject: `Two-factor authentication will be removed in ${hoursTo(removesAt, at)}`,
    lead: [
      `The removal of two-factor authentication from your account at ${product} was confirmed by email, by someone who had signed in with your password, a provider you linked, or a code from your mailbox.`,
      "Wasn't you? Stop it now, and change your passwords: for this account, your mailbox, and any provider you linked.",
    ],
    button: { label: 'Keep two-factor authentication', url: link },
    facts: [...factsOf(at), ['Removed', minute(new Date(removesAt))]],
    rest: ['Signing in with a one-time code or a backup code also stops the removal.'],
  }),

  'verify-email': ({ product, link, code, hours, codeMinutes, passwordPage, at }) => ({
    subject: 'Confirm your email address',
    lead: [`Welcome to ${product}. Confirm your email address to finish setting up your account.`],
    button: { label: 'Confirm my address', url: link },
    code: {
      label: `Or enter this code when prompted. It works for ${span(codeMinutes, 'minute')}:`,
      text: code,
    },
    rest: [
      worksFor(at, hours, 'hour'),
      "Didn't sign up? Ignore this email.",
      // confirming would keep the other person's password; a reset claims the account
      `Someone else signed up with your address and you want the account? Choose your own password first: ${passwordPage}`,
    ],
  }),

  'sign-in-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Your code to sign in to ${product}`,
    lead: [`We received a request to sign in to your account at ${product}.`],
    code: {
      label: `Enter this code where you asked for it, by ${until(at, minutes, 'minute')}:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'Give it to nobody, and type it on no other page: it signs in whoever asked for it.',
      "Didn't ask for this? Ignore this email. Nobody can sign in without the code.",
    ],
  }),

  'sign-up-code': ({ product, code, minutes, address, device, at }) => ({
    subject: `Your code for a new account at ${product}`,
    lead: [
      `There is no account with this address at ${product} yet. The code creates one, without a password.`,
    ],
    code: {
      label: `Enter this code where you asked for it, by ${until(at, minutes, 'minute')}:`,
      text: code,
    },
    facts: factsOf(at, { ip: address, device }),
    rest: [
      "Didn't ask for this? Ignore this email. No account is created without the code.",
      'You have an account with another address? Sign in with that one.',
    ],
    footer: `You're receiving this email because someone entered this address at ${product}.`,
  }),

  'no-account': ({ product, address, device, at }) => ({
    subject: `There is no account with this address at ${product}`,
    lead: [
      `Someone entered this address to sign in to ${product}, but it has no account, and none can be created with it.`,
    ],
    facts: factsOf(at, { ip: address, device }),
    rest: [
      'You have an account with another address? Sign in with that one.',
      "Didn't ask for this? Ignore this email.",
    ],
    footer: `You're receiving this email because someone entered this address at ${product}.`,
  }),

  'operator-news': ({ product, what, email, scopes, at, ip, device }) => ({
    subject: {
      granted: `${email} can now use the console of ${product}`,
      elsewhere: `${email} used the console of ${product} from a new network`,
      removed: `${email} can no longer use the console of ${product}`,
    }[what],
    lead: [
      {
        granted: `${email} may use the console from now on, with the scopes ${scopes.join(', ')} and no others.`,
        elsewhere: `${email} signed in to the console from a network that the account had not used it from in 30 days.`,
        removed: `${email} is no longer an operator. The console is closed to the account from now on.`,
      }[what],
    ],
    facts: factsOf(at, { ip, device }),
    rest: [
      'Every operator gets this email. Not expected? Someone with access to the server can run npx sallyport operators remove there.',
    ],
  }),

  'webhook-off': ({ product, host, because }) => ({
    subject: `${product} no longer sends events to ${host}`,
    lead: [
      because === 'gone'
        ? `The webhook at ${host} answered that it is gone (410), so it was switched off.`
        : because === 'failing'
          ? `The webhook at ${host} has accepted nothing for five days, so it was switched off.`
          : `The secret of the webhook at ${host} can no longer be read, so it was switched off.`,
    ],
    rest: [
      'Correct what is wrong there, then run: npx sallyport webhooks enable. Events of the last 30 days are still sent then.',
    ],
    footer: `You're receiving this email because this address is OPERATORS_EMAIL of ${product}.`,
  }),
}
