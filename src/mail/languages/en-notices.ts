import type { NoticeDetail, NoticeName } from '../notices.ts'

type Words = readonly [subject: string, what: string, ...more: string[]]

const secure = 'If it was not you, change your password now and sign out everywhere.'
const fewCodes = 3

/** A line for each: subject, what happened, and what to do. */
export const notices: Record<NoticeName, (detail: NoticeDetail) => Words> = {
  'new-sign-in': () => [
    'New sign-in to your account',
    'Somebody signed in from a place that we do not know.',
    secure,
  ],
  'two-factor-on': () => [
    'Two-factor was switched on',
    'From now on a one-time code is asked for at every sign-in.',
    secure,
  ],
  'two-factor-off': () => [
    'Two-factor was switched off',
    'From now on the first factor alone opens your account.',
    secure,
  ],
  'two-factor-kept': () => [
    'Two-factor stays on',
    'It was to be removed from your account, and that was stopped: by the link in the mail, or by signing in with a code.',
    'If it was not you who had asked for it, change your password now: somebody has found it out.',
  ],
  'codes-renewed': () => [
    'New backup codes were made',
    'The backup codes that you had before are dead.',
    secure,
  ],
  'code-used': ({ left = 0 }) => [
    left <= fewCodes ? `Only ${left} of your backup codes are left` : 'A backup code was used',
    `Somebody signed in with one of your backup codes. ${left} are left.`,
    ...(left <= fewCodes ? ['Make new ones before they run out.'] : []),
    secure,
  ],
  'password-changed': () => [
    'Your password was changed',
    'All other places where you were signed in were signed out.',
    'If it was not you, set a new password now.',
  ],
  'provider-linked': ({ provider }) => [
    `${provider} was linked to your account`,
    `An account at ${provider} can sign in to yours now.`,
    secure,
  ],
  'provider-unlinked': ({ provider }) => [
    `${provider} was unlinked from your account`,
    `It cannot sign in to your account any more.`,
    secure,
  ],
  'token-stolen': () => [
    'A copy of your session was stopped',
    'A token that had been used before was used again, so that session was ended. Somebody may have copied it.',
    secure,
  ],
  'code-stolen': () => [
    'A copy of your sign-in was stopped',
    'A one-time code that had been used before was used again, so what it had opened was ended.',
    secure,
  ],
  'account-locked': () => [
    'Somebody tries to get into your account',
    'There were so many wrong attempts that the next ones have to wait. Where you signed in before, nothing changes for you.',
    'You need to do nothing. A second factor keeps guessers out even if they find your password.',
  ],
  'account-closed': () => [
    'Your account will be deleted',
    'Somebody closed your account and signed it out everywhere.',
    'To keep it, sign in before it is gone.',
  ],
}
