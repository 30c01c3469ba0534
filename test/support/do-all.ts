import assert from 'node:assert/strict'
import { feedAll } from './feed.ts'
import { get, send } from './http.ts'
import { deliverAll } from './mailing.ts'
import { newOperator } from './operators.ts'
import { refresh, register, tokensOf } from './people.ts'
import { answerChallenge, challengeFor, registerGuarded } from './second-factor.ts'
import type { TestService } from './service.ts'

/** What people and operators do with a new service, a bit of everything. @returns who stays, and who is about to be deleted */
export const doAll = async (service: TestService) => {
  assert.equal((await get(service, '/health/ready')).status, 200)
  const staying = await registerGuarded(service)
  const challenge = await challengeFor(service, staying)
  const { refreshToken } = tokensOf(await answerChallenge(service, challenge, staying.code()))
  tokensOf(await refresh(service, refreshToken))
  const leaving = await register(service)
  const operator = await newOperator(service, 'users:read', 'acts:read')
  assert.equal((await operator.ask('GET', '/users')).body.users.length, 2)
  await feedAll(service.deps)
  await deliverAll(service.deps)
  const path = `/users/${leaving.userId}`
  assert.equal((await send(service, 'DELETE', path, { token: leaving.accessToken })).status, 202)
  return { staying, leaving }
}
