import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type pg from 'pg'
import { runCli } from '../support/cli.ts'
import { query, startCluster } from '../support/cluster.ts'
import { blocksOf, newGuideShell } from '../support/guide-shell.ts'
import { register, signIn } from '../support/people.ts'
import { isPostgres, startTestService } from '../support/service.ts'

const file = (name: string) => new URL(`../../deploy/${name}`, import.meta.url)
const compose = readFileSync(file('compose.yml'), 'utf8')

const hasPsql = spawnSync('psql', ['--version']).status === 0
const skip = !isPostgres || (!hasPsql && 'there is no psql')

/** What the Compose file says of one of its services. */
const [migrating = '', serving = ''] = ['migrate', 'sallyport'].map(
  (name) => new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n| *#.*\\n)+)`, 'm').exec(compose)?.[1],
)
const secretOf = (service: string) => /DATABASE_URL_FILE: \/run\/secrets\/(\w+)/.exec(service)?.[1]

/** The secrets of the guide, and the server that the script sets up with them. */
const install = async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const { host, hostname, port } = new URL(cluster.url)
  const { folder, run } = await newGuideShell()
  const [secrets = ''] = await blocksOf('deploy', 'sh')
  await run(`mkdir deploy\n${secrets}`, {})
  const secret = (name = '') => readFileSync(`${folder}/deploy/secrets/${name}`, 'utf8').trim()
  const script = spawnSync('sh', [file('postgres-role.sh').pathname], {
    env: {
      PATH: process.env.PATH,
      PGHOST: hostname,
      PGPORT: port,
      POSTGRES_USER: 'postgres',
      POSTGRES_PASSWORD: secret('postgres_password'),
      SERVE_PASSWORD_FILE: `${folder}/deploy/secrets/serve_password`,
    },
    encoding: 'utf8',
  })
  assert.equal(script.status, 0, script.stderr)
  await cluster.authenticateBy('scram-sha-256')
  const urlOf = (service: string) => secret(secretOf(service)).replace('@postgres/', `@${host}/`)
  return { superuser: cluster.url, owner: urlOf(migrating), server: urlOf(serving) }
}

const urls = skip ? { superuser: '', owner: '', server: '' } : await install()

const codeOf = async (url: string, text: string) =>
  query(url, text).then(
    () => 'done',
    ({ code }: pg.DatabaseError) => code,
  )

test('the roles of the Compose file are no superusers, create no databases or roles, and are members of none', {
  skip,
}, async () => {
  const roles = await query(
    urls.superuser,
    `select rolname, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as may,
       exists (select from pg_auth_members where member = pg_roles.oid) as "isMember"
     from pg_roles where rolname like 'sallyport%' order by rolname`,
  )
  assert.deepEqual(
    roles,
    ['sallyport', 'sallyport_serve'].map((rolname) => ({ rolname, may: false, isMember: false })),
  )
  const [{ password } = {}] = await query(
    urls.superuser,
    "select rolpassword as password from pg_authid where rolname = 'postgres'",
  )
  assert.equal(password, null)
})

test('the owning role migrates, and the serving role can drop and alter nothing', { skip }, async () => {
  const [, command = ''] = /command: \[(.+)\]/.exec(migrating) ?? []
  const migrated = runCli({ DATABASE_URL: urls.owner }, ...command.split(', '))
  assert.equal(migrated.status, 0, migrated.stderr)
  const service = await startTestService({ DATABASE_URL: urls.server })
  assert.equal((await signIn(service, await register(service))).status, 200)
  for (const text of [
    'drop table users',
    'alter table users add column more text',
    'create table more (id integer)',
    'create schema more',
    'truncate events',
    'create role more',
    'drop database sallyport',
  ])
    assert.equal(await codeOf(urls.server, text), '42501', text)
})

test('neither a wrong password nor another role of the server gets in', {
  skip,
}, async () => {
  const wrong = new URL(urls.server)
  wrong.password = 'wrong'
  assert.equal(await codeOf(wrong.href, 'select 1'), '28P01')
  await query(urls.superuser, 'create role guest login')
  const guest = new URL(urls.superuser)
  guest.username = 'guest'
  guest.pathname = '/sallyport'
  await query(urls.superuser, "alter role guest password 'a password'")
  guest.password = 'a password'
  assert.equal(await codeOf(guest.href, 'select 1'), '42501')
})

test('the service starts after the migration, which alone gets the owner’s password', () => {
  assert.match(serving, /depends_on: \{ migrate: \{ condition: service_completed_successfully \} \}/)
  assert.match(migrating, /depends_on: \{ postgres: \{ condition: service_healthy \} \}/)
  assert.equal(secretOf(migrating), 'owner_url')
  assert.equal(secretOf(serving), 'database_url')
  assert.ok(!serving.includes('owner_url') && !serving.includes('password'))
})
