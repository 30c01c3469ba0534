import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { forgotBody, forgotPassword } from '../../flows/password/forgot.ts'
import { deadLink, Refused } from '../../platform/errors.ts'
import { type Html, html } from '../../platform/html.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { acceptForms, type Form } from '../../platform/http/form.ts'
import { documented, type Operation } from '../../platform/http/operation.ts'
import { refusalOf } from '../../platform/http/replies.ts'
import { demandSameOrigin } from '../../platform/http/same-origin.ts'
import { confirmNewEmailPage } from './confirm-new-email.ts'
import { forgotPasswordPage } from './forgot-password.ts'
import { keepTwoFactorPage } from './keep-two-factor.ts'
import { askingForm, type Filled, type LinkPage } from './link-page.ts'
import { pageHeaders, pageOf, paragraphs } from './page.ts'
import { refusalWords } from './refusals.ts'
import { resetPasswordPage } from './reset-password.ts'
import { resetTwoFactorPage } from './reset-two-factor.ts'
import { undoEmailChangePage } from './undo-email-change.ts'
import { verifyEmailPage } from './verify-email.ts'
import { welcomePage } from './welcome.ts'

const linkPages: LinkPage[] = [
  verifyEmailPage,
  resetPasswordPage,
  confirmNewEmailPage,
  undoEmailChangePage,
  resetTwoFactorPage,
  keepTwoFactorPage,
]

/** The hosted pages: what the JSON interface does, for people in a browser. */
export const hostedPageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    await app.register(welcomeRoutes(deps))
    await app.register(mailedPageRoutes(deps))
  }

const mailedPageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    acceptForms(app)
    app.setErrorHandler((error, request, reply) => {
      const { status, headers, message } = refusalOf(error, request)
      const { title, lead } = refusalWords(status, message)
      reply.code(status).headers(headers)
      return show(deps, reply, title, [...paragraphs(lead), ...(status === 401 ? [newPasswordLink] : [])])
    })
    for (const page of linkPages) mountLinkPage(app, deps, page)
    mountForgotPage(app, deps)
  }

// relative: a proxy may put a path in front of the service
const newPasswordLink = html`<p><a href="forgot-password">Forgot your password?</a></p>`

const welcomeRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { path, title, content } = welcomePage
    const answers: Operation['answers'] = {
      200: ['A page with links to the reference and the changelog.', 'Html'],
    }
    app.get(
      path,
      documented({ summary: 'The welcome page.', answers, isForBrowsers: 'page' }),
      async (_, reply) => show(deps, reply, title, content(deps.config.productName)),
    )
  }

const mountLinkPage = (app: FastifyInstance, deps: Deps, page: LinkPage) => {
  const { path, summary, ask, done } = page

  app.get<{ Querystring: { token?: unknown } }>(
    path,
    documented({
      summary,
      description: 'Opening the page changes nothing, however often: only its button does.',
      query: { token: 'From the link in the email.' },
      answers: { 200: ['A page with a button.', 'Html'] },
      refusals: [401],
      isForBrowsers: 'page',
    }),
    async ({ query: { token } }, reply) => {
      const until = typeof token === 'string' ? await page.goodUntil(deps, token) : undefined
      if (typeof token !== 'string' || !until) throw deadLink()
      return show(deps, reply, ask.title, askingForm(page, token, until))
    },
  )

  app.post(
    path,
    documented({
      summary: `${summary.replace(/\.$/, '')}: its button.`,
      form: {
        token: 'From the link in the email.',
        ...Object.fromEntries((page.form?.fields ?? []).map(({ name, label }) => [name, `${label}.`])),
      },
      answers: { ...doneAnswer, ...againAnswer },
      refusals: [401, 403, 429],
      isForBrowsers: 'page',
    }),
    async (request, reply) => {
      demandSameOrigin(request, deps.config.publicUrl)
      const { token = '', ...filled } = formOf(request)
      try {
        await page.act(deps, token, clientOf(deps, request), await readForm(deps, page, token, filled))
      } catch (error) {
        if (!(error instanceof Refused && Array.isArray(error.body))) throw error
        const form = askingForm(page, token, await page.goodUntil(deps, token), error.body)
        return show(deps, reply.code(422), ask.title, form)
      }
      return show(deps, reply, done.title, paragraphs(done.lead))
    },
  )
}

const mountForgotPage = (app: FastifyInstance, deps: Deps) => {
  const { path, title, form, done } = forgotPasswordPage
  const summary = 'The page that requests a link to set a new password.'

  app.get(
    path,
    documented({ summary, answers: { 200: ['A page with a form.', 'Html'] }, isForBrowsers: 'page' }),
    async (_, reply) => show(deps, reply, title, form()),
  )

  app.post(
    path,
    documented({
      summary: `${summary.replace(/\.$/, '')}: its button.`,
      form: { email: 'The address of the account.' },
      answers: { ...doneAnswer, ...againAnswer },
      refusals: [403, 429],
      isForBrowsers: 'page',
    }),
    async (request, reply) => {
      demandSameOrigin(request, deps.config.publicUrl)
      const typed = formOf(request)
      try {
        const { email } = await readBody(forgotBody, typed)
        await forgotPassword(deps, email, clientOf(deps, request))
      } catch (error) {
        if (!(error instanceof Refused && Array.isArray(error.body))) throw error
        return show(deps, reply.code(422), title, form(typed.email, error.body))
      }
      return show(deps, reply, done.title, paragraphs(done.lead))
    },
  )
}

const doneAnswer: Operation['answers'] = { 200: ['A page that confirms that it is done.', 'Html'] }
const againAnswer: Operation['answers'] = {
  422: ['The page again, with what is wrong in the form.', 'Html'],
}

const readForm = async (deps: Deps, { form }: LinkPage, token: string, filled: Form): Promise<Filled> =>
  form ? readBody(form.body(deps), { ...filled, ...(await form.beside(deps, token)) }) : {}

// an empty field counts as absent
const formOf = ({ body }: FastifyRequest): Form =>
  Object.fromEntries(Object.entries((body ?? {}) as Form).filter(([, text]) => text !== ''))

const show = ({ config }: Deps, reply: FastifyReply, title: string, content: Html | readonly Html[]) =>
  reply.headers(pageHeaders(config)).send(pageOf(config, title, content))
