import type { Language } from '../../platform/languages.ts'
import type { Content } from '../mail/content.ts'
import type { NoticedPage } from '../mail/link.ts'
import type { MailWords } from '../mail/mails.ts'
import { minuteOf } from '../mail/minute.ts'
import { type NoticeDetail, type NoticeWords, noticePages } from '../mail/notices.ts'
import type { PageTexts } from './en/pages.ts'
import { spanOf, type Unit } from './span.ts'

const unitMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

type Labels = { when: string; ip: string; device: string }

/** What the emails of a language have in common. */
export const frameIn = (language: Language, labels: Labels, notices: NoticeWords, pages: PageTexts) => {
  const { showActivity, showSessions, manageTwoFactor, managePasskeys, manageProviders } =
    pages.settings.overview
  const buttons: Record<NoticedPage, string> = {
    signIn: pages.signIn.button,
    activity: showActivity,
    sessions: showSessions,
    twoFactor: manageTwoFactor,
    passkeys: managePasskeys,
    providers: manageProviders,
  }

  const factsOf = (
    at: Date,
    { ip, device }: Pick<NoticeDetail, 'ip' | 'device'> = {},
  ): NonNullable<Content['facts']> => [
    [labels.when, minuteOf(at, language)],
    ...(ip ? [[labels.ip, ip] as const] : []),
    ...(device ? [[labels.device, device] as const] : []),
  ]

  const notice: MailWords['notice'] = ({ notice, ...about }) => {
    const [subject, what, ...more] = notices[notice](about)
    const page = noticePages[notice]
    const url = page && about.pageOf(page)
    return {
      subject,
      lead: [what],
      facts: factsOf(about.at, about),
      ...(page && url && { button: { label: buttons[page], url } }),
      rest: more,
    }
  }

  return {
    factsOf,
    notice,
    minute: (at: Date) => minuteOf(at, language),
    /** In the words of the link's page, which gives the same time. */
    worksFor: (at: Date, count: number, unit: Unit) =>
      pages.links.worksUntil(minuteOf(new Date(at.getTime() + count * unitMs[unit]), language)),
    /** When something that is no link ends. */
    until: (at: Date, count: number, unit: Unit) =>
      minuteOf(new Date(at.getTime() + count * unitMs[unit]), language),
    span: (count: number, unit: Unit) => spanOf(count, unit, language),
    hoursTo: (time: string, at: Date) =>
      spanOf(Math.round((Date.parse(time) - at.getTime()) / unitMs.hour), 'hour', language),
  }
}
