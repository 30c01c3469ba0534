import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import manifest from '../../package.json' with { type: 'json' }
import changelog from '../../packages/openapi-changelog/package.json' with { type: 'json' }
import engine from '../../packages/openapi-changes/package.json' with { type: 'json' }
import { spawnService } from '../support/process.ts'
import { isPostgres, newDatabase, testSecretKey } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

/** The program beside nothing but what `npm ci --omit=dev` installs for it. */
const installWithoutDevelopment = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-installation-'))
  after(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['src', 'contract', 'packages', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  const installed = [manifest, changelog, engine].flatMap(({ dependencies }) => Object.entries(dependencies))
  for (const [name, version] of new Map(installed)) {
    const link = join(folder, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    const isOurs = version.startsWith('file:')
    await symlink(isOurs ? join(folder, 'packages', name) : join(root, 'node_modules', name), link)
  }
  return folder
}

test('npm omits the embedded database and the viewer together with development dependencies', () => {
  for (const name of Object.keys(manifest.peerDependencies))
    assert.equal(lock.packages[`node_modules/${name}`]?.dev, true, name)
})

test('without development dependencies it serves from a server’s database, and the reference is a plain list', {
  skip: !isPostgres,
}, async () => {
  const program = join(await installWithoutDevelopment(), 'src/main.ts')
  const publicUrl = 'https://accounts.example.com'
  const environment = { ...(await newDatabase()), SECRET_KEY: testSecretKey, PUBLIC_URL: publicUrl }
  const { address, end, said } = await spawnService(environment, { program })
  assert.equal((await fetch(`${address}/health/ready`)).status, 200)
  const page = await (await fetch(`${address}/docs`)).text()
  assert.match(page, /The viewer for details and examples is not installed/)
  assert.match(page, /<code>POST \/auth\/token<\/code>/)
  assert.doesNotMatch(page, /<script|<noscript|viewer\.css/)
  assert.equal((await fetch(`${address}/docs/viewer.js`)).status, 404)
  assert.equal((await fetch(`${address}/docs/page.css`)).status, 200)
  assert.equal((await fetch(`${address}/changelog/compare?from=0.0.0&to=0.1.0`)).status, 200)
  assert.equal((await fetch(`${address}/auth/passkeys/challenge`, { method: 'POST' })).status, 404)
  assert.match(said.join(), /passkeys are off: @simplewebauthn\/server is not installed/)
  assert.equal(await end('SIGTERM'), 0)
})

test('without them and without a server, it says how to get the embedded database', async () => {
  const folder = await installWithoutDevelopment()
  await assert.rejects(
    spawnService({ DATA_DIR: join(folder, 'data') }, { program: join(folder, 'src/main.ts') }),
    /^Error: DATABASE_URL is not set, and the embedded database is not installed: set it, or install again without --omit\n$/,
  )
})
