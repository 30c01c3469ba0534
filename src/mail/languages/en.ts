import type { Content } from '../content.ts'
import type { Language } from '../mails.ts'
import type { NoticeDetail } from '../notices.ts'
import { notices } from './en-notices.ts'

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const hoursTo = (time: string, at: Date) => Math.round((Date.parse(time) - at.getTime()) / 3_600_000)

const factsOf = (at: Date, { ip, device }: Pick<NoticeDetail, 'ip' | 'device'>): Content['facts'] => [
  ['When', minuteOf(at)],
  ...(ip ? [['From', ip] as const] : []),
  ...(device ? [['With', device] as const] : []),
]

export const en: Language = {
  tag: 'en',
  footer: ({ product }) => `You get this mail because there is an account with this address at ${product}.`,

  notice: ({ notice, at, ...detail }) => {
    const [subject, what, ...more] = notices[notice]({ ...detail, at })
    return { subject, lead: [what], facts: factsOf(at, detail), rest: more }
  },

  'reset-password': ({ product, link, minutes, address, at }) => ({
    subject: 'Set a new password',
    lead: [
      `Somebody asked for a new password for your account at ${product}. If that was you, please choose one.`,
    ],
    button: { label: 'Set a new password', url: link },
    facts: factsOf(at, { ip: address }),
    rest: [
      `The link is good for ${minutes} minutes, once. It signs you out everywhere.`,
      'If it was not you, you need to do nothing: without the link nobody gets in.',
    ],
  }),

  'confirm-new-email': ({ product, link, minutes, address, at }) => ({
    subject: 'Confirm your new e-mail address',
    lead: [
      `Somebody asked to use this e-mail address for their account at ${product} from now on. If that was you, please confirm it.`,
    ],
    button: { label: 'Use this address', url: link },
    facts: factsOf(at, { ip: address }),
    rest: [
      `The link is good for ${minutes} minutes, once, and only while you stay signed in where you asked for it. For seven days your address of before can undo the change.`,
      'If it was not you, do not confirm: the account is somebody else’s, and nothing happens without you.',
    ],
  }),

  'email-changed': ({ product, link, days, address, at }) => ({
    subject: 'Your e-mail address was changed',
    lead: [
      `Your account at ${product} has another e-mail address from now on, which was confirmed there. If that was you, you need to do nothing.`,
    ],
    ...(link && { button: { label: 'It was not me: undo it', url: link } }),
    facts: factsOf(at, { ip: address }),
    rest: link
      ? [
          `The link is good for ${days} days, once. It brings this address back, signs out whoever signed in since, and takes away what was set since: a password, a second factor, ways in through other providers.`,
          'On its page you can set a new password as well. Otherwise a mail to do so follows.',
        ]
      : [
          `If it was not you, write to the people who run ${product}. This address was never confirmed, so it cannot undo the change by itself.`,
        ],
  }),

  'reset-two-factor': ({ product, link, minutes, hours, address, at }) => ({
    subject: 'Confirm that two-factor is to be removed',
    lead: [
      `Somebody who knows your password asked to have two-factor removed from your account at ${product}. If that was you, please confirm it.`,
    ],
    button: { label: 'Remove two-factor', url: link },
    facts: factsOf(at, { ip: address }),
    rest: [
      `The link is good for ${minutes} minutes, once. Two-factor is removed ${hours} hours after that, unless somebody signs in with it or stops it.`,
      'If it was not you, do not confirm, and change your password: somebody has found it out.',
    ],
  }),

  'two-factor-removal': ({ product, link, removesAt, at }) => ({
    subject: `Two-factor will be removed in ${hoursTo(removesAt, at)} hours`,
    lead: [
      `Somebody who knows your password and reads your mail asked to have two-factor removed from your account at ${product}.`,
      'If that was not you, stop it, and change both passwords: that of the account and that of your mailbox.',
    ],
    button: { label: 'Keep two-factor', url: link },
    facts: [...(factsOf(at, {}) ?? []), ['Removed', minuteOf(new Date(removesAt))]],
    rest: ['Signing in with a code, or with a backup code, stops it as well.'],
  }),

  'verify-email': ({ product, link, code, hours }) => ({
    subject: 'Confirm your e-mail address',
    lead: [
      `Somebody created an account at ${product} with this e-mail address. If that was you, please confirm it.`,
    ],
    button: { label: 'Confirm my address', url: link },
    code: { label: 'Or type this code where you are asked for it:', text: code },
    rest: [
      `The link and the code are good for ${hours} hours, once.`,
      'If it was not you, do not confirm: an account that you confirm keeps the password that somebody else chose. To make the account yours, set a new password instead.',
    ],
  }),
}
