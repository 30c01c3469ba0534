import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeMailedTo, signInByEmailCode } from '../support/email-code.ts'
import { assertFound, examine } from '../support/examine.ts'
import { newEmail, register, tokensOf } from '../support/people.ts'
import { isCitus, startTestService } from '../support/service.ts'

const on = await startTestService({ EMAIL_SIGN_IN: 'on' })
const lastWarning = ({ logs }: Pick<typeof on, 'logs'>) =>
  logs.map((line) => JSON.parse(line)).find(({ msg }) => String(msg).startsWith('EMAIL_SIGN_IN is off'))

test('who depends on mailed codes is counted, and a start without them warns', async () => {
  await register(on)
  for (const email of [newEmail(), newEmail()])
    tokensOf(await signInByEmailCode(on, await codeMailedTo(on, email, { isForNewcomer: true })))
  assert.equal(lastWarning(on), undefined)
  await on.stop()
  assertFound(await examine(on.environment), 'email-sign-in', 'ok', /^2 people can only/, /^$/)
  const settings = { ...on.environment, EMAIL_SIGN_IN: 'off' }
  assertFound(
    await examine(settings),
    'email-sign-in',
    'warn',
    /^2 people cannot sign in/,
    /EMAIL_SIGN_IN=on/,
  )
  const off = await startTestService(settings)
  // several servers would look at everybody
  if (isCitus) return
  const deadline = Date.now() + 30_000
  while (!lastWarning(off) && Date.now() < deadline) await sleep(20)
  assert.equal(lastWarning(off)?.people, 2)
})
