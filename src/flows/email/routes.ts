import vine from '@vinejs/vine'
import { sendVerification } from '../../accounts/links/verification.ts'
import { emailField, passwordField } from '../../credentials/password/fields.ts'
import { optional } from '../../platform/exact.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { authenticateAwaiting, authenticateAwaitingOwner } from '../../sessions/authenticate.ts'
import { newPasswordBody } from '../password/reset.ts'
import { askForEmailChange } from './change.ts'
import { findConfirmed, takeOver } from './take-over.ts'
import { findUndo, undoBody, undoEmailChange } from './undo-change.ts'
import { verifyEmailAddress } from './verify.ts'

const tokenBody = vine.create({ token: vine.string() })
const codeBody = vine.create({ email: emailField(), code: vine.string() })
const changeBody = vine.create({ email: emailField(), password: optional(passwordField()) })
const documentedVerification = vine.create({
  token: vine.string(),
  password: optional(vine.string()),
  passwordConfirmation: optional(vine.string()),
})
const documentedUndo = vine.create({
  token: vine.string(),
  password: optional(vine.string()),
  passwordConfirmation: optional(vine.string()),
})

export const emailRoutes = endpoints((endpoint, deps) => {
  const bodyOfUndo = undoBody(deps)
  const takeOverBody = newPasswordBody(deps)

  endpoint('POST', '/auth/email/verify', {
    summary: 'Confirm an email address.',
    description:
      'With the `token` of the emailed link, or with the address and the code, which works for ten minutes. A link sent to a new address completes the change. Send the access token along if somebody is signed in: a link alone does not say that whoever opened it has registered, and signing in with a provider of that address, or with a mailed code, then removes what was set up before: password, passkeys, providers and sessions. For people who did not register, `password` beside the `token` takes the account over: nothing that was set up before survives.',
    bodySchema: { oneOf: [documentedVerification.toJSONSchema(), codeBody.toJSONSchema()] },
    answers: { 204: ['The address is confirmed.'] },
    refusals: [401, 422, 429],
    guard: authenticateAwaiting,
    isForAwaiting: true,
    isGuardOptional: true,
    handle: async ({ sent, client, who }) => {
      const { token, password } = Object(sent)
      if (token === undefined) return verifyEmailAddress(deps, await readBody(codeBody, sent), client)
      const link = await readBody(tokenBody, sent)
      if (password === undefined) return verifyEmailAddress(deps, link, client, who)
      const body = await readBody(takeOverBody, {
        ...Object(sent),
        ...(await findConfirmed(deps, link.token)),
      })
      return takeOver(deps, link.token, body.password, client)
    },
  })

  endpoint('POST', '/users/:id/email/verification', {
    summary: 'Send the verification email again.',
    answers: { 202: ['The email is on its way; earlier links and codes no longer work.'] },
    refusals: [409, 429],
    guard: authenticateAwaitingOwner,
    isForAwaiting: true,
    handle: ({ who }) => sendVerification(deps, who.userId),
  })

  endpoint('POST', '/users/:id/email', {
    summary: 'Request a change of email address.',
    description:
      'Nothing changes until the link sent there is confirmed, within an hour and while this session is active. `password` renews a proof of identity older than 15 minutes.',
    body: changeBody,
    answers: {
      202: ['A link is on its way to the new address; earlier links no longer work.'],
      401: ['No valid access token, or the password is wrong.', 'Refusal'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateAwaitingOwner,
    isForAwaiting: true,
    handle: ({ who, body, client }) => askForEmailChange(deps, who, body, client),
  })

  endpoint('POST', '/auth/email/undo', {
    summary: 'Undo a change of email address.',
    description:
      'With the `token` of the link sent to the former address, within seven days. Ends sessions opened since the one that asked for the change, and removes what those, that one, or anybody since has added. With a `password`, all sessions end; without one, a link to set it is emailed.',
    bodySchema: documentedUndo.toJSONSchema(),
    answers: { 204: ['The former address is restored.'] },
    refusals: [401, 422],
    handle: async ({ sent, client }) => {
      const { token } = await readBody(tokenBody, sent)
      const beside = await findUndo(deps, token)
      const { password } = await readBody(bodyOfUndo, { ...Object(sent), ...beside })
      return undoEmailChange(deps, token, password, client)
    },
  })
})
