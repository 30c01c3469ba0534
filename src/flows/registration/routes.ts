import vine from '@vinejs/vine'
import {
  confirmationField,
  emailField,
  newPasswordField,
  withConfirmation,
} from '../../credentials/password/fields.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { register } from './register.ts'

export const registrationRoutes = endpoints((endpoint, deps) => {
  const registrationBody = vine.create({
    email: emailField(),
    password: newPasswordField(deps.config),
    passwordConfirmation: confirmationField('password'),
  })

  endpoint('POST', '/auth/register', {
    summary: 'Create an account and sign in.',
    bodySchema: withConfirmation(registrationBody.toJSONSchema(), 'passwordConfirmation'),
    answers: { 201: ['The account was created.', 'TokenPair'] },
    refusals: [422, 429],
    handle: async ({ sent, client }) => register(deps, await readBody(registrationBody, sent), client),
  })
})
