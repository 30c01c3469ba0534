import vine from '@vinejs/vine'
import type { Client, Deps } from '#deps.ts'
import { removeStaying } from '#flows/account/staying/remove.ts'
import type { linkPaths } from '#messages/mail/link.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { deadLink, isRefusedAs, linkElsewhere } from '#platform/errors.ts'
import type { BodyShape } from '#platform/exact.ts'
import { type Html, html } from '#platform/html.ts'
import { hour } from '#platform/seconds.ts'
import { type Field, inputs, problemNote, usernameField } from '../forms.ts'
import { type Again, act, type CookieName, type HostedPage, type Typed, type Visit } from '../hosted-page.ts'
import { paragraphs } from '../page.ts'
import { signInLink } from '../sign-in-link.ts'
import type { PageWords } from '../words.ts'
import { stayingList } from './staying.ts'

/** The filled-in fields. */
type Filled = { password?: string | undefined }

type Form = {
  fields: (words: PageWords, deps: Deps) => readonly Field[]
  body: (deps: Deps) => BodyShape<Filled>
  /** Further facts for the rules. @throws when the link no longer works */
  beside: (deps: Deps, token: string) => Promise<{ email: string }>
}

/** The page behind a mailed link. It explains the effect; only its button has it. */
export type LinkPage = {
  name: keyof typeof linkPaths
  path: string
  summary: string
  form?: Form
  /** Whether it lists what would stay after using the link, to be removed. */
  leavesThings?: boolean
  /** Until when the link works, if it still does. Spends nothing, because mail scanners open every link. */
  goodUntil(deps: Deps, token: string): Promise<Date | undefined>
  /** The action of the button. @throws when the link no longer works */
  act(deps: Deps, token: string, client: Client, filled: Filled, visitor: Visit['visitor']): Promise<unknown>
  /** Another action, which some people need. */
  otherwise?: {
    act: 'take-over'
    isOffered(visit: Visit, token: string): Promise<boolean>
    form: Form
    run(deps: Deps, token: string, client: Client, filled: Filled): Promise<unknown>
  }
}

const cookieSeconds = hour

const thingBody = vine.create({ kind: vine.string(), id: vine.string() })

/**
 * The token leaves the address bar for a cookie at once, and with it the history, logs and the Referer (ASVS 14.2.1). A
 * scanner that keeps no cookies sees that there is something, and can do nothing.
 */
export const hostedLinkPage = ({
  name,
  path,
  summary,
  form,
  leavesThings = false,
  otherwise,
  ...page
}: LinkPage): HostedPage => {
  const cookie: CookieName = `link-${name}`
  const tokenOf = ({ cookies }: Visit, typed: Typed = {}) => typed.token ?? cookies.read(cookie) ?? ''
  /** For another hour, if the link works that long. @returns until when the link works */
  const keep = async ({ deps, cookies }: Visit, token: string): Promise<Date> => {
    const goodUntil = await page.goodUntil(deps, token)
    // only a valid token goes into a header
    if (!goodUntil) throw deadLink()
    const seconds = Math.floor((goodUntil.getTime() - deps.now()) / 1_000)
    cookies.write(cookie, token, Math.min(seconds, cookieSeconds))
    return goodUntil
  }
  return {
    path,
    summary,
    subject: cookie,
    query: { token: 'From the link in the email.' },
    view: async (visit, again) => {
      const { deps, words, query, at } = visit
      if (query.token !== undefined) {
        await keep(visit, query.token)
        return { to: at(path) }
      }
      const token = tokenOf(visit)
      // nothing to show beside it, and an outdated form's link may still work
      if (token === '') throw again.refused ?? linkElsewhere()
      const until = await keep(visit, token)
      const { title, lead, button } = words.links[name]
      const fields = form?.fields(words, deps) ?? []
      const other = (await otherwise?.isOffered(visit, token)) ? otherwise : undefined
      const allFields = [...fields, ...(other?.form.fields(words, deps) ?? [])]
      return {
        title,
        content: html`${paragraphs(lead)}${problemNote(words, again, allFields)}
<form method="post">${form && (await mailboxField(visit, form, token))}
${inputs(visit, fields, again)}
<button type="submit">${other ? words.links.takeOver.mine : button}</button>
</form>
<p class="soft">${words.links.worksUntil(minuteOf(until, words.language))}</p>
${other && (await otherForm(visit, again, other, token))}
${leavesThings ? await stayingList(visit, token) : undefined}`,
      }
    },
    acts: {
      '': act<Filled>({
        ...(form && {
          body: form.body,
          beside: (visit, typed) => form.beside(visit.deps, tokenOf(visit, typed)),
        }),
        others: { token: 'From the link in the email, unless the browser keeps it.' },
        run: async (visit, filled, typed) => {
          const { deps, client, words, cookies } = visit
          await page.act(deps, tokenOf(visit, typed), client, filled, visit.visitor)
          cookies.drop(cookie)
          const { title, lead } = words.links[name].done
          return { title, content: html`${paragraphs(lead)}${signInLink(visit)}` }
        },
      }),
      ...(otherwise && {
        [otherwise.act]: act<Filled>({
          body: otherwise.form.body,
          beside: (visit, typed) => otherwise.form.beside(visit.deps, tokenOf(visit, typed)),
          others: { token: 'From the link in the email, unless the browser keeps it.' },
          run: async (visit, filled, typed) => {
            const { deps, client, words, cookies } = visit
            await otherwise.run(deps, tokenOf(visit, typed), client, filled)
            cookies.drop(cookie)
            const { title, lead } = words.links['reset-password'].done
            return { title, content: html`${paragraphs(lead)}${signInLink(visit)}` }
          },
        }),
      }),
      ...(leavesThings && {
        remove: act({
          body: () => thingBody,
          others: { token: 'From the link in the email, unless the browser keeps it.' },
          run: async (visit, thing, typed) => {
            await removeStaying(visit.deps, tokenOf(visit, typed), thing, visit.client).catch(orGone)
            return { to: visit.at(path) }
          },
        }),
      }),
    },
  }
}

/** The link was sent there, so its holder may know it. */
const mailboxField = async ({ deps }: Visit, { beside }: Form, token: string): Promise<Html> =>
  usernameField((await beside(deps, token)).email)

const otherForm = async (
  visit: Visit,
  again: Again,
  { act, form }: NonNullable<LinkPage['otherwise']>,
  token: string,
): Promise<Html> => {
  const texts = visit.words.links.takeOver
  return html`<h2>${texts.title}</h2>
<p>${texts.lead}</p>
<form method="post">${await mailboxField(visit, form, token)}
${inputs(visit, form.fields(visit.words, visit.deps), again)}
<button type="submit" class="plain" name="act" value="${act}">${texts.button}</button>
</form>`
}

// pressed twice
const orGone = (error: unknown) => {
  if (!isRefusedAs(error, 'not_found')) throw error
}
