import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { atEnd } from '../support/at-end.ts'
import { appUrl, browserOf, startFederated } from '../support/federation.ts'
import { codeOf, faultsByCommand, faultsIn, guides, placeProgram } from '../support/guide-code.ts'
import { nextMail, publicUrl, startMailing, tokenIn } from '../support/mailing.ts'
import { newEmail, register } from '../support/people.ts'
import { appOf, wrongCode } from '../support/second-factor.ts'
import { newServiceKey } from '../support/service-keys.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { startWire } from '../support/wire.ts'

const guide = 'docs/guides/sign-in-from-a-web-app.md'
const password = 'a password of the tests'
const service = await startMailing()

/** What a browser has, as far as the guides use it. */
const location = {
  href: '',
  assign: (path: string) => {
    location.href = path
  },
}
Object.assign(globalThis, { location })

/** The code of a page as a program of its reader, who has another service than the page. */
const load = async (page: string, address: string, changed: Record<string, string> = {}) => {
  const addresses = Object.entries({ [publicUrl]: address, ...changed })
  const code = addresses.reduce((text, [from, to]) => text.replaceAll(from, to), await codeOf(page))
  return import(`${pathToFileURL(await placeProgram(code))}`)
}

test('the guides with code are found', () => assert.ok(guides.includes(guide)))

const contract = readFileSync(new URL('../../contract/wire.ts', import.meta.url), 'utf8')
const wrong = 'export const count: number = "one"'

/** The code of every page, each with its reader's own folder, which is named after it. */
const placeAll = () =>
  Promise.all(guides.map(async (page) => placeProgram(await codeOf(page), page.replaceAll(/\W+/g, '-'))))

for (const project of ['browser', 'server'] as const) {
  test(`the code of every page compiles in the project of a ${project}, as strict as TypeScript 5 is`, async () => {
    const placed = await placeAll()
    assert.equal(placed.length, guides.length)
    assert.deepEqual(faultsIn([...placed, await placeProgram(contract)], project), [])
    assert.match(faultsIn([await placeProgram(wrong)], project).join('\n'), /not assignable/)
  })
}

test('TypeScript 7 accepts all of them, too', async () => {
  assert.equal(faultsByCommand(await placeAll()), '')
  assert.match(faultsByCommand([await placeProgram(wrong)]), /TS2322/)
})

test('the code signs in with its second step, calls an API, and signs out', async () => {
  const [wire, api] = [await startWire(service), await startWire(service)]
  api.files['/orders'] = { type: 'application/json', body: '["a book"]' }
  const guided = await load(guide, wire.address, { 'https://api.example.com': api.address })
  const { sallyport } = guided
  const email = newEmail()
  await sallyport.register({ email, password })
  const app = appOf(service, (await sallyport.twoFactor.begin()).secret)
  const first = app.nextCode()
  await sallyport.twoFactor.confirm(first)
  await guided.signOut()
  assert.equal(location.href, '/sign-in')

  const asked: [string[], string][] = []
  const answers = [wrongCode(app), first, app.nextCode()]
  const account = await guided.signIn(email, password, async (methods: string[], hint: string) => {
    asked.push([methods, hint])
    return { method: 'totp', code: answers[asked.length - 1] }
  })
  const methods = ['totp', 'backup_code']
  assert.deepEqual(asked, [
    [methods, ''],
    [methods, 'Tries left: 4'],
    [methods, 'Used already: wait for the next code.'],
  ])
  assert.equal(account.email, email)
  assert.deepEqual(await (await guided.orders()).json(), ['a book'])
  await shiftRows(service, 960)
  wire.asked.length = 0
  await sallyport.account.get()
  assert.deepEqual(wire.asked, ['GET /users/me', 'POST /auth/token', 'GET /users/me'])
  await guided.signOut()
  assert.equal(await sallyport.isSignedIn(), false)
})

test('the code sets up a second factor, and a wrong code is sent once and costs one try', async () => {
  const wire = await startWire(service)
  const guided = await load('docs/guides/turn-on-two-factor.md', wire.address)
  await guided.sallyport.register({ email: newEmail(), password })
  await shiftRows(service, 960)
  const asked: string[][] = []
  const ask = async (methods: string[]) => {
    asked.push(methods)
    return { method: 'password', password }
  }
  const { secret, qr } = await guided.proven(guided.setUp, ask)
  assert.deepEqual(asked, [['password']])
  assert.match(qr, /^data:image\/svg\+xml/)
  const app = appOf(service, secret)
  assert.equal((await guided.confirm(app.nextCode())).length, 10)
  assert.equal((await guided.renewBackupCodes(app.nextCode())).length, 10)
  wire.asked.length = 0
  await assert.rejects(guided.turnOff(wrongCode(app)), { code: 'wrong_code' })
  assert.deepEqual(wire.asked, ['DELETE /users/me/settings/2fa'])
  const counted = sql`select count from attempts where kind = 'second factor'`
  assert.deepEqual(await many(service.deps.db, counted), [{ count: 1 }])
  await guided.turnOff(app.nextCode())
})

test('the code recovers a password, a second factor and an address', async () => {
  const guided = await load('docs/guides/recover-an-account.md', service.address)
  const { sallyport } = guided
  const [email, next] = [newEmail(), newEmail()]
  await sallyport.register({ email, password })
  const mailed = async (address: string, words: string) => tokenIn(await nextMail(service, address, words))
  await sallyport.email.verify({ token: await mailed(email, 'Confirm') })
  await guided.forgotPassword(email)
  await guided.setPassword(await mailed(email, 'Set a new password'), `${password}!`)

  await sallyport.signIn({ email, password: `${password}!` })
  const app = appOf(service, (await sallyport.twoFactor.begin()).secret)
  await sallyport.twoFactor.confirm(app.nextCode())
  await sallyport.signOut()
  const step = await sallyport.signIn({ email, password: `${password}!` })
  await guided.loseSecondFactor(step)
  const { removesAt } = await guided.confirmRemoval(await mailed(email, 'two-factor'))
  assert.ok(Date.parse(removesAt) > Date.now())
  await guided.cancelRemoval(await mailed(email, 'will be removed'))
  await step.answer({ method: 'totp', code: app.nextCode() })
  await sallyport.account.prove({ method: 'totp', code: app.nextCode() })

  await guided.changeEmail(next)
  await sallyport.email.verify({ token: await mailed(next, '') })
  await guided.undoChange(await mailed(email, 'address was changed'), password)
  assert.equal((await sallyport.signIn({ email, password })).state, 'two_factor')
})

test('the code checks tokens for three frameworks and none, and requires a fresh proof for payouts', async () => {
  const wire = await startWire(service)
  const guided = await load('docs/guides/check-tokens-in-your-other-services.md', wire.address)
  const { key } = await newServiceKey(service)
  const tokens = guided.newTokens(key)
  atEnd(() => tokens.close())
  const person = await register(service)
  const api = guided.newFastifyApi(tokens)
  atEnd(() => api.close())
  const server = guided.newExpressApi(tokens).listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await once(server, 'listening')
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const request = new Request('http://localhost/orders', { headers })
  const asked = [
    (await api.inject({ url: '/orders', headers })).json(),
    (await fetch(`http://127.0.0.1:${server.address().port}/orders`, { headers })).json(),
    (await guided.newHonoApi(tokens).request(request)).json(),
    (await guided.newPayouts(tokens)(request)).json(),
  ]
  for (const told of await Promise.all(asked)) assert.deepEqual(told, { owner: person.userId })
  await service.deps.db.run(sql`
    update sessions set authenticated_at = now() - interval '20 minutes' where user_id = ${person.userId}`)
  const fresh = guided.newTokens(key)
  atEnd(() => fresh.close())
  const refused = await guided.newPayouts(fresh)(request)
  assert.match(refused.headers.get('WWW-Authenticate'), /insufficient_user_authentication.+900/)
  assert.equal((await api.inject('/orders')).statusCode, 401)
})

test('the code signs in with a provider, and links another', async () => {
  const federated = await startFederated({ acme: {}, other: {} })
  const { acme, other } = federated.providers
  acme.people.set('ada', { email: 'ada@example.com', email_verified: true })
  other.people.set('ada', { email: 'ada@example.org', email_verified: true })
  const guided = await load('docs/guides/sign-in-with-a-provider.md', federated.address)
  const goThere = async () => {
    location.href = (await browserOf('ada', acme, other).open(location.href, appUrl)).url.href
  }
  await guided.signInWith('acme')
  await goThere()
  assert.equal((await guided.comeBack()).account.email, 'ada@example.com')
  await guided.link('other')
  await goThere()
  assert.equal((await guided.comeBackLinked()).email, 'ada@example.org')
})
