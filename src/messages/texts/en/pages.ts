import { consoleTexts } from './console.ts'
import { eventTexts } from './events.ts'
import { settingsTexts } from './settings.ts'

/** The words of the hosted pages. */
export const enPages = {
  frame: {
    error: 'Error',
    language: 'Language',
    back: (product: string) => `Back to ${product}`,
    terms: 'Terms',
    privacy: 'Privacy',
    signOut: 'Sign out',
  },
  optional: 'optional',
  show: 'Show',
  hide: 'Hide',
  fields: {
    email: 'Email address',
    password: 'Password',
    newPassword: 'New password',
    repeatPassword: 'Repeat the password',
    passwordHint: (min: number) => `At least ${min} characters. A few unrelated words make a good one.`,
    code: 'Code',
  },

  welcome: {
    lead: (product: string) => `${product} keeps its accounts here.`,
    signIn: 'Sign in',
    account: 'Your account',
    developers: 'For developers',
    reference: 'API reference',
    changelog: 'Changelog',
    health: 'Health',
  },

  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    forgot: 'Forgot your password?',
    lastUsed: 'last used here',
    or: 'or',
    provider: (name: string) => `Continue with ${name}`,
    newHere: 'New here?',
    register: 'Create an account',
    cancel: (product: string) => `Cancel and return to ${product}`,
    signedOut: "You're signed out.",
    locked: (hasPasskeys: boolean): string =>
      hasPasskeys
        ? 'You may not have to wait if you sign in with a passkey or set a new password.'
        : 'You may not have to wait if you set a new password.',
    expired: 'That took too long, so please sign in again. Nothing was changed.',
    private: 'Please sign in to see that page.',
    providerFailed: {
      access_denied: 'The sign-in was cancelled, or the provider refused it.',
      account_exists:
        'Your email address already has an account here. Sign in with your password, then link the provider in your settings.',
      email_required: "The provider didn't share an email address that we can use.",
      registration_closed:
        'The sign-in was cancelled or refused, or you have no account here and cannot create one with this address.',
      temporarily_unavailable: 'The provider cannot be reached at the moment. Please try again.',
      server_error: "The provider's answer could not be used. Please try again, or sign in another way.",
    },
  },
  register: {
    title: 'Create your account',
    button: 'Create account',
    haveOne: 'Already have an account?',
    closed: {
      invited: 'You need an invitation to create an account here.',
      closed: 'New accounts cannot be created here.',
    },
    signIn: 'Sign in',
    agree: {
      begin: 'By creating an account you accept the',
      terms: 'terms of use',
      and: 'and the',
      privacy: 'privacy policy',
      end: '.',
    },
  },
  secondStep: {
    title: 'One more step',
    codes: {
      totp: {
        lead: 'Enter the six-digit code that your authenticator app shows now.',
        use: 'Use your authenticator app instead',
      },
      backup_code: {
        lead: 'Enter one of your backup codes. Each works once.',
        use: 'Use a backup code instead',
      },
    },
    /** How long a device may skip this step. */
    trust: (days: number) => `Don't ask again on this device for ${days === 1 ? 'a day' : `${days} days`}`,
    button: 'Continue',
    usePasskey: 'Use your passkey or security key',
    lost: 'Lost your app and your codes?',
    startOver: 'Start over',
  },
  enrolment: {
    title: 'Set up a second factor',
    lead: 'Here, every account is protected by a second factor. Set one up to continue: it takes a minute.',
    isOn: "This account now has a second factor. Please sign in again with it. If you haven't seen its backup codes, create new ones in your settings.",
    keyButton: 'Use a passkey or security key',
  },
  passkey: {
    signIn: 'Sign in with a passkey',
    failed: 'No passkey was used. Please try again, or choose another way.',
    refused: 'This passkey could not be used here. Please try again, or choose another way.',
  },
  offer: {
    title: 'Sign in without your password next time?',
    afterCode: 'Sign in without a code next time?',
    lead: "With a passkey, you sign in with your fingerprint, your face or your device's screen lock. It works only on this site, so nobody can trick you into giving it away.",
    button: 'Add a passkey',
    failed: 'No passkey was added. You can try again, or do it later.',
    later: 'Not now',
  },
  onward: {
    title: "You're signed in",
    lead: (product: string) => `We're taking you back to ${product}. If nothing happens, press the button.`,
    button: 'Continue',
  },
  emailCode: {
    ask: 'Email me a code',
    title: 'Check your email',
    lead: 'If an email may be sent to that address, it is on its way. It says what the code does.',
    button: 'Continue',
  },
  awaitEmail: {
    code: (minutes: number) => `The code in the email that we sent you. It works for ${minutes} minutes.`,
    opened: "I've opened the link",
  },
  lostFactor: {
    title: 'Lost your second factor?',
    lead: (hours: number) => [
      'We can email you a link. It starts a waiting period, after which two-factor authentication is removed from your account.',
      `The waiting period is ${hours} hours. We tell you about it every day, and any sign-in with a code stops it.`,
    ],
    button: 'Email me the link',
    done: {
      title: 'Check your email',
      lead: ['A link is on its way. It works for 30 minutes, and only the newest one works.'],
    },
    back: 'Back',
  },
  signOut: {
    title: 'Sign out',
    over: "You're signed out",
    lead: 'This signs you out of these pages. Applications that you are signed in to stay signed in.',
    button: 'Sign out',
    back: 'Back to your account',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: "We'll email you a link to set a new one.",
    button: 'Send me a link',
    signIn: 'Back to sign in',
    done: {
      title: 'Check your email',
      lead: [
        'If there is an account with this address, a link is on its way. It works for 30 minutes.',
        'We send at most three an hour, and only the newest link works.',
        'No email? Check your spam folder, and make sure that this is the address you signed up with.',
      ],
    },
  },

  settings: settingsTexts,
  events: eventTexts,
  console: consoleTexts,

  links: {
    worksUntil: (time: string) => `This link works once, until ${time}.`,
    takeOver: {
      mine: 'I created the account just now',
      title: "You didn't create it?",
      lead: 'Someone else signed up with your address. If you want the account, set a password of your own: everything they set up is removed, and they are signed out. Otherwise close this page.',
      button: 'The account is mine now',
    },
    staying: {
      title: 'What stays',
      lead: "The button above leaves the following as it is. Remove what you don't recognize.",
      remove: 'Remove',
      removeIt: (name: string) => `Remove ${name}`,
      secondFactor: 'Stays as a second factor. You can remove it after you sign in.',
      since: 'Added:',
      kinds: {
        passkey: 'Passkey',
        identity: 'Linked provider',
        authenticator: 'Authenticator app',
        session: 'Session',
      },
    },
    invitation: {
      title: 'Accept your invitation',
      lead: [
        'Choose a password for your new account. You sign in with it and the email address this invitation was sent to.',
        "Didn't expect an invitation? Close this page, and it will expire.",
      ],
      button: 'Create my account',
      done: {
        title: 'Your account is ready',
        lead: ['You can now sign in with your email address and your password.'],
      },
    },
    'verify-email': {
      title: 'Confirm your email address',
      lead: ['Did you sign up with this email address? Confirm it to finish setting up your account.'],
      button: 'Confirm my address',
      done: { title: 'Your email address is confirmed', lead: ['Your account is ready.'] },
    },
    'reset-password': {
      title: 'Set a new password',
      lead: ['Setting a new password signs you out on all devices.'],
      button: 'Set my password',
      done: { title: 'Your new password is set', lead: ['You can now sign in with your new password.'] },
    },
    'confirm-new-email': {
      title: 'Use this email address',
      lead: [
        'Confirm that you want to sign in with the address this link was sent to.',
        "Didn't ask for this? Close this page, and nothing will change.",
      ],
      button: 'Use this address',
      done: {
        title: 'Your address has been changed',
        lead: ['From now on, sign in with your new address.'],
      },
    },
    'email-changed': {
      title: 'Undo the change of your email address',
      lead: [
        'This restores the address the link was sent to. It ends the sessions opened since the one that changed it, and removes what they, or anyone since the change, added: a password, passkeys, linked providers, two-factor authentication.',
        'The person who changed your address may know your password, so please set a new one here too.',
      ],
      button: 'Undo the change',
      done: {
        title: 'Your email address has been restored',
        lead: ['If you left the password fields empty, a link to set a new password is on its way to you.'],
      },
    },
    'reset-two-factor': {
      title: 'Remove two-factor authentication',
      lead: [
        "Lost your authenticator app and your backup codes? We can remove two-factor authentication after the waiting period given in our email. Until then, we'll remind you every day.",
        "Didn't ask for this? Don't press the button. Change your password, here and at any provider you linked.",
      ],
      button: 'Remove two-factor authentication',
      done: {
        title: 'Two-factor authentication will be removed',
        lead: [
          "We've emailed you the date. Changed your mind? Until then, you can stop the removal by signing in with a code or by using the link in that email.",
        ],
      },
    },
    'two-factor-removal': {
      title: 'Keep two-factor authentication',
      lead: [
        "Someone asked to remove two-factor authentication from your account. If it wasn't you, or if you've changed your mind, stop the removal here.",
      ],
      button: 'Keep two-factor authentication',
      done: {
        title: 'Two-factor authentication stays on',
        lead: [
          "Didn't ask for the removal? Then someone else knows your password and can read your email. Change your passwords: for this account, your mailbox, and any provider you linked.",
        ],
      },
    },
  },

  refusals: {
    deadLink: {
      title: 'This link no longer works',
      lead: "It has expired, has already been used, or was replaced by a newer one. If you have just used it, you're all set. Otherwise, please request a new one. If you keep seeing this, allow cookies for this site.",
    },
    openLinkAgain: {
      title: 'Please open the link again',
      lead: "This page was open for too long, the link has already been used, or another one has since been opened in this browser. If you have just used it, you're all set.",
    },
    openLinkHere: {
      title: 'Please open the link again',
      lead: "This browser does not have the link. Open the link in your email again, in this browser. If you have just used it, you're all set. If you keep seeing this, allow cookies for this site.",
    },
    cookieNotKept: {
      title: 'Your browser did not keep our cookie',
      lead: (address: string | undefined) =>
        `Without it nobody can be signed in, so nothing was done. Please allow cookies for this site${address ? `, open it at ${address}` : ''} and try again.`,
    },
    again: 'Try again',
    fromElsewhere: {
      title: "This request didn't come from our page",
      lead: 'Please open the page again and press its button there.',
    },
    wrongAddress: {
      title: 'This sign-in cannot start',
      lead: 'The application asked to return to an address that is not registered here. Go back to it and try again; if that does not help, tell the people who run it.',
    },
    tooMany: { title: 'Too many attempts', lead: 'Please wait a few minutes and try again.' },
    away: { title: 'Temporarily unavailable', lead: 'Please try again in a minute.' },
    other: 'Something went wrong',
    notFound: { title: 'There is nothing here', lead: 'The address may be mistyped.' },
  },
}

export type PageTexts = typeof enPages
