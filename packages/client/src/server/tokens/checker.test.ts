import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { getHeapSnapshot, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTokenChecker } from './checker.ts'

const active = () => ({
  active: true,
  sub: randomUUID(),
  sid: randomUUID(),
  exp: Date.now() / 1_000 + 900,
  auth_time: Date.now() / 1_000,
  amr: ['pwd'],
  methods: ['password'],
})

/** Lets every token pass. Nothing ever happens. */
const fetchFrom = (asked: { tokens: number }): typeof fetch => {
  return async (address, init) => {
    const { pathname, searchParams } = new URL(`${address}`)
    if (searchParams.get('after') === '1')
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', reject))
    if (pathname === '/events') return Response.json({ events: [], next: '1' })
    const { tokens }: { tokens: string[] } = JSON.parse(`${init?.body}`)
    asked.tokens += tokens.length
    return Response.json({ results: tokens.map(active) })
  }
}

const start = async () => {
  const asked = { tokens: 0 }
  const options = { url: 'https://accounts.example.com', serviceKey: 'sp_sk_1', fetch: fetchFrom(asked) }
  const tokens = createTokenChecker(options)
  after(tokens.close)
  const check = (token: string) => tokens.check({ headers: { authorization: `Bearer ${token}` } })
  // the first answer of the feed comes with this one
  await check('first')
  await endOfTurn()
  return { asked, check }
}

// in one piece, as it comes from a socket
const newToken = (prefix: string) => Buffer.from(prefix + randomBytes(32).toString('hex')).toString('latin1')

test('a heap dump holds no token of a finished request', async () => {
  const { asked, check } = await start()
  const before = asked.tokens
  const checkTwice = async (token: string) => {
    await check(token)
    await check(token)
  }
  const [kept, held] = ['sp_at_kept', 'sp_at_held']
  const tokens = [newToken(held)]
  for (let nth = 0; nth < 50; nth++) await checkTwice(newToken(kept))
  assert.equal(asked.tokens, before + 50)
  // engines remember the text that was matched last
  await check('last')
  await endOfTurn()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const dump = await text(getHeapSnapshot())
  const countIn = (prefix: string) => dump.match(new RegExp(`${prefix}[0-9a-f]{64}`, 'g'))?.length ?? 0
  assert.equal(countIn(held), tokens.length, 'the dump would show it')
  assert.equal(countIn(kept), 0)
})

test('methods shared by requests cannot be changed, and each request has a bearer of its own', async () => {
  const { check } = await start()
  const [one, other] = [await check('a'), await check('a')]
  assert.notEqual(one, other)
  assert.deepEqual(one, other)
})
