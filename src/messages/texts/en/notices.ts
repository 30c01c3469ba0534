import type { Common } from '../../mail/mails.ts'
import { dayOf, minuteOf } from '../../mail/minute.ts'
import { fewCodes, type NoticeWords, skippedStep } from '../../mail/notices.ts'

const secure = ({ passwordPage }: Common) =>
  `Wasn't you? Set a new password now. It signs everyone out: ${passwordPage}`

export const enNotices: NoticeWords = {
  'new-sign-in': (about) => [
    'New sign-in to your account',
    `Someone signed in to your account from a location we haven't seen before.${skippedStep(about) ? ' They were not asked for your second factor, because they used a device that you trust.' : ''} If it was you, there is nothing to do.`,
    secure(about),
  ],
  'two-factor-on': (about) => [
    'Two-factor authentication was turned on',
    'From now on, you need a one-time code to sign in.',
    secure(about),
  ],
  'two-factor-off': (about) => [
    'Two-factor authentication was turned off',
    `${about.by === 'reset' ? 'The waiting period we told you about is over: two-factor authentication has been removed, and you have been signed out everywhere. ' : ''}${about.isRequired ? 'The next time you sign in, you will be asked to set it up again.' : 'Your password, or a provider you linked, is now enough to sign in.'}`,
    secure(about),
  ],
  'two-factor-kept': ({ passwordPage }) => [
    'Two-factor authentication stays on',
    'The request to remove two-factor authentication from your account was cancelled, either with the link in our email or by signing in with a code.',
    `Didn't ask for the removal? Then someone else may know your password. Set a new one now: ${passwordPage}`,
  ],
  'authenticator-added': ({ passwordPage }) => [
    'An authenticator app was added',
    'Another authenticator app can now create one-time codes for your account.',
    `Wasn't you? Remove it in your security settings, and set a new password: ${passwordPage}`,
  ],
  'authenticator-removed': ({ passwordPage }) => [
    'An authenticator app was removed',
    'One of your authenticator apps no longer works for your account. The others still do.',
    `Wasn't you? Set a new password: ${passwordPage}`,
  ],
  'authenticator-replaced': ({ passwordPage }) => [
    'An authenticator app was replaced',
    'A new authenticator app has taken the place of an old one, which no longer works for your account.',
    `Wasn't you? Set a new password: ${passwordPage}`,
  ],
  'passkey-added': ({ passwordPage }) => [
    'A passkey was added to your account',
    'It can be used to sign in to your account from now on.',
    `Wasn't you? Remove it in your security settings, and set a new password: ${passwordPage}`,
  ],
  'passkey-removed': ({ by, ...about }) => [
    'A passkey was removed from your account',
    by === 'reset'
      ? 'It was removed together with two-factor authentication. You can add it again in your security settings.'
      : 'It no longer works for your account.',
    secure(about),
  ],
  'passkey-cloned': (about) => [
    'A passkey was refused',
    'Someone tried to use a passkey of your account that seems to have been copied. Nobody was signed in with it. Remove it in your security settings.',
    secure(about),
  ],
  'device-trusted': ({ expiresAt, passwordPage }) => [
    'A device is now trusted',
    `Signing in on it no longer takes your second factor${expiresAt ? ` until ${dayOf(new Date(expiresAt), 'en')}` : ''}.`,
    `Wasn't you? Someone else knows your password and has used a code of yours. Set a new password now, which ends this: ${passwordPage}`,
  ],
  'device-token-stolen': ({ passwordPage }) => [
    'A device is no longer trusted',
    'Someone signed in with your password and an outdated token of a device that you trust, as if it had been copied. They were asked for your second factor, and so will be the next sign-in on that device.',
    `If someone else may know your password, set a new one: ${passwordPage}`,
  ],
  'codes-renewed': (about) => [
    'New backup codes were generated',
    'Your old backup codes no longer work.',
    secure(about),
  ],
  'code-used': ({ left = 0, ...about }) => [
    left <= fewCodes ? `Only ${countOf(left)} left` : 'A backup code was used',
    `Someone signed in or confirmed a change with one of your backup codes. You have ${countOf(left)} left.${left <= fewCodes ? ' Generate new ones before they run out.' : ''}`,
    secure(about),
  ],
  'password-changed': ({ passwordPage }) => [
    'Your password was changed',
    'All other devices have been signed out.',
    `Wasn't you? Set a new password now: ${passwordPage}`,
  ],
  'provider-linked': ({ provider, ...about }) => [
    `${provider} was linked to your account`,
    `You can now sign in with ${provider}.`,
    secure(about),
  ],
  'provider-unlinked': ({ provider, ...about }) => [
    `${provider} was unlinked from your account`,
    `You can no longer sign in with ${provider}.`,
    secure(about),
  ],
  'token-stolen': ({ passwordPage }) => [
    'We ended one of your sessions',
    'A token that keeps you signed in was used twice, as if someone had copied it. We ended that session to be safe. Please sign in again.',
    `If someone else may know your password, set a new one: ${passwordPage}`,
  ],
  'code-stolen': ({ passwordPage }) => [
    'We ended one of your sign-ins',
    'A one-time sign-in code was used twice, as if someone had copied it. We ended the session it started. Please sign in again.',
    `If someone else may know your password, set a new one: ${passwordPage}`,
  ],
  'account-claimed': ({ removed, passwordPage }) => [
    'Earlier ways to sign in were removed',
    `With this sign-in, you proved that the address of this account is yours. Nobody had proven that before, or only by pressing a button in an email. So whatever could sign in until now may have been set up by someone else, and was removed: the password, passkeys and linked providers. All other devices have been signed out.${removed?.secondFactor ? ' Two-factor authentication was turned off, too.' : ''}`,
    `Want a password again? Choose a new one: ${passwordPage}`,
    "Wasn't you? Secure your mailbox first, then choose a new password here. It signs everyone out.",
  ],
  'account-locked': ({ shut, passwordPage }) => [
    'Someone is trying to get into your account',
    ...(shut
      ? ([
          `After a hundred wrong passwords in a row, we no longer accept passwords ${fromShut(shut)}. Devices that are already signed in stay signed in.`,
          `To sign in with a password there again, set a new one: ${passwordPage}`,
        ] as const)
      : ([
          'After many wrong passwords, further attempts are temporarily blocked. Devices that are already signed in stay signed in.',
          'No action is needed if your password is strong. Two-factor authentication protects you even if it is guessed.',
        ] as const)),
  ],
  'two-factor-locked': ({ shut, passwordPage }) => [
    'Too many wrong one-time codes',
    `Someone who had entered your password, or signed in with a provider you linked, then entered ${
      shut
        ? `a hundred wrong one-time codes in a row. We no longer accept codes ${fromShut(shut)}.`
        : 'many wrong one-time codes. Further attempts are temporarily blocked.'
    }`,
    `Wasn't you? Set a new password now: ${passwordPage}`,
    'If you sign in with a provider, change your password there too.',
  ],
  'account-closed': ({ deletesAt, by, passwordPage }) => [
    'Your account will be deleted',
    `${by === 'operator' ? 'We closed your account and ended all its sessions.' : 'Your account was closed and all sessions have ended.'}${deletesAt ? ` It will be deleted on ${dayOf(new Date(deletesAt), 'en')}.` : ''} ${by === 'operator' ? 'To keep it, sign in before then.' : 'Changed your mind? Sign in before then to keep your account.'}`,
    by === 'operator'
      ? 'If you cannot, or think that this is a mistake, please contact us.'
      : `Wasn't you? Set a new password before you sign in: ${passwordPage}`,
  ],
  'account-disabled': ({ until }) => [
    'Your account was blocked',
    `We blocked your account and ended all its sessions.${until ? ` It will be unblocked on ${minuteOf(new Date(until))}.` : ''}`,
    'If you think that this is a mistake, please contact us.',
  ],
  'account-enabled': () => ['Your account was unblocked', 'You can sign in to your account again.'],
  'address-set': ({ product }) => [
    'This is now the email address of your account',
    `The people who run ${product} set this address for your account, after someone showed them that it's theirs. Use it to sign in from now on.`,
    "Don't have an account there? Ignore this email.",
  ],
}

const countOf = (codes: number) => (codes === 1 ? '1 backup code' : `${codes} backup codes`)

const fromShut = (shut: string) =>
  shut === 'known_place' ? 'from that location' : 'from locations where you have not signed in recently'
