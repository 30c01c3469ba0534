import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { type Config, type Environment, parseConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import { providerFaults } from '../../src/credentials/identities/providers/configured.ts'
import { type Module, modules, servedTogether } from '../../src/modules.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { deriveToken, readToken, type TokenKind } from '../../src/platform/crypto/token.ts'
import { keysOf } from '../../src/platform/keys-of.ts'
import { markedKeys } from '../../src/test-mode/marked-keys.ts'
import { testOperations } from '../../src/test-mode/routes/operations.ts'
import { published } from '../../src/web/changelog/published.ts'
import { get } from '../support/http.ts'
import { startTested } from '../support/test-mode.ts'

const root = join(import.meta.dirname, '../..')

const service = await startTested()

/** Every file that a program may come to load. */
const reached = (...programs: string[]): Set<string> => {
  const files = new Set(programs)
  // those that are found here get their turn in the same loop
  for (const file of files)
    for (const [, , path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(\bfrom |\bimport\(?)\s*'([.#][^']+)'/g,
    )) {
      const place = path.startsWith('#')
        ? path.replace(/^#(contract\/)?/, (_, contract) => contract ?? 'src/')
        : posix.join(posix.dirname(file), path)
      if (place.endsWith('.ts')) files.add(place)
    }
  return files
}

test('no program but the one for tests has any of test mode in it', () => {
  const commands = globSync('cli/commands/*.ts', { cwd: root }).filter(
    (file) => !/\/(test|index)\.ts$/.test(file),
  )
  assert.ok(commands.length > 20)
  const isOfTestMode = (file: string) => file.startsWith('src/test-mode/')
  for (const program of ['src/main.ts', ...commands])
    assert.deepEqual([...reached(program)].filter(isOfTestMode), [], program)
  assert.ok(reached('src/main.ts').has('src/web/pages/index.ts'))
  assert.ok([...reached('cli/commands/test.ts')].some(isOfTestMode))
})

/** With what some settings need beside them. */
const usual: Environment = {
  SECRET_KEY: 'x'.repeat(40),
  PUBLIC_URL: 'https://accounts.example.com',
  MAIL_FROM: 'a@example.com',
  TWO_FACTOR: 'required',
  OAUTH_REDIRECT_URIS: 'https://example.com/callback',
  OAUTH_TEST_ISSUER: 'https://example.com',
  OAUTH_TEST_CLIENT_ID: 'test',
}

/** What settings may be: each text goes to all of those that take it. */
const texts = [
  ...['on', 'off', '0', '1', '10', 'test', 'optional', 'required', 'invited', 'closed'],
  ...[
    'localhost',
    '127.0.0.1',
    'http://localhost:4000',
    'https://example.com',
    'example.com',
    'a@example.com',
  ],
  ...['none', '#123456', 'de', 'silent', 'smtp://localhost', 'postgres://localhost/test', '4000'],
  ...['2026-01-01', 'test mode with a key that is long enough'],
]

const isRight = (environment: Environment) => {
  try {
    return Boolean(parseConfig(environment, providerFaults))
  } catch {
    return false
  }
}

/** What a service with these settings serves at each of its addresses. */
const listenedAt = ({ adminListen }: Config): (readonly Module[])[] =>
  adminListen
    ? [true, false].map((forOperators) =>
        modules.filter(({ isForOperators = false }) => isForOperators === forOperators),
      )
    : [servedTogether]

test('no setting opens test mode in a service', async () => {
  const tried = new Set<string>()
  for (const text of texts) {
    let environment = usual
    for (const name of [...keysOf(settings), 'TEST', 'TEST_MODE', 'NODE_ENV', 'CI']) {
      const more = { ...environment, [name]: text }
      if (!isRight(more)) continue
      environment = more
      tried.add(name)
    }
    const config = { ...parseConfig(environment), logLevel: 'silent' as const }
    for (const served of listenedAt(config)) {
      const app = await buildApp(
        { ...service.deps, config },
        () => {},
        { ...published, deprecations: [] },
        served,
      )
      for (const operation of [...Object.keys(testOperations), 'GET /test/provider/jwks', 'GET /test']) {
        const [method, path = ''] = operation.split(' ')
        const { statusCode } = await app.inject({ method: method as 'GET', url: path.replace(/:\w+/, 'a') })
        assert.equal(statusCode, 404, `${operation} with ${text}`)
      }
      await app.close()
    }
  }
  const untried = keysOf(settings).filter((name) => !tried.has(name))
  // a list of its own would hide a new setting that no text fits
  assert.deepEqual(untried, [])
})

const kinds: TokenKind[] = ['access', 'refresh', 'page', 'console', 'device']
const identity = {
  userId: '018e0a5c-0000-7000-8000-000000000001',
  sessionId: '018e0a5c-0000-7000-8000-000000000002',
  generation: 1,
}

test('a real service refuses every token of test mode, though it has the same key, and the other way round', async () => {
  const real = keyRing(['a secret that is at least 32 bytes long'])
  const marked = markedKeys(real)
  for (const kind of kinds) {
    const seed = Buffer.alloc(32, 7)
    const [ofReal, ofTest] = [real, marked].map(([keys]) => deriveToken(keys, { kind, ...identity }, seed))
    assert.match(`${ofTest}`, /^sp_test_[a-z]{2}_/)
    assert.ok(readToken(real, kind, `${ofReal}`) && readToken(marked, kind, `${ofTest}`))
    assert.equal(readToken(real, kind, `${ofTest}`), undefined, kind)
    assert.equal(readToken(marked, kind, `${ofReal}`), undefined, kind)
  }
  const { tokens } = await service.test.person()
  const { token } = tokens.accessToken
  assert.match(token, /^sp_test_at_/)
  assert.equal((await get(service, '/users/me', token)).status, 200)
  const app = await buildApp({ ...service.deps, keys: service.deps.keys.map(unmarked) as never })
  const answer = await app.inject({ url: '/users/me', headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.statusCode, 401)
  await app.close()
})

const unmarked = (keys: object) => ({ ...keys, tokenPrefix: 'sp_' })
