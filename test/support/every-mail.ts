import { parseConfig } from '../../src/config/config.ts'
import { compose } from '../../src/messages/mail/compose.ts'
import type { MailName, Mails } from '../../src/messages/mail/mails.ts'
import { enMails } from '../../src/messages/texts/en/mails.ts'
import { enNotices } from '../../src/messages/texts/en/notices.ts'
import type { Language } from '../../src/platform/languages.ts'

export const config = parseConfig({ PRODUCT_NAME: 'Acme', PUBLIC_URL: 'https://acme.example' })
export const at = new Date('2026-03-05T09:30:00Z')
export const about = {
  link: 'https://acme.example/x?token=y',
  at,
  minutes: 30,
  codeMinutes: 10,
  hours: 24,
  days: 7,
  address: '192.0.2.1',
  code: 'ABCD-EFGH',
  host: 'hooks.acme.example',
  because: 'failing',
  email: 'operator@acme.example',
  scopes: ['users:read'],
  removesAt: '2026-03-08T09:30:00.000Z',
}

/** Every wording that a notice has. */
const circumstances = [
  {},
  {
    by: 'reset',
    left: 1,
    shut: 'known_place',
    deletesAt: '2026-03-12T09:30:00.000Z',
    until: '2026-03-12T09:30:00.000Z',
  },
  { left: 9, shut: 'unknown_places', isRequired: true, removed: { secondFactor: true } },
]

const names = Object.keys(enMails).filter(
  (name): name is Exclude<MailName, 'notice'> => !['notice', 'footer', 'colon', 'on'].includes(name),
)

const wordingsOf = (name: MailName): object[] =>
  name === 'operator-news' ? ['granted', 'elsewhere', 'removed'].map((what) => ({ what })) : [{}]

/** Every email in a language, notices in each of their wordings. */
export const mailsIn = (language: Language) => {
  const notices = (Object.keys(enNotices) as (keyof typeof enNotices)[]).flatMap((notice) =>
    circumstances.map((detail) =>
      compose(
        config,
        'notice',
        { notice, at, provider: 'Google', ip: '192.0.2.1', device: 'Firefox', ...detail },
        language,
      ),
    ),
  )
  const others = names.flatMap((name) =>
    wordingsOf(name).map((more) =>
      compose(config, name, { ...about, ...more } as unknown as Mails[typeof name] & { at: Date }, language),
    ),
  )
  return [...others, ...notices]
}
