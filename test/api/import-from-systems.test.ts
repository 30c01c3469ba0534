import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importFile } from '../../src/flows/moving/file/import-file.ts'
import { foundRecords } from '../../src/flows/moving/from/found-records.ts'
import { origins } from '../../src/flows/moving/from/index.ts'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'
import { bytesOfBase32 } from '../../src/platform/crypto/base32.ts'
import { hotp, stepAt } from '../../src/platform/crypto/otp.ts'
import { get } from '../support/http.ts'
import { outcomesOf } from '../support/moving.ts'
import { signIn, tokensOf } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { answerChallenge } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const { deps } = service

/** Imports what the system's own code has made, by the query of its guide. */
const importFrom = async (system: string, secret?: string): Promise<RowResult[]> => {
  const file = createReadStream(join(import.meta.dirname, `../support/exports/${system}.jsonl`))
  const results: RowResult[] = []
  await importFile(deps, foundRecords(file, { isCsv: false, origin: origins[system], secret }), {
    ...{ onConflict: 'fail', wrapsAll: false, isDry: false },
    tell: (told) => void results.push(...told),
  })
  return results
}

const signInByApp = async (email: string, password: string, secret: Uint8Array) => {
  const challenged = await signIn(service, { email, password })
  assert.equal(challenged.body.code, 'two_factor_required', challenged.text)
  const code = hotp(secret, stepAt(deps.now()))
  return tokensOf(await answerChallenge(service, challenged.body.challenge, code))
}

test('people of Django sign in with whatever hashed their password, and with their app', async () => {
  const password = 'lètmein of Django'
  const results = await importFrom('django')
  assert.deepEqual(outcomesOf(results), Array(8).fill('imported'))
  const emails = results.map(({ email }) => `${email}`)
  const [guarded = '', ...others] = emails.filter((email) => !email.startsWith('blocked'))
  for (const email of others) {
    assertRefused(await signIn(service, { email, password: 'wrong' }), 401, 'invalid_credentials')
    tokensOf(await signIn(service, { email, password }))
  }
  const { accessToken } = await signInByApp(guarded, password, Buffer.from('12345678901234567890'))
  const { body } = await get(service, '/users/me', accessToken)
  assert.deepEqual([body.externalId, body.emailVerified], ['1', true])
  const linked = await get(service, '/users/me/identities', accessToken)
  assert.equal(linked.body[0].provider, 'google')
  assertRefused(
    await signIn(service, { email: 'blocked@django.example', password }),
    401,
    'invalid_credentials',
  )
})

test('people of better-auth sign in with password and app', async () => {
  const password = 'lètmein of better-auth'
  const results = await importFrom('better-auth', 'a secret of better-auth that is long enough\n')
  assert.deepEqual(outcomesOf(results), ['imported', 'imported'])
  const secret = bytesOfBase32('GJMDSSDUNZIXKTCPNVXHMZLQKVMHSZKJGNKG4MDXNBPWM6KVONYQ')
  assert.ok(secret)
  const { accessToken } = await signInByApp('ada@better.example', password, secret)
  assert.equal(
    (await get(service, '/users/me', accessToken)).body.externalId,
    'aBz63HKWS46fnt7CgDLQ0rVgZCCOCFMu',
  )
  // is banned
  assertRefused(await signIn(service, { email: 'bob@better.example', password }), 401, 'invalid_credentials')
})
