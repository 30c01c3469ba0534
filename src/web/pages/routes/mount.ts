import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { badRequest, isRefusedAs } from '#platform/errors.ts'
import { readBody } from '#platform/http/body.ts'
import type { Form } from '#platform/http/form.ts'
import { documented, type Operation } from '#platform/http/operation.ts'
import { requireSameOrigin } from '#platform/http/same-origin.ts'
import { about } from '#platform/refusals/concerning.ts'
import { admitted } from '../admitted.ts'
import { type PageAnswer, pageAnswer } from '../answer.ts'
import { type Download, type HostedPage, type Outcome, untouched, type Visit } from '../hosted-page.ts'
import { requireCookies, tryCookies } from '../kept-cookie.ts'
import { pageHeaders } from '../page.ts'
import { pageAgain } from '../page-again.ts'
import { pressOnce } from '../presses/press-once.ts'
import { findShown, ledToShown } from '../presses/shown.ts'
import type { Realm } from '../realm.ts'
import { requireSubject } from '../subject.ts'
import { answer, sendAnswer } from './replies.ts'
import { visitAt } from './visit-at.ts'

/** Serves a page, and its form, to the browsers of a realm. */
export const mount = (app: FastifyInstance, deps: Deps, realm: Realm, page: HostedPage): void => {
  const { path, summary, query, acts, download, isEntry, isOnce = false } = page
  const promised: Operation = {
    summary,
    ...(query && { query }),
    answers: { ...seen, ...led, ...(acts && again) },
    refusals: [401, 404, ...(acts ? [403, 409, 429] : [])],
    isForBrowsers: 'page',
  }

  app.get(path, { ...documented(promised), exposeHeadRoute: !isOnce }, async (request, reply) => {
    const visit = visitAt(deps, realm, { request, reply }, page)
    tryCookies(visit, page)
    const shown = await findShown(visit)
    if (shown) return sendAnswer(reply, shown)
    return answer(visit, reply, await admitted(visit, page, () => page.view(visit, untouched), page.reads))
  })
  // the effect of opening it is left out
  if (isEntry)
    app.head(path, documented(promised), (_, reply) => reply.headers(pageHeaders(deps.config)).send())
  if (!acts) return

  app.post(
    path,
    documented({
      summary: `${summary.replace(/\.$/, '')}: its form.`,
      form: formOf(deps, page),
      answers: { ...seen, ...(download && { 200: ['The file.', download] }), ...led, ...again },
      refusals: [401, 403, 404, 409, 429],
      isForBrowsers: 'page',
    }),
    async (request, reply) => {
      requireSameOrigin(request, realm.publicUrlOf(deps.config))
      const visit = visitAt(deps, realm, { request, reply }, page)
      const { press: copy, ...form } = formIn(request)
      if (copy !== undefined) requireCookies(visit, page)
      const work = async () =>
        pageAnswer(visit, await admitted(visit, page, () => press(visit, page, form)), cookiesOf(reply))
      // a file may be large, and is generated again
      const sent = { address: request.url, press: download ? undefined : copy, fields: form }
      const { answer: got, envelope } = await pressOnce(deps, sent, visit.client.hasGone, work)
      setCookies(reply, got)
      if (!envelope || got.status === 303) return sendAnswer(reply, got)
      return reply.redirect(ledToShown(visit, envelope).to, 303)
    },
  )
}

/** The action of a button, or the page again with the faults. */
const press = async (visit: Visit, page: HostedPage, form: Form): Promise<Outcome | Download> => {
  const { act = '', subject, ...typed } = form
  const pressed = page.acts && Object.hasOwn(page.acts, act) ? page.acts[act] : undefined
  try {
    requireSubject(visit, subject)
    if (!pressed) throw badRequest()
    const beside = await pressed.beside?.(visit, typed)
    const body = pressed.body && (await readBody(pressed.body(visit.deps, visit), { ...typed, ...beside }))
    return await pressed.run(visit, body, typed)
  } catch (error) {
    // being asked for a second factor is part of an act
    if (!isRefusedAs(error, 'factor_required')) visit.client.noteRefused?.(about(error, visit.userId))
    return (await visit.realm.askAlong?.(visit, act, typed, error)) ?? pageAgain(visit, page, typed, error)
  }
}

const cookiesOf = (reply: FastifyReply): string[] => [reply.getHeader('set-cookie') ?? []].flat().map(String)

/** The cookies of an answer, perhaps of an earlier press. */
const setCookies = (reply: FastifyReply, { cookies }: PageAnswer) => {
  reply.removeHeader('set-cookie')
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}

// an empty field counts as absent
const formIn = ({ body }: FastifyRequest): Form =>
  Object.fromEntries(Object.entries((body ?? {}) as Form).filter(([, text]) => text !== ''))

const formOf = (deps: Deps, { acts = {} }: HostedPage): Record<string, string> => {
  const fields = Object.values(acts).map(({ body, others }) => {
    const { properties = {} } = (body?.(deps).toJSONSchema() ?? {}) as { properties?: object }
    const named = Object.keys(properties).map((name) => [name, `The field \`${name}\`.`])
    return { ...Object.fromEntries(named), ...others }
  })
  return Object.assign({}, ...fields)
}

const seen: Operation['answers'] = { 200: ['A page.', 'Html'] }
const led: Operation['answers'] = { 303: ['To the next page.'] }
const again: Operation['answers'] = { 422: ['The page again, with what is wrong in the form.', 'Html'] }
