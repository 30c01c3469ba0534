import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Config } from '../../src/config/config.ts'
import { countByLoss } from '../../src/flows/account/one-loss.ts'
import { losses } from '../../src/platform/metrics/losses.ts'
import { codeMailedTo, signInByEmailCode } from '../support/email-code.ts'
import { beginLink, confirmLink, followLink, signInWith, startFederated } from '../support/federation.ts'
import { type Answer, send } from '../support/http.ts'
import { lossesIn } from '../support/losses.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type Mailing, nextMail, tokenIn } from '../support/mailing.ts'
import { addPasskey, newOwnPasskey, proofBy, signInBy } from '../support/passkeys.ts'
import { exchange, newEmail, type Person, register, signIn, tokensOf } from '../support/people.ts'
import { reset, resetToken } from '../support/reset.ts'
import { answerChallenge, enrol, type Guarded } from '../support/second-factor.ts'
import { sql } from '../support/sql.ts'
import { askForReset, beginReset, pass } from '../support/two-factor-reset.ts'
import { startVariant } from '../support/variant.ts'
import { visitorsOf } from '../support/visitors.ts'

const mailServer = await startMailServer()
const federated = await startFederated(
  { acme: { NAME: 'Acme' } },
  {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Acme <no-reply@acme.example>',
    EMAIL_VERIFICATION: 'optional',
    EMAIL_SIGN_IN: 'on',
    REGISTRATIONS_PER_HOUR: '0',
    SIGN_INS_PER_ADDRESS: '0',
  },
  'localhost',
)
const service = { ...federated, mailServer } satisfies Mailing
const { visitorOf, guardedVisitorOf } = visitorsOf(service)
const { acme } = service.providers

/** What a person has besides a mailbox: an app comes with backup codes, which can be used up. */
type Kit = {
  password: boolean
  passkey: boolean
  provider: boolean
  second: 'none' | 'app' | 'app and codes'
  /** Whether the mailbox is confirmed. */
  isProven: boolean
}

const yesOrNo = [true, false]
const kits: readonly Kit[] = yesOrNo.flatMap((password) =>
  yesOrNo.flatMap((passkey) =>
    yesOrNo.flatMap((provider) =>
      (['none', 'app', 'app and codes'] as const).map((second) => ({
        password,
        passkey,
        provider,
        second,
        isProven: true,
      })),
    ),
  ),
)

/** Its first proof leads past a second factor: the rest of what a person has makes no difference to that. */
const unprovenKits: readonly Kit[] = kits
  .filter(({ password, passkey, provider, second }) => second !== 'none' && !passkey && password !== provider)
  .map((kit) => ({ ...kit, isProven: false }))

/** Somebody, what can be signed in with, and the page's cookie. */
type Somebody = {
  kit: Kit
  person: Person & Partial<Guarded>
  passkey: ReturnType<typeof newOwnPasskey> | undefined
  subject: string
  cookie: string
}

/** Everything is made through the API, and what the kit lacks is taken away. */
const make = async (kit: Kit): Promise<Somebody> => {
  const owner = await register(service)
  const passkey = kit.passkey ? newOwnPasskey({ origin: service.address }) : undefined
  if (passkey) await addPasskey(service, owner, { passkey })
  const subject = randomUUID()
  acme.people.set(subject, { email: newEmail(), email_verified: true })
  if (kit.provider) {
    const { body } = await beginLink(service, owner, 'acme')
    const { code } = await followLink(body.url, subject, acme)
    assert.equal((await confirmLink(service, owner, 'acme', { code })).status, 200)
  }
  const along = passkey && (await proofBy(service, owner, passkey))
  const guarded = kit.second === 'none' ? undefined : await enrol(service, owner, along)
  const browser = await (guarded ? guardedVisitorOf(guarded) : visitorOf(owner))
  const cookies = browser.cookies.get(service.address) ?? new Map()
  const { userId } = owner
  if (kit.isProven)
    await service.deps.db.run(sql`update emails set verified_at = now() where user_id = ${userId}`)
  if (!kit.password) await service.deps.db.run(sql`delete from passwords where user_id = ${userId}`)
  if (kit.second === 'app') await service.deps.db.run(sql`delete from backup_codes where user_id = ${userId}`)
  return {
    kit,
    person: guarded ?? owner,
    passkey,
    subject,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

/** Each code of an app is accepted once. */
const atNextStep = () => {
  service.clock.nowMs += 30_000
}

type First = 'password' | 'passkey' | 'provider' | 'mailed_code' | 'new_password'
type Second = 'totp' | 'backup_code' | 'wait'

/** The first step by each, as it is taken at the service. Undefined without anything to show there. */
const firstSteps: Record<First, (who: Somebody) => Promise<Answer | undefined>> = {
  password: ({ person }) => signIn(service, person),
  passkey: async ({ passkey }) => passkey && signInBy(service, passkey),
  provider: async ({ kit, subject }) =>
    kit.provider ? exchange(service, (await signInWith(service, 'acme', subject)).code ?? '') : undefined,
  mailed_code: async ({ person }) => signInByEmailCode(service, await codeMailedTo(service, person.email)),
  new_password: ({ person }) => signIn(service, person),
}

/** The codes that somebody could send with the second step. */
const codesOf = ({ person: { code, backup } }: Somebody): readonly (readonly [Second, string])[] =>
  code && backup ? [['totp', code()] as const, ['backup_code', backup.pop() ?? ''] as const] : []

const wayBy = (first: First, second?: Second) => (second ? `${first}, ${second}` : first)

/** The ways in that open, each tried. */
const tryWays = async (who: Somebody, firsts: readonly First[]): Promise<string[]> => {
  const open: string[] = []
  for (const first of firsts) {
    const answer = await firstSteps[first](who)
    if (answer?.status === 200) open.push(wayBy(first))
    if (answer?.body.code !== 'two_factor_required') continue
    let step: Answer | undefined = answer
    for (const [method, code] of codesOf(who)) {
      // an answered challenge is spent
      step ??= await firstSteps[first](who)
      const { status } = await answerChallenge(service, step?.body.challenge, code, method)
      if (status === 200) {
        open.push(wayBy(first, method))
        step = undefined
      }
      atNextStep()
    }
  }
  return open
}

const newPassword = 'a password that came by mail'

/** The same after a mailed link, which gives a password to people without one. */
const tryNewPassword = async (who: Somebody): Promise<string[]> => {
  assert.equal((await reset(service, await resetToken(service, who.person.email), newPassword)).status, 204)
  who.person.password = newPassword
  return tryWays(who, ['new_password'])
}

/** Every way but the wait. The first proof of a mailbox leaves nothing else, so each is tried by another of the same kit. */
const tryEverything = async (who: Somebody): Promise<string[]> => {
  const { isProven } = who.kit
  const open = await tryWays(who, ['password', 'passkey', 'provider'])
  open.push(...(await tryWays(isProven ? who : await make(who.kit), ['mailed_code'])))
  open.push(...(await tryNewPassword(isProven ? who : await make(who.kit))))
  return open
}

/** Asks for the removal of the second factor, by a first step that anybody of a kit can take. */
const startWait = async (who: Somebody, bare: { address: string }) => {
  const first = who.kit.isProven || who.kit.password ? 'password' : 'provider'
  const { challenge } = (await firstSteps[first](who))?.body ?? {}
  assert.equal((await askForReset(bare, challenge)).status, 404)
  assert.equal((await askForReset(service, challenge)).status, 202)
  const token = tokenIn(await nextMail(service, who.person.email, 'Confirm the removal'))
  assert.equal((await beginReset(service, token)).status, 202)
}

/** The same at the end of the wait, when what follows the first step is gone. */
const tryAfterWait = async (who: Somebody): Promise<string[]> => {
  const { kit } = who
  const firsts = (['provider', 'mailed_code', 'new_password'] as const).filter((first) =>
    first === 'provider' ? kit.provider : kit.isProven,
  )
  for (const first of firsts) tokensOf((await firstSteps[first](who)) as Answer)
  if (!kit.password) return firsts.map((first) => wayBy(first, 'wait'))
  // a new one may have taken its place
  if (!kit.isProven) tokensOf(await signIn(service, who.person))
  return ['password' as const, ...firsts].map((first) => wayBy(first, 'wait'))
}

/** What each step needs of what can be lost. */
const needs: Record<First | Second, string> = {
  password: 'If you forget your password',
  passkey: 'If you lose the passkey “Passkey”',
  provider: 'If you can no longer sign in with Acme',
  totp: 'If you lose the app “Authenticator app”',
  backup_code: 'If you lose your backup codes',
  mailed_code: 'If you can no longer read',
  new_password: 'If you can no longer read',
  wait: 'If you can no longer read',
}

const firstsOnPage: Record<string, First> = {
  'Your password': 'password',
  'A passkey': 'passkey',
  Acme: 'provider',
  'A code that we email you': 'mailed_code',
  'A new password, set by a link that we email you': 'new_password',
}

const secondsOnPage: Record<string, Second> = {
  'a code from your authenticator app': 'totp',
  'a backup code': 'backup_code',
  'a wait of 72 hours, started by a link that we email you': 'wait',
}

/** The ways of a line of the page. @throws for a line that names none */
const waysIn = (line: string): string[] => {
  const [first = '', then] = line.split(', then ')
  const by = firstsOnPage[first]
  assert.ok(by, line)
  if (then === undefined) return [wayBy(by)]
  const named = Object.entries(secondsOnPage).filter(([words]) => then.includes(words))
  assert.ok(named.length > 0, line)
  return named.map(([, second]) => wayBy(by, second))
}

const none = /^Nothing that you have lets you in then/

/** What the page says: the ways after each loss, in the words that `needs` has. */
const readPage = async (at: { address: string }, { cookie, person }: Somebody) => {
  const { status, text } = await send(at, 'GET', '/account/ways-back', { headers: { cookie } })
  assert.equal(status, 200)
  const losses = Object.entries(lossesIn(text)).map(([loss, lines]) => [
    loss.replace(` ${person.email}`, ''),
    none.test(lines[0] ?? '') ? [] : lines.flatMap(waysIn).sort(),
  ])
  return Object.fromEntries(losses)
}

/** The same by what has opened: of each loss, what needs nothing lost. The page leaves out a new password that leads no further than one. */
const expectedBy = (open: readonly string[], { kit }: Somebody, takes: RegExp): Record<string, string[]> => {
  const has: Record<string, boolean> = {
    [needs.password]: kit.password,
    [needs.passkey]: kit.passkey,
    [needs.provider]: kit.provider && !takes.test('provider'),
    [needs.totp]: kit.second !== 'none',
    [needs.backup_code]: kit.second === 'app and codes',
    [needs.wait]: true,
  }
  const losses = Object.keys(has).filter((loss) => has[loss])
  const without = (loss: string) => {
    const left = open.filter(
      (way) => !takes.test(way) && way.split(', ').every((step) => needs[step as First | Second] !== loss),
    )
    const isShort = (way: string) => way.startsWith('new_') && left.includes(way.replace('new_', ''))
    return left.filter((way) => !isShort(way)).sort()
  }
  return Object.fromEntries(losses.map((loss) => [loss, without(loss)]))
}

/** What operators are told of the newest account, by what the page says of it. */
const countedBy = (said: Record<string, string[]>): Record<string, number> => {
  const fatal = Object.keys(said).filter((loss) => said[loss]?.length === 0)
  const isFatal = (lost: (typeof losses)[number]) =>
    lost === 'anything' ? fatal.length > 0 : fatal.includes(needs[lost === 'mailbox' ? 'wait' : lost])
  return Object.fromEntries(losses.map((lost) => [lost, Number(isFatal(lost))]))
}

/** Settings that take a way away, and the ways that they take. */
const settings: readonly { config: Partial<Config>; takes: RegExp }[] = [
  { config: {}, takes: /(?!)/ },
  { config: { emailSignIn: false }, takes: /mailed_code/ },
  { config: { twoFactorResetHours: 0 }, takes: /wait/ },
  { config: { oauthProviders: [] }, takes: /provider/ },
  { config: { emailSignIn: false, twoFactorResetHours: 0 }, takes: /mailed_code|wait/ },
]

test('of every combination, the page names exactly the ways that open when something is lost, each tried', async () => {
  const places = await Promise.all(
    settings.map(async ({ config, takes }) => ({ at: await startVariant(service, { config }), takes })),
  )
  const bare = places.at(-1)!.at
  const everybody = []
  for (const kit of [...kits, ...unprovenKits]) {
    // later than any other
    atNextStep()
    const who = await make(kit)
    const said = []
    for (const { at } of places) {
      const page = await readPage(at, who)
      said.push(page)
      assert.deepEqual(await countByLoss(at.deps, 1), countedBy(page), JSON.stringify(kit))
    }
    const open = await tryEverything(who)
    const mailed = await signInByEmailCode(bare, await codeMailedTo(service, who.person.email))
    assert.equal(mailed.status, 404)
    if (kit.second !== 'none') await startWait(who, bare)
    everybody.push({ who, said, open })
  }
  for (let day = 0; day < 3; day++) await pass(service, 24.1)
  for (const { who, said, open } of everybody) {
    if (who.kit.second !== 'none') open.push(...(await tryAfterWait(who)))
    for (const [index, { takes }] of places.entries()) {
      assert.deepEqual(
        said[index],
        expectedBy(open, who, takes),
        JSON.stringify({ ...who.kit, takes: `${takes}` }),
      )
    }
  }
})
