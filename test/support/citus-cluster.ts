import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinServers } from './citus.ts'
import { query, unprivilegedOwner } from './cluster.ts'

/** The folder of PostgreSQL's programs, with Citus built in. */
export const citusPrograms = process.env.CITUS_BIN

export type CitusNode = {
  url: string
  start(): void
  stop(): void
  /** Ends every process of it without a word to anybody. */
  kill(): Promise<void>
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_preload_libraries = 'citus'
shared_buffers = 128MB
max_connections = 300
max_prepared_transactions = 400
# one for each database of a test, and more
max_worker_processes = 200
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
`

type Options = { durable?: boolean; more?: string }

/**
 * A coordinator and its workers in a folder, on these ports of loopback; each a server of its own that outlives this process.
 * @returns the coordinator first
 */
export const citusCluster = async (
  folder: string,
  ports: readonly number[],
  options: Options = {},
): Promise<CitusNode[]> => {
  const nodes = ports.map((port) => nodeIn(join(folder, `${port}`), port, options))
  for (const node of nodes) node.start()
  const servers = nodes.map(({ url }) => url)
  const [known] = await query(servers[0] ?? '', `select from pg_extension where extname = 'citus'`)
  if (!known) await joinServers(servers, 'postgres')
  return nodes
}

const nodeIn = (folder: string, port: number, { durable = false, more = '' }: Options): CitusNode => {
  const programs = citusPrograms ?? ''
  const owner = unprivilegedOwner()
  const run = (program: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' }
    const { status } = spawnSync(join(programs, program), ['-D', folder, ...args], {
      ...owner,
      env,
      cwd: folder,
      stdio: 'ignore',
    })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${folder}`)
  }
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true })
    if (owner.uid !== undefined) execFileSync('chown', [`${owner.uid}:${owner.gid}`, folder])
    run('initdb', '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C')
    const syncs = durable ? '' : 'fsync = off\nfull_page_writes = off\n'
    appendFileSync(join(folder, 'postgresql.conf'), `port = ${port}\n${settings}${syncs}${more}`)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => {
      if (!isRunning(folder)) run('pg_ctl', '-w', '-l', join(folder, 'log'), 'start')
    },
    stop: () => {
      if (isRunning(folder)) run('pg_ctl', '-w', '-m', 'fast', 'stop')
    },
    kill: async () => {
      const postmaster = pidIn(folder)
      const pids = [postmaster, ...childrenOf(postmaster)]
      for (const pid of pids) signal(pid, 'SIGKILL')
      while (pids.some((pid) => signal(pid, 0))) await sleep(5)
      // one that nobody has collected looks alive to the next
      rmSync(join(folder, 'postmaster.pid'), { force: true })
    },
  }
}

const pidIn = (folder: string): number => {
  const path = join(folder, 'postmaster.pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0
}

const isRunning = (folder: string) => {
  const pid = pidIn(folder)
  return pid > 0 && signal(pid, 0)
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((child) => child > 0)

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name) && !isZombie(pid)
  } catch {
    return false
  }
}

// nobody may collect it soon
const isZombie = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
