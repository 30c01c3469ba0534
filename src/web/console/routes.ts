import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '#deps.ts'
import { acceptForms } from '#platform/http/form.ts'
import { replyNotFound } from '#platform/http/replies.ts'
import { mount } from '../pages/routes/mount.ts'
import { replyWithPage } from '../pages/routes/replies.ts'
import { pagesOfConsole } from './pages.ts'
import { consolePaths } from './paths.ts'
import { consoleRealm } from './realm.ts'

export const consoleRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    await app.register(async (own) => {
      acceptForms(own)
      own.setErrorHandler(replyWithPage(deps, consoleRealm))
      for (const page of pagesOfConsole) mount(own, deps, consoleRealm, page)
      // people read the answer to a mistyped address, too
      const beside = { prefix: consolePaths.overview }
      await own.register(async (others) => others.setNotFoundHandler(replyNotFound), beside)
    })
  }
