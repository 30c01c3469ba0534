import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../platform/errors.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { cookieJar } from '../../platform/http/cookie.ts'
import { acceptForms, type Form } from '../../platform/http/form.ts'
import { documented, type Operation } from '../../platform/http/operation.ts'
import { refusalOf, replyNotFound } from '../../platform/http/replies.ts'
import { demandSameOrigin, isFromElsewhere } from '../../platform/http/same-origin.ts'
import { admitted } from './admitted.ts'
import {
  type CookieName,
  type Download,
  type HostedPage,
  type Outcome,
  untouched,
  type Visit,
} from './hosted-page.ts'
import { pageHeaders, pageOf, type View } from './page.ts'
import { pageAgain } from './page-again.ts'
import { accountPages, mailedPages } from './pages.ts'
import { paths } from './paths.ts'
import { refusalView } from './refusal-view.ts'
import { askFactor } from './settings/ask-factor.ts'
import { requireSubject } from './subject.ts'
import { visitOf } from './visit.ts'
import { directory, welcomePage } from './welcome.ts'

/** The hosted pages: what the JSON interface does, for people in a browser. */
export const hostedPageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    // on its own: what is not even a request looks like one for `/`, and no page's error handler may answer it
    await app.register(async (root) => mountWelcome(root, deps))
    await app.register(pageRoutes(deps))
  }

const pageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    acceptForms(app)
    app.setErrorHandler(async (error, request, reply) => {
      const visit = visitAt(deps, request, reply)
      const refused = refusalOf(error, request)
      return show(visit, reply, refusalView(visit.words, refused, visit.at(paths.forgot)))
    })
    for (const page of mailedPages) mount(app, deps, page)
    if (!deps.config.pages) return
    for (const page of accountPages) mount(app, deps, page)
    // a mistyped address beside theirs is read by people too
    await app.register(async (beside) => beside.setNotFoundHandler(replyNotFound), { prefix: paths.settings })
  }

const mount = (app: FastifyInstance, deps: Deps, page: HostedPage) => {
  const { path, summary, query, acts, download, isOnce = false } = page

  app.get(
    path,
    {
      ...documented({
        summary,
        ...(query && { query }),
        answers: { ...seen, ...led },
        refusals: [401, 404],
        isForBrowsers: 'page',
      }),
      exposeHeadRoute: !isOnce,
    },
    async (request, reply) => {
      const visit = visitAt(deps, request, reply, page)
      return answer(visit, reply, await admitted(visit, page, () => page.view(visit, untouched), page.reads))
    },
  )
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
      demandSameOrigin(request, deps.config.publicUrl)
      const visit = visitAt(deps, request, reply, page)
      return answer(visit, reply, await admitted(visit, page, () => press(visit, page, formIn(request))))
    },
  )
}

/** What a button does, or the page again with what is wrong. */
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
    return (await askFactor(visit, act, typed, error)) ?? pageAgain(visit, page, typed, error)
  }
}

const answer = (visit: Visit, reply: FastifyReply, outcome: Outcome | Download): FastifyReply => {
  if ('to' in outcome) return reply.redirect(outcome.to, 303)
  if ('json' in outcome) return save(reply, outcome)
  return show(visit, reply, outcome)
}

const save = (reply: FastifyReply, { file, json }: Download): FastifyReply =>
  reply.header('Content-Disposition', `attachment; filename="${file}"`).send(json)

const show = ({ deps, words }: Visit, reply: FastifyReply, view: View): FastifyReply =>
  reply
    .code(view.status ?? 200)
    .headers(view.headers ?? {})
    .headers(pageHeaders(deps.config, view))
    .send(pageOf(deps.config, words, view))

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
      // beside what CORS has put there
      reply.header('Vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
      if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
        return directory(deps.config.productName, (path) => (deps.config.publicUrl ?? '') + path)
      return answer(visit, reply, await view(visit, untouched))
    },
  )
}

// one for each request: what is known of somebody is also known where it fails
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
      clientOf: () => clientOf(deps, request),
      acceptLanguage: request.headers['accept-language'],
      cookies: cookieJar<CookieName>(request, reply, deps.config.publicUrl?.startsWith('https:') ?? true),
      path: request.routeOptions.url ?? '/',
      query: request.query,
      isFromElsewhere: isFromElsewhere(request),
      subject,
    })
  visits.set(request, visit)
  return visit
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
