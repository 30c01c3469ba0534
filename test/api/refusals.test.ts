import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminRefusal } from '../../contract/admin.ts'
import { scopes } from '../../src/credentials/service-keys/scopes.ts'
import { refusalRules, signInRules } from '../../src/platform/refusals/rules.ts'
import { startFederated } from '../support/federation.ts'
import { startMailing } from '../support/mailing.ts'
import { newOperator } from '../support/operators.ts'
import type { Ask, Asked, RefusedCase } from '../support/refused/case.ts'
import { changeLimitCases } from '../support/refused/changes.ts'
import { consoleCases } from '../support/refused/console.ts'
import { explained } from '../support/refused/explained.ts'
import { mailLimitCases } from '../support/refused/mails.ts'
import { overtakenCases } from '../support/refused/overtaken.ts'
import { providerCases } from '../support/refused/providers.ts'
import { quotaCases } from '../support/refused/quotas.ts'
import { requestCases } from '../support/refused/requests.ts'
import { secondFactorCases } from '../support/refused/second-factor.ts'
import { limitCases, signInCases } from '../support/refused/sign-in.ts'
import { isCitus, startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const every = Object.keys(scopes) as (keyof typeof scopes)[]
// many people come from one address here
const many = { REGISTRATIONS_PER_HOUR: '0', FAILURES_PER_ADDRESS: '0', SIGN_INS_PER_ADDRESS: '0' }
const proxied = { ...many, TRUSTED_PROXIES: 'loopback' }
const mailing = await startMailing(proxied)
const federated = await startFederated({ acme: {} }, proxied)
const staffed = await startTestService({
  ...many,
  ADMIN_LISTEN: '127.0.0.1:0',
  PUBLIC_URL: 'http://localhost:3000',
})
const operator = await newOperator(mailing, ...every)
const federatedOperator = await newOperator(federated, ...every)
const staffedOperator = await newOperator(staffed, ...every)
for (const { deps } of [mailing, federated, staffed])
  await deps.db.run(sql`update service_keys set acts_per_hour = 10000, removals_per_day = 10000`)

const cases: (RefusedCase & { ask: Ask })[] = [
  ...[
    signInCases,
    limitCases,
    secondFactorCases,
    requestCases,
    quotaCases,
    mailLimitCases,
    changeLimitCases,
    overtakenCases,
  ].flatMap((casesOf) => casesOf(mailing, operator.ask).map((one) => ({ ...one, ask: operator.ask }))),
  ...consoleCases(staffed).map((one) => ({ ...one, ask: staffedOperator.ask })),
  ...providerCases(federated, federatedOperator.ask).map((one) => ({ ...one, ask: federatedOperator.ask })),
]

/** Rules that no row is about, and why. */
const unexplained: Record<string, string> = {
  'request.slow': 'the request never arrives, and its answer has no request id',
  'request.headers': 'nobody reads the request, and its answer has no request id',
  'limit.newcomer_mails': 'the answer is the usual one, and no email is sent',
  'limit.sign_in_code_mails': 'the answer is the usual one, and no email is sent',
}

/** Rules that nothing lifts, and why. */
const unlifted: Record<string, string> = {
  'address.confirmed': 'there is nothing left to do',
  'mail.over': 'an email that waits is sent anyway',
}

test('every rule of every code that the contract has is provoked and explained, or has a reason', () => {
  const provoked = new Set(cases.map(({ code, rule }) => `${code} by ${rule}`))
  // what else a provider's sign-in is refused by leads back as that code, and is kept as it was
  const { invalid_request: _, ...atProviders } = signInRules
  for (const [code, rules] of [...Object.entries(refusalRules), ...Object.entries(atProviders)])
    for (const rule of rules)
      assert.notEqual(provoked.has(`${code} by ${rule}`), rule in unexplained, `${code} by ${rule}`)
})

/** Those that a trigger provokes. */
const byTriggers = ['service.fault', 'service.busy']

const skipOf = (rule: string) =>
  isCitus && byTriggers.includes(rule) && 'Citus spreads no table that has triggers'

const refusals = new Map<number, { refused: Asked; userId: string | null }>()

for (const [nth, { rule, code, provoke }] of cases.entries()) {
  test(`lifting ${rule} lets through what was refused as ${code} (${nth})`, {
    skip: skipOf(rule),
  }, async () => {
    const { ask, userId = null, lift, again = ask } = await provoke()
    const refused = await ask()
    assert.ok(refused.status >= 400, refused.text)
    refusals.set(nth, { refused, userId })
    if (!lift && again === ask) return assert.ok(rule in unlifted || rule === 'link.dead', rule)
    await lift?.()
    const passed = await again()
    assert.ok(passed.status < 400, passed.text)
  })
}

// after all of them: each is written a second later
for (const [nth, { rule, code, ask: operate }] of cases.entries()) {
  test(`${code} by ${rule} is explained (${nth})`, { skip: skipOf(rule) }, async () => {
    const { refused, userId } = refusals.get(nth) ?? assert.fail('it was not refused')
    const told: AdminRefusal = await explained(operate, refused)
    assert.deepEqual([told.rule, told.code, told.userId], [rule, code, userId])
    assert.match(told.because, /^\p{Lu}.*\.$/su)
    if (!userId) return
    const { body } = await operate('GET', `/users/${userId}/refusals`)
    assert.ok(body.some(({ requestId }: AdminRefusal) => requestId === told.requestId))
  })
}
