import type { Common } from '../mails.ts'
import type { NoticeDetail, NoticeName } from '../notices.ts'

type Words = readonly [subject: string, what: string, ...more: string[]]

const secure = ({ passwordPage }: Common) =>
  `If it was not you, set a new password now. That signs out everywhere: ${passwordPage}`
const fewCodes = 3

/** A line for each: subject, what happened, and what to do. */
export const notices: Record<NoticeName, (about: NoticeDetail & Common) => Words> = {
  'new-sign-in': (about) => [
    'New sign-in to your account',
    'Somebody signed in from a place that we do not know.',
    secure(about),
  ],
  'two-factor-on': (about) => [
    'Two-factor was switched on',
    'From now on a one-time code is asked for at every sign-in.',
    secure(about),
  ],
  'two-factor-off': (about) => [
    'Two-factor was switched off',
    about.by === 'reset'
      ? 'The wait is over of which we told you in the last days, and two-factor is removed. Your password alone opens your account now, and all places where you were signed in were signed out.'
      : 'From now on your password alone, or a provider that you linked, opens your account.',
    secure(about),
  ],
  'two-factor-kept': ({ passwordPage }) => [
    'Two-factor stays on',
    'It was to be removed from your account, and that was stopped: by the link in the mail, or by signing in with a code.',
    `If it was not you who had asked for it, somebody has found out your password. Set a new one now: ${passwordPage}`,
  ],
  'codes-renewed': (about) => [
    'New backup codes were made',
    'The backup codes that you had before are dead.',
    secure(about),
  ],
  'code-used': ({ left = 0, ...about }) => [
    left <= fewCodes ? `Only ${countOf(left)} left` : 'A backup code was used',
    `One of your backup codes was used in place of a code of your app. You have ${countOf(left)} left.`,
    ...(left <= fewCodes ? ['Make new ones before they run out.'] : []),
    secure(about),
  ],
  'password-changed': ({ passwordPage }) => [
    'Your password was changed',
    'Wherever else you were signed in, you were signed out.',
    `If it was not you, set a new password now: ${passwordPage}`,
  ],
  'provider-linked': ({ provider, ...about }) => [
    `${provider} was linked to your account`,
    `An account at ${provider} can sign in to yours now.`,
    secure(about),
  ],
  'provider-unlinked': ({ provider, ...about }) => [
    `${provider} was unlinked from your account`,
    `It cannot sign in to your account any more.`,
    secure(about),
  ],
  'token-stolen': ({ passwordPage }) => [
    'We ended one of your sessions',
    'Something that your browser or app keeps to stay signed in was used a second time, as if somebody had copied it. That session is over; please sign in again where you were signed out.',
    `If you sign in with a password that others may know, set a new one: ${passwordPage}`,
  ],
  'code-stolen': ({ passwordPage }) => [
    'We ended one of your sign-ins',
    'A code that is good for one sign-in was used a second time, as if somebody had copied it. What it had opened is over; please sign in again.',
    `If you sign in with a password that others may know, set a new one: ${passwordPage}`,
  ],
  'account-locked': () => [
    'Somebody tries to get into your account',
    'There were so many wrong passwords that the next ones have to wait. Where you signed in before, nothing changes for you.',
    'You need to do nothing, as long as nobody can guess your password. A second factor keeps guessers out even then.',
  ],
  'two-factor-locked': ({ passwordPage }) => [
    'Too many wrong one-time codes',
    'There were so many wrong one-time codes that the next ones have to wait. Whoever tried them had got past your password first, or past a provider that you linked.',
    `If it was not you, set a new password now: ${passwordPage}`,
    'If you sign in through a provider, change your password there as well.',
  ],
  'account-closed': ({ deletesAt, passwordPage }) => [
    'Your account will be deleted',
    `Your account was closed, and all places where you were signed in were signed out.${deletesAt ? ` It will be gone on ${deletesAt.slice(0, 10)}.` : ''}`,
    'To keep it, sign in before that.',
    `If it was not you, set a new password first: ${passwordPage}`,
  ],
}

const countOf = (codes: number) => (codes === 1 ? '1 backup code' : `${codes} backup codes`)
