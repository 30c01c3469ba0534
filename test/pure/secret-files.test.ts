import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConfig, parseDatabaseSettings, parseKeySettings } from '../../src/config/config.ts'
import { misspeltSettings } from '../../src/config/wrong-settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'sallyport-secrets-'))
after(() => rm(folder, { recursive: true, force: true }))
const secret = 'a secret of the tests that nobody else may use'

const inFile = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('a secret may stand in a file, and its last line break is not part of it', async () => {
  for (const end of ['', '\n', '\r\n']) {
    const SECRET_KEY_FILE = await inFile('key', `${secret}${end}`)
    assert.deepEqual(
      parseConfig({ SECRET_KEY_FILE }).secretKeys,
      parseConfig({ SECRET_KEY: secret }).secretKeys,
    )
    assert.deepEqual(
      parseKeySettings({ SECRET_KEY_FILE }).secretKeys,
      parseConfig({ SECRET_KEY: secret }).secretKeys,
    )
  }
  const DATABASE_URL_FILE = await inFile('database', 'postgres://sallyport:secret@db/sallyport\n')
  const { databaseUrl } = parseDatabaseSettings({ DATABASE_URL_FILE })
  assert.match(String(databaseUrl), /^postgres:\/\/sallyport:secret@db\/sallyport/)
  assert.deepEqual(parseConfig({ DATABASE_URL_FILE, SECRET_KEY: secret }).databaseUrl, databaseUrl)
  const SMTP_URL_FILE = await inFile('smtp', 'smtp://user:pass@mail.example.com\n')
  const mailing = { SMTP_URL_FILE, MAIL_FROM: 'a@example.com', PUBLIC_URL: 'https://example.com' }
  assert.equal(parseConfig(mailing).smtp?.host, 'mail.example.com')
  assert.deepEqual(misspeltSettings({ SECRET_KEY_FILE: 'x', DATABASE_URL_FILE: 'x', SMTP_URL_FILE: 'x' }), [])
})

test('a secret of a provider may stand in a file, too', async () => {
  const { oauthProviders } = parseConfig({
    PUBLIC_URL: 'https://example.com',
    OAUTH_PROVIDERS: 'acme',
    OAUTH_REDIRECT_URIS: 'https://app.example.com/',
    OAUTH_ACME_CLIENT_SECRET_FILE: await inFile('acme', 'hush\n'),
  })
  assert.deepEqual(oauthProviders[0]?.settings, { CLIENT_SECRET: 'hush' })
})

test('a file that is missing, empty or one of two sources stops the start, and is named without its content', async () => {
  const SECRET_KEY_FILE = await inFile('key', secret)
  const cases: [environment: Record<string, string>, fault: RegExp][] = [
    [
      { DATABASE_URL_FILE: join(folder, 'nowhere') },
      /DATABASE_URL_FILE: .*nowhere cannot be read \(ENOENT\)/,
    ],
    [{ DATABASE_URL_FILE: folder }, /DATABASE_URL_FILE: .* cannot be read \(EISDIR\)/],
    [{ DATABASE_URL_FILE: await inFile('empty', '\n') }, /DATABASE_URL_FILE: .*empty is empty/],
    [{ SECRET_KEY_FILE, SECRET_KEY: secret }, /SECRET_KEY_FILE: SECRET_KEY is set, too/],
  ]
  for (const [environment, fault] of cases)
    for (const parse of environment.SECRET_KEY
      ? [parseConfig, parseKeySettings]
      : [parseConfig, parseKeySettings, parseDatabaseSettings])
      assert.throws(
        () => parse(environment),
        ({ message }: Error) => fault.test(message) && !message.includes(secret),
      )
})

test('all faults are reported together, and a command reads no secret that it does not need', () => {
  const SECRET_KEY_FILE = join(folder, 'nowhere')
  assert.throws(
    () => parseConfig({ SECRET_KEY_FILE, PORT: 'x', DATABASE_URL: 'postgres://db/x' }),
    ({ message }: Error) =>
      /SECRET_KEY_FILE: /.test(message) && /PORT: /.test(message) && !/SECRET_KEY: is needed/.test(message),
  )
  assert.equal(parseDatabaseSettings({ SECRET_KEY_FILE, DATA_DIR: folder }).dataDir, folder)
})
