import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BffOptions, createBff } from '../../packages/client/src/server/index.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'

type Outcome = () => Response | Promise<Response>

const answer = (status: number, body: object, headers = {}) => Response.json(body, { status, headers })

const busy: Outcome = () =>
  answer(429, { code: 'too_many_attempts', message: 'Please wait.' }, { 'Retry-After': '7' })

const away: Outcome = () => answer(503, { code: 'unavailable', message: 'Please try again.' })

const noAnswer: Outcome = () => Promise.reject(new TypeError('no network'))

const signedIn = () => {
  const instant = new Date().toISOString()
  const token = { token: 'a token', lastUsedAt: instant, expiresAt: instant }
  return answer(200, { accessToken: token, refreshToken: token })
}

/** A browser, and a service that answers as the test says. */
const browse = (more: Partial<BffOptions> = {}) => {
  const [codes, answers, accounts]: [string[], Outcome[], Outcome[]] = [[], [], []]
  const bff = createBff({
    url: 'https://accounts.example.com',
    key,
    origin,
    pages: { signedIn: '/in', failed: '/out' },
    fetch: async (target, init) => {
      if (`${target}`.endsWith('/users/me')) return (accounts.shift() ?? (() => answer(200, { id: 'ada' })))()
      codes.push(JSON.parse(`${init?.body}`).code)
      return (answers.shift() ?? signedIn)()
    },
    ...more,
  })
  const jar = new Map<string, string>()
  /** @returns the answer, and where it leads */
  const ask = async (path: string, sent: Record<string, string> = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answered = await bff.handle(new Request(origin + path, { headers: { cookie, ...sent } }))
    assert.ok(answered, path)
    for (const line of answered.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return answered
  }
  const goesTo = async (path: string) => (await ask(path)).headers.get('location') ?? ''
  return { codes, answers, accounts, jar, ask, goesTo }
}

const stateOf = (address: string) => new URL(address).searchParams.get('state')

/** The same browser, that has left for the service's page. */
const leave = async () => {
  const browser = browse()
  const state = stateOf(await browser.goesTo('/login'))
  return { ...browser, comeBack: () => browser.ask(`/callback?code=a-code&state=${state}`) }
}

test('if the service is busy, the answer says for how long, and a reload signs in', async () => {
  const { codes, answers, comeBack } = await leave()
  answers.push(busy, busy)
  for (const nth of [1, 2]) {
    const refused = await comeBack()
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '7'], `${nth}`)
    assert.equal(refused.headers.get('Refresh'), '7', 'the browser loads it again by itself')
    assert.equal(Object(await refused.json()).message, 'Please wait.')
  }
  assert.equal((await comeBack()).headers.get('Location'), '/in')
  assert.deepEqual(codes, ['a-code', 'a-code', 'a-code'])
})

test('once the code was accepted, a reload signs in without it', async () => {
  for (const [outcome, status] of [
    [busy, 429],
    [noAnswer, 503],
    [away, 503],
  ] as const) {
    const { codes, accounts, comeBack } = await leave()
    accounts.push(outcome)
    assert.equal((await comeBack()).status, status)
    assert.equal((await comeBack()).headers.get('Location'), '/in')
    assert.equal((await comeBack()).headers.get('Location'), '/out?error=redirect_mismatch')
    assert.deepEqual(codes, ['a-code'])
  }
})

test('any other refusal leads to the error page, and no code is sent again', async () => {
  const { codes, answers, comeBack } = await leave()
  answers.push(() => answer(401, { code: 'invalid_credentials', message: 'No.' }))
  assert.equal((await comeBack()).headers.get('Location'), '/out?error=invalid_credentials')
  assert.equal((await comeBack()).headers.get('Location'), '/out?error=redirect_mismatch')
  assert.deepEqual(codes, ['a-code'])
})

const stepOf = (code: string) => () =>
  answer(403, {
    code,
    message: 'Wait.',
    challenge: 'sp_ch',
    methods: ['totp'],
    expiresAt: '2999-01-01T00:00:00.000Z',
  })

test('a sign-in on the way to a page ends there, even with further steps', async () => {
  const { answers, goesTo } = browse()
  const comeBack = async (path: string) => goesTo(`/callback?code=a&state=${stateOf(await goesTo(path))}`)
  const there = '/login?return_to=/orders/7%3Fa%3Db%26c'
  assert.equal(await comeBack(there), '/orders/7?a=b&c')
  answers.push(stepOf('two_factor_required'))
  assert.equal(await comeBack(there), '/second-step?return_to=%2Forders%2F7%3Fa%3Db%26c')
  assert.equal(await comeBack('/login'), '/in')
  // of two tabs, each comes to its own
  const [first, second] = [await goesTo('/login?return_to=/1'), await goesTo('/login?return_to=/2')].map(
    stateOf,
  )
  for (const [page, state] of Object.entries({ '/2': second, '/1': first }))
    assert.equal(await goesTo(`/callback?code=a&state=${state}`), page)
})

test('a page elsewhere is no valid destination', async () => {
  const { goesTo } = browse()
  for (const page of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'orders',
    `/${'a'.repeat(1_000)}`,
  ]) {
    const state = stateOf(await goesTo(`/login?${new URLSearchParams({ return_to: page })}`))
    assert.equal(await goesTo(`/callback?code=a&state=${state}`), '/in', page)
  }
})

test('a sign-in forgotten after three newer ones starts over once', async () => {
  const { jar, ask, goesTo, codes } = browse()
  const first = stateOf(await goesTo('/login'))
  for (let others = 0; others < 3; others++) await goesTo('/login')
  const back = `/callback?code=a-code&state=${first}`
  assert.equal(
    (await ask(back, { 'Sec-Fetch-Mode': 'no-cors' })).headers.get('location'),
    '/out?error=redirect_mismatch',
  )
  const again = await goesTo(back)
  assert.match(again, /^https:\/\/accounts\.example\.com\/account\/sign-in/)
  assert.equal(await goesTo(back), '/out?error=redirect_mismatch')
  assert.equal(await goesTo(`/callback?code=next&state=${stateOf(again)}`), '/in')
  assert.deepEqual(codes, ['next'])
  // one that keeps no cookies would go on for ever
  jar.clear()
  assert.equal(await goesTo(back), '/out?error=redirect_mismatch')
})

test('with a base path it answers there, and nowhere else', async () => {
  const { ask, goesTo } = browse({ basePath: '/auth/v1' })
  const left = await goesTo('/auth/v1/login')
  assert.equal(new URL(left).searchParams.get('redirect_uri'), `${origin}/auth/v1/callback`)
  assert.equal(await goesTo(`/auth/v1/callback?code=a&state=${stateOf(left)}`), '/in')
  assert.equal((await ask('/auth/v1/me')).status, 200)
  await assert.rejects(ask('/login'), /\/login/)
})

const plain = createBff({ url: 'https://accounts.example.com', key, origin, pages: { signedOut: '/bye' } })
const asked = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const answered = await plain.handle(new Request(origin + path, { method, headers }))
  assert.ok(answered)
  return answered
}

test('a prefetched sign-in link begins nothing', async () => {
  for (const headers of [
    { 'Sec-Fetch-Mode': 'cors' },
    { 'Sec-Fetch-Mode': 'navigate', 'Sec-Purpose': 'prefetch;prerender' },
    { Purpose: 'prefetch' },
  ]) {
    const { status, headers: set } = await asked('/login', headers)
    assert.deepEqual([status, set.getSetCookie()], [204, []])
  }
  assert.equal((await asked('/login', { 'Sec-Fetch-Mode': 'navigate' })).status, 303)
})

test('options of a sign-in are passed on, but not to a provider', async () => {
  const wishes = 'prompt=create&login_hint=ada%40example.com&ui_locales=de+en'
  const there = async (query: string) => {
    const { headers } = await asked(`/login?${query}`, {})
    return new URL(headers.get('location') ?? '')
  }
  const { searchParams } = await there(wishes)
  const sent = ['prompt', 'login_hint', 'ui_locales'].map((name) => searchParams.get(name))
  assert.deepEqual(sent, ['create', 'ada@example.com', 'de en'])
  assert.equal((await there('prompt=none')).searchParams.get('prompt'), null)
  const atProvider = await there(`provider=acme&${wishes}`)
  assert.equal(atProvider.pathname, '/auth/oauth/acme')
  assert.equal(atProvider.searchParams.get('login_hint'), null)
})

test('a sign-out form leads to a page, and a program gets a 204', async () => {
  const own = { 'Sec-Fetch-Site': 'same-origin' }
  const form = await asked('/logout', { ...own, 'Sec-Fetch-Mode': 'navigate' }, 'POST')
  assert.deepEqual([form.status, form.headers.get('location')], [303, '/bye'])
  assert.equal((await asked('/logout', { ...own, 'Sec-Fetch-Mode': 'cors' }, 'POST')).status, 204)
})
