import type { Content } from '../content.ts'
import type { Language } from '../mails.ts'
import type { NoticeDetail } from '../notices.ts'
import { notices } from './en-notices.ts'

const factsOf = (at: Date, { ip, userAgent }: Pick<NoticeDetail, 'ip' | 'userAgent'>): Content['facts'] => [
  ['When', `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ...(ip ? [['From', ip] as const] : []),
  ...(userAgent ? [['With', userAgent] as const] : []),
]

export const en: Language = {
  tag: 'en',
  footer: ({ product }) =>
    `${product} sent this mail because of what happens to an account with this address.`,

  notice: ({ notice, at, ...detail }) => {
    const [subject, what, ...more] = notices[notice](detail)
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
