import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { chooseLanguage } from '../../messages/texts/language.ts'
import { badRequest, isRefusedAs } from '../../platform/errors.ts'
import { asksForPage, isForHtml } from '../../platform/http/asks-for-page.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawPage } from '../../platform/http/broken-lines.ts'
import { clientOf } from '../../platform/http/client.ts'
import { cookieJar } from '../../platform/http/cookie.ts'
import { acceptForms, type Form } from '../../platform/http/form.ts'
import { documented, type Operation } from '../../platform/http/operation.ts'
import { tellOverload } from '../../platform/http/overload.ts'
import { type ErrorReply, refusalOf, replyNotFound, replyToError } from '../../platform/http/replies.ts'
import { isFromElsewhere, requireSameOrigin } from '../../platform/http/same-origin.ts'
import { about } from '../../platform/refusals/concerning.ts'
import { admitted } from './admitted.ts'
import { type PageAnswer, pageAnswer } from './answer.ts'
import { atBase } from './base.ts'
import {
  type CookieName,
  type Download,
  type HostedPage,
  type Outcome,
  untouched,
  type Visit,
} from './hosted-page.ts'
import { insteadOf } from './instead-of.ts'
import { requireCookies, tryCookies } from './kept-cookie.ts'
import { pageHeaders, pageOf } from './page.ts'
import { pageAgain } from './page-again.ts'
import { accountPages, mailedPages } from './pages.ts'
import { paths } from './paths.ts'
import { pressOnce } from './presses/press-once.ts'
import { findShown, ledToShown } from './presses/shown.ts'
import { refusalView, waysOnOf } from './refusal-view.ts'
import { askFactor } from './settings/ask-factor.ts'
import { requireSubject } from './subject.ts'
import { visitOf } from './visit.ts'
import { directory, welcomePage } from './welcome.ts'
import { wordsIn } from './words.ts'

/** The hosted pages: the JSON interface's functions, for people in a browser. */
export const hostedPageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    // on its own: an invalid request looks like one for `/`, and no page's error handler may answer it
    await app.register(async (root) => mountWelcome(root, deps))
    await app.register(pageRoutes(deps))
  }

const pageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    acceptForms(app)
    app.setErrorHandler(replyWithPage(deps))
    for (const page of mailedPages) mount(app, deps, page)
    if (!deps.config.pages) return
    for (const page of accountPages) mount(app, deps, page)
    // people also read the answer to a mistyped address among these
    await app.register(async (beside) => beside.setNotFoundHandler(replyNotFound), { prefix: paths.settings })
  }

/** For everything: people are shown a page, and programs get JSON. */
export const replyToAnybody = (deps: Deps): ErrorReply => {
  const toPeople = replyWithPage(deps)
  return (error, request, reply) =>
    asksForPage(request) ? toPeople(error, request, reply) : replyToError(error, request, reply)
}

const replyWithPage =
  (deps: Deps): ErrorReply =>
  async (error, request, reply) => {
    const visit = visitAt(deps, request, reply)
    const refused = refusalOf(about(error, visit.userId), request)
    if (refused.page === 'cookieNotKept') tellOverload(request, whyNoCookies(deps))
    return answer(visit, reply, await insteadOf(visit, refused))
  }

const whyNoCookies = ({ config: { publicUrl } }: Deps) =>
  `A browser did not keep the cookie of a page. It has to be opened at PUBLIC_URL (${publicUrl ?? 'unset'}), and by https unless that begins with http:.`

/** The same for unreadable headers. */
export const rawPageOf =
  ({ config }: Deps): RawPage =>
  (refused, acceptLanguage) => {
    const words = wordsIn(chooseLanguage({ acceptLanguage, standard: config.language }))
    const view = refusalView(words, refused, waysOnOf({ config }, atBase(config)))
    return { headers: { ...view.headers, ...pageHeaders(config, view) }, text: pageOf(config, words, view) }
  }

const mount = (app: FastifyInstance, deps: Deps, page: HostedPage) => {
  const { path, summary, query, acts, download, isEntry, isOnce = false } = page
  const promised: Operation = {
    summary,
    ...(query && { query }),
    answers: { ...seen, ...led, ...(acts && again) },
    refusals: [401, 404, ...(acts ? [403, 409, 429] : [])],
    isForBrowsers: 'page',
  }

  app.get(path, { ...documented(promised), exposeHeadRoute: !isOnce }, async (request, reply) => {
    const visit = visitAt(deps, request, reply, page)
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
      requireSameOrigin(request, deps.config.publicUrl)
      const visit = visitAt(deps, request, reply, page)
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
    const body = pressed.body && (await readBody(pressed.body(visit.deps), { ...typed, ...beside }))
    return await pressed.run(visit, body, typed)
  } catch (error) {
    // being asked for a second factor is part of an act
    if (!isRefusedAs(error, 'factor_required')) visit.client.noteRefused?.(about(error, visit.userId))
    return (await askFactor(visit, act, typed, error)) ?? pageAgain(visit, page, typed, error)
  }
}

const answer = (visit: Visit, reply: FastifyReply, outcome: Outcome | Download): FastifyReply =>
  sendAnswer(reply, pageAnswer(visit, outcome, []))

const cookiesOf = (reply: FastifyReply): string[] => [reply.getHeader('set-cookie') ?? []].flat().map(String)

/** The cookies of an answer, perhaps of an earlier press. */
const setCookies = (reply: FastifyReply, { cookies }: PageAnswer) => {
  reply.removeHeader('set-cookie')
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}

const sendAnswer = (reply: FastifyReply, { status, headers, body }: PageAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(body)

const mountWelcome = (app: FastifyInstance, deps: Deps) => {
  const { path, summary, view } = welcomePage
  app.get(
    path,
    documented({
      summary,
      description: 'For programs, which do not ask for HTML, where to find what.',
      answers: { 200: ['A page, or where to find what.', 'Directory or Html'] },
      isForBrowsers: 'page',
    }),
    async (request, reply) => {
      const visit = visitAt(deps, request, reply)
      // beside the value from CORS
      reply.header('Vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
      if (!isForHtml(request.headers.accept))
        return directory(deps.config.productName, (path) => (deps.config.publicUrl ?? '') + path)
      return answer(visit, reply, await view(visit, untouched))
    },
  )
}

// one per request, so that errors know the visitor, too
const visits = new WeakMap<FastifyRequest, Visit>()

const visitAt = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { isPrivate, subject = isPrivate ? 'account' : undefined }: Pick<HostedPage, 'isPrivate' | 'subject'> = {},
): Visit => {
  const visit =
    visits.get(request) ??
    visitOf(deps, {
      clientOf: () => clientOf(deps, request, reply),
      acceptLanguage: request.headers['accept-language'],
      cookies: cookieJar<CookieName>(request, reply, deps.config.publicUrl?.startsWith('https:') ?? true),
      path: request.routeOptions.url ?? '/',
      pageBefore: pageIn(request.headers.referer),
      query: request.query,
      isFromElsewhere: isFromElsewhere(request),
      subject,
    })
  visits.set(request, visit)
  return visit
}

// `//host` would be read as another site's address
const pageIn = (referer: string | undefined): string | undefined => {
  const { pathname = '', search = '' } = URL.parse(referer ?? '') ?? {}
  return /^\/(?!\/)/.test(pathname) ? pathname + search : undefined
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
