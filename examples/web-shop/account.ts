/** Everything of the shop that knows of Sallyport. */
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import type { Client, Step } from 'sallyport-client'
import { bff } from 'sallyport-client/express'
import { createBff, isRefused } from 'sallyport-client/server'
import { appPage, codesPage, form } from './pages.ts'

const { SALLYPORT_URL: url = 'http://127.0.0.1:3000', SESSION_KEY: key = '' } = process.env
const { ORIGIN: origin = 'http://127.0.0.1:4000' } = process.env

export const account = Router().use(bff(createBff({ url, origin, key, pages: { enrolment: '/set-up-app' } })))
account.use(express.urlencoded({ extended: false }))

export const customersOnly: RequestHandler = async (request, response, next) =>
  (await request.sallyport.isSignedIn()) ? next() : response.redirect(303, '/sign-in')

/** For sessions that ended elsewhere. */
export const signInAgain: ErrorRequestHandler = (error, _request, response, next) =>
  isRefused(error, 'unauthorized') ? response.redirect(303, '/sign-in') : next(error)

type Fields = { email: string; password: string; code: string }
type Submit = (sallyport: Client, fields: Fields) => Promise<string>

/** A page with a form. @param submit the address of the next page, or that page itself */
const formAt = (path: string, title: string, names: (keyof Fields)[], submit: Submit) => {
  account.get(path, (_request, response) => void response.send(form(title, names)))
  account.post(path, async ({ sallyport, body }, response) => {
    try {
      const next = await submit(sallyport, body)
      if (next.startsWith('/')) response.redirect(303, next)
      else response.send(next)
    } catch (error) {
      if (!isRefused(error) || error.code === 'unauthorized') throw error
      response.status(error.status).send(form(title, names, error.message))
    }
  })
}

const pages = { signed_in: '/', two_factor: '/second-step', two_factor_enrolment: '/set-up-app' }
const pageAfter = ({ state }: Step) => (state === 'email_verification' ? '/sign-in' : pages[state])
formAt('/register', 'Create an account', ['email', 'password'], (sallyport, { email, password }) =>
  sallyport.register({ email, password }).then(pageAfter),
)
formAt('/sign-in', 'Sign in', ['email', 'password'], (sallyport, { email, password }) =>
  sallyport.signIn({ email, password }).then(pageAfter),
)
formAt('/second-step', 'Enter a code', ['code'], async (sallyport, { code }) => {
  const step = await sallyport.resume()
  const method = /^\d{6}$/.test(code) ? 'totp' : 'backup_code'
  if (step?.state === 'two_factor') await step.answer({ method, code })
  return '/'
})
const setupOf = ({ resume, twoFactor }: Client) =>
  resume().then((step) => (step?.state === 'two_factor_enrolment' ? step : twoFactor))
formAt('/set-up-app', 'Set up an app', [], async (client) => appPage(await (await setupOf(client)).begin()))
formAt('/confirm-app', 'Enter its first code', ['code'], async (client, { code }) =>
  codesPage((await (await setupOf(client)).confirm(code)).backup),
)
formAt('/sign-out', 'Sign out', [], async (sallyport) => sallyport.signOut().then(() => '/'))
