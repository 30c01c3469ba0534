import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleScopes } from '../../src/credentials/operators/scopes.ts'
import { addServiceKey } from '../../src/credentials/service-keys/add.ts'
import type { KeyScope } from '../../src/credentials/service-keys/scopes.ts'
import { deleteUserFor } from '../../src/flows/operators/acts/delete.ts'
import { disableUser } from '../../src/flows/operators/acts/disable.ts'
import { removeSecondFactorOf } from '../../src/flows/operators/acts/remove-second-factor.ts'
import { grantOperator } from '../../src/flows/operators/staff/grant.ts'
import { removeOperator } from '../../src/flows/operators/staff/remove.ts'
import { addWebhook } from '../../src/flows/webhooks/add.ts'
import { deriveToken, readToken } from '../../src/platform/crypto/token.ts'
import { pagesOfConsole } from '../../src/web/console/pages.ts'
import { personActs } from '../../src/web/console/people/person-acts.ts'
import { webhookActs } from '../../src/web/console/service/webhook-acts.ts'
import { type Browser, newBrowser } from '../support/browser.ts'
import { consoleOf, makeOperator, newConsoleOperator, seenIn } from '../support/console.ts'
import { codeByMail, signInByEmailCode } from '../support/email-code.ts'
import { get, send } from '../support/http.ts'
import { mailsTo, startMailing } from '../support/mailing.ts'
import { addPasskey, newOwnPasskey, proofBy } from '../support/passkeys.ts'
import { register, signIn, tokensOf } from '../support/people.ts'
import { enrol, type Guarded, registerGuarded, settingsOf } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { titleOf } from '../support/visitors.ts'

const settings = {
  ADMIN_LISTEN: '127.0.0.1:0',
  PUBLIC_URL: 'http://localhost:3000',
  WEBHOOK_PRIVATE_HOSTS: 'localhost',
  EMAIL_SIGN_IN: 'on',
}
const service = await startMailing(settings)
const { db } = service.deps
const { at, press, cookieOf, operatorBrowser } = consoleOf(service)
const actor = { kind: 'operator' } as const
const reason = 'an act of the tests'

const firstFactorOf = ({ email, password }: { email: string; password: string }) => ({ email, password })

/** Whether the next click still shows the console. */
const isIn = async (browser: Browser): Promise<boolean> => titleOf(await browser.open(at(''))) === 'Overview'

test('no path of the console answers on the public listener, in any setting', async () => {
  const together = await startTestService()
  const publicPages = await startTestService({ ...settings, PAGES: 'off' })
  for (const address of [service.address, together.address, publicPages.address])
    for (const { path } of [...pagesOfConsole, { path: '/console/' }, { path: '/console/nothing' }])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { status } = await send({ address }, method, path, {
          headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
        })
        assert.equal(status, 404, `${method} ${address}${path}`)
      }
  for (const { path } of pagesOfConsole)
    assert.notEqual((await fetch(`${service.adminAddress}${path}`, { redirect: 'manual' })).status, 404, path)
})

test('without a visit, every page leads to the sign-in, and no form does anything', async () => {
  const person = await register(service)
  for (const { path, isPrivate, acts } of pagesOfConsole) {
    if (!isPrivate) continue
    const query = `id=${person.userId}&act=block`
    const page = await newBrowser().open(`${service.adminAddress}${path}?${query}`)
    assert.equal(titleOf(page), 'Console', path)
    if (!acts) continue
    const answer = await send({ address: service.adminAddress }, 'POST', `${path}?${query}`, {
      body: new URLSearchParams({ reason }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    })
    assert.equal(answer.status, 303, path)
    assert.match(answer.headers.get('location') ?? '', /^\/console\/sign-in/)
  }
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
})

test('a password alone opens nothing, and neither do both factors of somebody who is no operator', async () => {
  const bare = await register(service)
  const browser = newBrowser()
  const refused = await press(browser, '/sign-in', { email: bare.email, password: bare.password })
  assert.equal(refused.status, 403)
  const { email, password, backup } = await registerGuarded(service)
  const step = await press(newBrowser(), '/sign-in', { email, password })
  assert.equal(titleOf(step), 'One more step')
  const other = newBrowser()
  await press(other, '/sign-in', { email, password })
  const answer = await press(other, '/second-step?method=backup_code', { code: backup[0]! })
  assert.equal(answer.status, 403, answer.text)
  for (const each of [browser, other]) {
    assert.equal(cookieOf(each), undefined)
    assert.equal(await isIn(each), false)
  }
  const rows = await db.run(sql`select 1 from sessions where kind = 'console' and user_id = ${bare.userId}`)
  assert.equal(rows.length, 0)
})

test('an operator who is removed, blocked, or without a second factor is out at the next click', async () => {
  const ends: Record<string, (userId: string) => Promise<unknown>> = {
    removed: (userId) => removeOperator({ db }, userId, actor),
    blocked: (userId) => disableUser({ db }, userId, { actor, reason }),
    'without a second factor': (userId) => removeSecondFactorOf({ db }, userId, { actor, reason }),
    'whose row was changed': (userId) =>
      db.run(sql`update operators set scopes = array['users:read', 'users:write'] where user_id = ${userId}`),
    'whose app alone was deleted': async (userId) => {
      await db.run(sql`delete from totp_factors where user_id = ${userId}`)
    },
    'whose visit proved a password alone': (userId) =>
      db.run(sql`update sessions set methods = array['password'] where user_id = ${userId}`),
  }
  for (const [name, end] of Object.entries(ends)) {
    const operator = await newConsoleOperator(service, ['users:read'])
    const browser = await operatorBrowser(operator)
    assert.equal(await isIn(browser), true, name)
    await end(operator.userId)
    assert.equal(await isIn(browser), false, name)
  }
})

test('whoever sets up another second factor after the end of one is no operator any more', async () => {
  const ends: Record<string, (operator: Guarded) => Promise<unknown>> = {
    'an operator removed it': ({ userId }) => removeSecondFactorOf({ db }, userId, { actor, reason }),
    'its owner turned it off': (operator) =>
      send(service, 'DELETE', settingsOf(operator), {
        token: operator.accessToken,
        body: { code: operator.code() },
      }),
    'nobody knows how': ({ userId }) => db.run(sql`delete from totp_factors where user_id = ${userId}`),
  }
  for (const [name, end] of Object.entries(ends)) {
    const operator = await newConsoleOperator(service, ['users:read'])
    await end(operator)
    const { accessToken } = tokensOf(await signIn(service, operator))
    const guarded = await enrol(service, { ...operator, accessToken })
    const browser = newBrowser()
    await press(browser, '/sign-in', firstFactorOf(operator))
    const answer = await press(browser, '/second-step?method=backup_code', { code: guarded.backup[0]! })
    assert.equal(answer.status, 403, name)
    assert.equal(await isIn(browser), false, name)
  }
})

test('a passkey that only signs in makes no operator: beside it, the password alone could add another', async () => {
  const person = await register(service)
  const newHere = () => newOwnPasskey({ origin: settings.PUBLIC_URL })
  const passkey = newHere()
  await addPasskey(service, person, { passkey })
  await assert.rejects(makeOperator(service, person), { status: 400 })
  const along = await proofBy(service, person, passkey)
  await addPasskey(service, person, { passkey: newHere(), asSecondFactor: true, along })
  await makeOperator(service, person)
})

test('a mailed code opens no console, not even with the second step that follows it', async () => {
  const { email, backup } = await newConsoleOperator(service, ['users:read'])
  const step = await signInByEmailCode(service, await codeByMail(service, email))
  const browser = newBrowser()
  await browser.open(at('/sign-in'))
  const jar = browser.cookies.get(new URL(service.adminAddress).origin) ?? new Map()
  browser.cookies.set(
    new URL(service.adminAddress).origin,
    jar.set('sallyport-console-step', step.body.challenge),
  )
  const answer = await press(browser, '/second-step?method=backup_code', { code: backup[0]! })
  assert.equal(answer.status, 403, answer.text)
  assert.equal(await isIn(browser), false)
})

test('a visit ends after a quarter of an hour without a click, and after eight hours', async () => {
  const operator = await newConsoleOperator(service, ['users:read'])
  const browser = await operatorBrowser(operator)
  const of = sql`user_id = ${operator.userId} and kind = 'console'`
  const [ends] = await db.run<{ idle: number; whole: number }>(sql`
    select extract(epoch from refresh_ends_at - created_at)::integer as idle,
      extract(epoch from ends_at - created_at)::integer as whole
    from sessions where ${of}`)
  assert.deepEqual(ends, { idle: 15 * 60, whole: 8 * 60 * 60 })
  await db.run(sql`update sessions set refresh_ends_at = now() - interval '1 second' where ${of}`)
  assert.equal(await isIn(browser), false)
})

test('a cookie of the pages opens no console, and one of the console nothing else', async () => {
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const { keys } = service.deps
  const token = cookieOf(browser)!
  const { userId, sessionId } = readToken(keys, 'console', token)!
  const cookieAt = (address: string, name: string, value: string, path: string) =>
    fetch(`${address}${path}`, { redirect: 'manual', headers: { cookie: `sallyport-${name}=${value}` } })
  // the same session under every other kind of token
  const [row] = await db.run<{ seed: Uint8Array }>(sql`select seed from sessions where id = ${sessionId}`)
  for (const kind of ['access', 'refresh', 'page'] as const) {
    const other = deriveToken(keys[0], { kind, userId, sessionId, generation: 0 }, row!.seed)
    assert.equal((await cookieAt(service.adminAddress, 'console', other, '/console')).status, 303, kind)
    assert.equal((await get(service, '/users/me', other)).status, 401, kind)
  }
  assert.equal((await cookieAt(service.adminAddress, 'console', token, '/console')).status, 200)
  assert.equal((await cookieAt(service.adminAddress, 'account', token, '/console')).status, 303)
  assert.equal((await cookieAt(service.address, 'account', token, '/account')).status, 303)
  assert.equal((await get(service, '/users/me', token)).status, 401)
  const own = await send(service, 'GET', '/users/me', { headers: { cookie: `sallyport-console=${token}` } })
  assert.equal(own.status, 401)
  // a visit to the pages, by its own right cookie and by the console's name
  const person = await register(service)
  const signedIn = await send(service, 'POST', '/account/sign-in', {
    body: new URLSearchParams(firstFactorOf(person)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  })
  const visit = /sallyport-account=([^;]+)/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? ''
  assert.ok(visit.length > 50)
  for (const name of ['account', 'console'])
    assert.equal((await cookieAt(service.adminAddress, name, visit, '/console')).status, 303)
})

test('a form of another site does nothing, and no page can be framed or is kept', async () => {
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const person = await register(service)
  const path = `/people/act?id=${person.userId}&act=block`
  const page = await browser.open(at(path))
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]) {
    const answer = await send({ address: service.adminAddress }, 'POST', `/console${path}`, {
      body: new URLSearchParams({ ...seenIn(page), reason }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `sallyport-console=${cookieOf(browser)}`,
        ...headers,
      },
    })
    assert.equal(answer.status, 403, JSON.stringify(headers))
  }
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self';.*frame-ancestors 'none'/,
  )
  assert.match(page.headers.get('cache-control') ?? '', /no-store/)
})

test('a form is for the person, the act and the state that it was shown for', async () => {
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const [person, other] = [await register(service), await register(service)]
  const path = (userId: string, act = 'block') => `/people/act?id=${userId}&act=${act}`
  const shown = await browser.open(at(path(person.userId)))
  const sendTo = (where: string) =>
    browser.submit({ ...shown, url: new URL(at(where)) }, { ...seenIn(shown), reason })
  assert.equal((await sendTo(path(other.userId))).status, 409)
  assert.equal((await sendTo(path(person.userId, 'end-sessions'))).status, 409)
  await db.run(sql`update users set external_id = 'changed meanwhile' where id = ${person.userId}`)
  const outdated = await sendTo(path(person.userId))
  assert.equal(outdated.status, 409)
  for (const { accessToken } of [person, other])
    assert.equal((await get(service, '/users/me', accessToken)).status, 200)
})

test('each act asks for both factors within a quarter of an hour', async () => {
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const person = await register(service)
  const path = `/people/act?id=${person.userId}&act=block`
  const shown = await browser.open(at(path))
  const proveMinutesAgo = (minutes: number) =>
    db.run(sql`
      update sessions
      set authenticated_at = now() - make_interval(mins => ${minutes}::integer),
        fully_proven_at = now() - make_interval(mins => ${minutes}::integer)
      where user_id = ${operator.userId} and kind = 'console'`)
  await proveMinutesAgo(11)
  // with too little time left to fill it in
  assert.equal(titleOf(await browser.open(at(path))), "Confirm it's you")
  assert.equal((await browser.submit(shown, { ...seenIn(shown), reason: '' })).status, 422)
  await proveMinutesAgo(16)
  assert.equal(titleOf(await browser.open(at(path))), "Confirm it's you")
  assert.equal(titleOf(await browser.submit(shown, { ...seenIn(shown), reason })), "Confirm it's you")
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  // a password renews nothing here
  const prove = `/prove?next=${encodeURIComponent(`/console${path}`)}`
  assert.equal((await press(browser, prove, { act: 'password', password: operator.password })).status, 400)
  const back = await press(browser, prove, { act: 'code', code: operator.backup.pop()! })
  assert.equal(titleOf(back), 'Block the account', back.text)
})

test('no address leads from the console to another page', async () => {
  const operator = await newConsoleOperator(service, ['users:read'])
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/account',
    '/console/../account',
    '/console@evil.example',
    '/console?id=a&evil=b',
    'javascript:alert(1)',
  ]) {
    const browser = newBrowser()
    const query = `next=${encodeURIComponent(next)}`
    await press(browser, `/sign-in?${query}`, firstFactorOf(operator))
    const page = await press(browser, `/second-step?method=backup_code&${query}`, {
      code: operator.backup.pop()!,
    })
    assert.equal(page.url.pathname + page.url.search, '/console', next)
  }
})

/** What each page and act takes. */
const pageScopes: Record<string, KeyScope | undefined> = {
  '': undefined,
  '/settings': 'overview:read',
  '/prove': undefined,
  '/people': 'users:read',
  '/people/person': 'users:read',
  '/people/why': 'users:read',
  '/people/activity': 'users:read',
  '/people/invite': 'users:write',
  '/acts': 'acts:read',
  '/operators': 'acts:read',
  '/events': 'users:read',
  '/mails': 'users:read',
  '/keys': 'keys:revoke',
  '/webhooks': 'webhooks:read',
  '/webhooks/webhook': 'webhooks:read',
}
const actsOf = {
  '/people/act': Object.entries(personActs).map(([act, { scope }]) => [act, scope] as const),
  '/webhooks/act': Object.entries(webhookActs).map(([act, { scope }]) => [act, scope] as const),
  '/keys/act': [['revoke-key', 'keys:revoke']] as const,
  '/mails/act': [['retry-mail', 'users:write']] as const,
}

test('each page and each act is open to its scope and to no other: no button, and 403', async () => {
  const wanted = { url: 'http://localhost:1/', types: ['*'], description: '', includesAddresses: false }
  const webhookId = (await addWebhook(service.deps, wanted, actor)).id
  const key = await addServiceKey(service.deps, { name: 'x', scopes: ['users:read'], networks: [], days: 1 })
  const known = new Set([...Object.keys(pageScopes), ...Object.keys(actsOf)].map((path) => `/console${path}`))
  const open = ['/console/sign-in', '/console/second-step', '/console/sign-out', '/console/language']
  assert.deepEqual(
    pagesOfConsole.map(({ path }) => path).filter((path) => !known.has(path) && !open.includes(path)),
    [],
  )
  const person = await registerGuarded(service)
  const idOf = (path: string) =>
    path.startsWith('/webhooks') ? webhookId : path.startsWith('/keys') ? key.id : person.userId
  for (const scope of consoleScopes) {
    const browser = await operatorBrowser(await newConsoleOperator(service, [scope]))
    const overview = await browser.open(at(''))
    for (const [path, needed] of Object.entries(pageScopes)) {
      const { status } = await browser.open(at(`${path}?id=${idOf(path)}`))
      const isOpen = needed === undefined || needed === scope
      assert.equal(status, isOpen ? 200 : 403, `${path} with ${scope}`)
      if (!path.includes('/', 1))
        assert.equal(
          overview.text.includes(`href="/console${path}"`),
          isOpen && path !== '/prove',
          `${path} ${scope}`,
        )
    }
    for (const [path, acts] of Object.entries(actsOf))
      for (const [act, needed] of acts) {
        const where = `${path}?id=${idOf(path)}&act=${act}&part=x`
        const shown = await browser.open(at(where))
        if (needed === scope) assert.notEqual(shown.status, 403, `${where} with ${scope}`)
        else {
          assert.equal(shown.status, 403, `${where} with ${scope}`)
          const sent = await browser.submit(
            { ...overview, url: new URL(at(where)) },
            { ...seenIn(await browser.open(at('/sign-out'))), seen: 'x', reason },
          )
          assert.equal(sent.status, 403, `${where} with ${scope}`)
        }
      }
  }
  assert.equal((await get(service, '/users/me', person.accessToken)).status, 200)
  // what is shown of a person has the buttons of what is granted, and no others
  const reading = await operatorBrowser(await newConsoleOperator(service, ['users:read', 'factors:remove']))
  const { text } = await reading.open(at(`/people/person?id=${person.userId}`))
  const offered = [...text.matchAll(/act=([a-z-]+)/g)].map(([, act]) => act)
  assert.deepEqual([...new Set(offered)].sort(), ['remove-app', 'remove-second-factor'])
})

test('whatever is done to a webhook is among the acts, with who did it and why', async () => {
  const wanted = { url: 'http://localhost:1/', types: ['*'], description: '', includesAddresses: false }
  const { id } = await addWebhook(service.deps, wanted, actor)
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const acts = Object.keys(webhookActs)
  for (const act of acts) {
    const after = new Date().toISOString()
    const done = await press(browser, `/webhooks/act?id=${id}&act=${act}`, { reason, after })
    assert.equal(done.status, 200, `${act}: ${done.text}`)
  }
  const told = await db.run<{ type: string }>(sql`
    select type from events
    where type like 'webhook.%' and detail ->> 'id' = ${id} and actor_id = ${operator.userId} and reason = ${reason}`)
  assert.equal(told.length, acts.length, JSON.stringify(told))
})

test('an act on one thing of an account says which, and is not there for one that is gone', async () => {
  const person = await registerGuarded(service)
  const [app] = (await get(service, `/users/${person.userId}/authenticators`, person.accessToken)).body
  await db.run(sql`update totp_factors set name = 'a telephone' where id = ${app.id}`)
  const browser = await operatorBrowser(await newConsoleOperator(service))
  const { text } = await browser.open(at(`/people/person?id=${person.userId}`))
  assert.match(text, /aria-label="Remove this app: a telephone"/)
  const act = (part: string) =>
    browser.open(at(`/people/act?id=${person.userId}&act=remove-app&part=${part}`))
  assert.match((await act(app.id)).text, /<bdi>a telephone<\/bdi>/)
  assert.equal((await act(person.userId)).status, 404)
})

test('an address is found with what a paste brings along', async () => {
  const { email } = await register(service)
  const browser = await operatorBrowser(await newConsoleOperator(service))
  const { text } = await browser.open(at(`/people?q=${encodeURIComponent(`\u200b${email}\u00ad`)}`))
  assert.ok(text.includes(`<bdi>${email}</bdi>`))
})

test('an operator has the quotas that were granted', async () => {
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const granted = { userId: operator.userId, scopes: consoleScopes, actsPerHour: 2, removalsPerDay: 1 }
  await grantOperator(service.deps, granted, actor)
  const person = await register(service)
  const statuses: number[] = []
  for (let nth = 0; nth < 3; nth++)
    statuses.push((await press(browser, `/people/act?id=${person.userId}&act=unlock`, { reason })).status)
  assert.deepEqual(statuses, [200, 200, 429])
})

test('thirty hostile names, reasons and programs become no markup anywhere', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '</title><script>alert(1)</script>',
    '</dd></dl><form action=//evil>',
    '<!--',
    '-->',
    '&lt;script&gt;',
    '&#60;script&#62;',
    '`onmouseover=alert(1)`',
    'javascript:alert(1)',
    '{{7*7}}',
    '#{7*7}',
    '<%= 7*7 %>',
    '<a href="//evil.example">here</a>',
    '<base href=//evil>',
    '<meta http-equiv=refresh content=0;url=//evil>',
    '<style>*{display:none}</style>',
    '<link rel=stylesheet href=//evil>',
    '<iframe src=//evil>',
    '<textarea>',
    '<plaintext>',
    '<input name=reason value=x>',
    '<button form=x formaction=//evil>',
    ']]><script>alert(1)</script>',
    '\u202e<gnirts>\u202c',
    '<b>bold</b>',
    'a<br>b',
    '<math><mtext></mtext></math>',
    'x" autofocus onfocus="alert(1)',
  ]
  assert.equal(hostile.length, 30)
  const operator = await newConsoleOperator(service)
  const browser = await operatorBrowser(operator)
  const tagsOf = (text: string) => [...text.matchAll(/<\/?([a-zA-Z!][\w-]*)/g)].map(([, tag]) => tag)
  const plain = await register(service)
  const usual = new Set<string | undefined>()
  for (const path of [
    '/people',
    `/people/person?id=${plain.userId}`,
    '/acts',
    `/people/why?id=${plain.userId}`,
    `/people/activity?id=${plain.userId}`,
  ])
    for (const tag of tagsOf((await browser.open(at(path))).text)) usual.add(tag)
  for (const tag of ['code', 'bdi', 'time', 'br', 'dl', 'dt', 'dd', 'div', 'b']) usual.add(tag)
  const person = await register(service, { headers: { 'user-agent': hostile[0]! } })
  for (const text of hostile) {
    await db.run(sql`
      insert into sessions (user_id, id, seed, methods, address, user_agent, access_ends_at, refresh_ends_at, ends_at)
      values (${person.userId}, gen_random_uuid(), decode(repeat('00', 32), 'hex'), array[${text}], ${text.slice(0, 40)}, ${text}, now() + interval '1 hour', now() + interval '1 hour', now() + interval '1 hour')`)
    await db.run(sql`
      insert into events (user_id, type, outcome, address, detail, reason, actor_kind)
      values (${person.userId}, ${text}, 'success', ${text.slice(0, 40)}, ${JSON.stringify({ [text]: text })}::jsonb, ${text}, 'operator')`)
    await db.run(
      sql`update users set external_id = ${text}, disabled_at = now(), disabled_reason = ${text} where id = ${person.userId}`,
    )
    await addServiceKey(service.deps, { name: text, scopes: ['users:read'], networks: [], days: 1 })
    for (const path of [
      `/people?q=${encodeURIComponent(text)}`,
      `/people/person?id=${person.userId}`,
      `/people/act?id=${person.userId}&act=unlock`,
      `/people/why?id=${person.userId}`,
      `/people/activity?id=${person.userId}`,
      '/acts',
      '/keys',
      `/events?type=${encodeURIComponent(text)}`,
    ]) {
      const page = await browser.open(at(path))
      for (const tag of tagsOf(page.text)) {
        const isOurs =
          usual.has(tag) ||
          ['html', 'head', 'meta', 'title', 'style', 'svg', '!doctype'].includes(String(tag))
        assert.ok(isOurs, `${path}: ${tag} by ${text}`)
      }
      // what is in quotes is a value
      assert.doesNotMatch(page.text.replace(/"[^"]*"/g, ''), /<[^>]*\son[a-z]+=/i, path)
      assert.doesNotMatch(page.text, /\u202e/, path)
    }
  }
  for (const line of service.logs) assert.doesNotThrow(() => JSON.parse(line))
})

test('every operator is told who became one, was removed or deleted, or came from a new network, and of nothing else', async () => {
  const mailing = await startMailing(settings)
  const here = consoleOf(mailing)
  const first = await newConsoleOperator(mailing, ['users:read'])
  const second = await registerGuarded(mailing)
  await mailsTo(mailing, first.email)
  await makeOperator(mailing, second, ['users:read'])
  const subjectsTo = async (email: string) =>
    (await mailsTo(mailing, email)).map(({ subject }) => subject).filter((subject) => /console/.test(subject))
  assert.deepEqual(await subjectsTo(first.email), [`${second.email} can now use the console of Sallyport`])
  assert.deepEqual(await subjectsTo(second.email), [`${second.email} can now use the console of Sallyport`])
  await here.operatorBrowser(second)
  const elsewhere = [`${second.email} used the console of Sallyport from a new network`]
  assert.deepEqual(await subjectsTo(first.email), elsewhere)
  assert.deepEqual(await subjectsTo(second.email), elsewhere)
  await here.operatorBrowser(second)
  assert.deepEqual(await subjectsTo(first.email), [])
  await removeOperator(mailing.deps, second.userId, actor)
  const removed = [`${second.email} can no longer use the console of Sallyport`]
  assert.deepEqual(await subjectsTo(first.email), removed)
  assert.deepEqual(await subjectsTo(second.email), removed)
  await makeOperator(mailing, second, ['users:read'])
  await subjectsTo(first.email)
  assert.ok(await deleteUserFor(mailing.deps, second.userId, { actor, reason, isNow: true }))
  assert.deepEqual(await subjectsTo(first.email), removed)
})
