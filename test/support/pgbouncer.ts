import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** PgBouncer before a server, where it is installed; it keeps three connections for everybody. */
export const startPgBouncer = async (
  server: URL,
  mode: 'transaction' | 'statement' = 'transaction',
): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  if (spawnSync('pgbouncer', ['--version']).error) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-pgbouncer-'))
  const port = 30_000 + Math.floor(Math.random() * 2_000)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 3
`,
  )
  // it refuses to run as root
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(folder, 0o755)
  const child = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')])
  const url = Object.assign(new URL(server), { port: String(port) }).href
  const stop = async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  await untilReady(url).catch(async (error) => {
    await stop()
    throw error
  })
  return { url, stop }
}

const untilReady = async (url: string, tries = 100): Promise<void> => {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    if (tries === 0) throw error
    await sleep(50)
    await untilReady(url, tries - 1)
  } finally {
    await client.end().catch(() => {})
  }
}
