import vine from '@vinejs/vine'
import type { FastifyPluginAsync } from 'fastify'
import {
  confirmationField,
  emailField,
  newPasswordField,
  withConfirmation,
} from '../../credentials/password/fields.ts'
import type { Deps } from '../../deps.ts'
import { readBody } from '../../platform/http/body.ts'
import { clientOf } from '../../platform/http/client.ts'
import { documented } from '../../platform/http/operation.ts'
import { register } from './register.ts'

export const registrationRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const registrationBody = vine.create({
      email: emailField(),
      password: newPasswordField(deps.config),
      passwordConfirmation: confirmationField('password'),
    })

    app.post(
      '/auth/register',
      documented({
        summary: 'Create an account and sign in.',
        body: withConfirmation(registrationBody.toJSONSchema(), 'passwordConfirmation'),
        answers: { 201: ['The account was created.', 'TokenPair'] },
        refusals: [422, 429],
      }),
      async (request, reply) => {
        const body = await readBody(registrationBody, request.body)
        const pair = await register(deps, body, clientOf(deps, request))
        return reply.code(201).send(pair)
      },
    )
  }
