import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Deps } from '#deps.ts'
import { isForHtml } from '#platform/http/asks-for-page.ts'
import { acceptForms } from '#platform/http/form.ts'
import { documented } from '#platform/http/operation.ts'
import { replyNotFound } from '#platform/http/replies.ts'
import { untouched } from '../hosted-page.ts'
import { hostedRealm } from '../hosted-realm.ts'
import { accountPages, mailedPages } from '../pages.ts'
import { paths } from '../paths.ts'
import { directory, welcomePage } from '../welcome.ts'
import { mount } from './mount.ts'
import { answer, replyWithPage } from './replies.ts'
import { visitAt } from './visit-at.ts'

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
    app.setErrorHandler(replyWithPage(deps, hostedRealm))
    for (const page of mailedPages) mount(app, deps, hostedRealm, page)
    if (!deps.config.pages) return
    for (const page of accountPages) mount(app, deps, hostedRealm, page)
    // people also read the answer to a mistyped address among these
    await app.register(async (beside) => beside.setNotFoundHandler(replyNotFound), { prefix: paths.settings })
  }

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
      const visit = visitAt(deps, hostedRealm, { request, reply })
      // beside the value from CORS
      reply.header('Vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '))
      if (!isForHtml(request.headers.accept))
        return directory(deps.config.productName, (path) => (deps.config.publicUrl ?? '') + path)
      return answer(visit, reply, await view(visit, untouched))
    },
  )
}
