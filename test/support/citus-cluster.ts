import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinServers } from './citus.ts'
import { query, unprivilegedOwner } from './cluster.ts'

/** The folder of PostgreSQL's programs, with Citus built in. */
export const citusPrograms = process.env.CITUS_BIN

export type CitusNode = {
  url: string
  /** Same port, same data; after `kill` it has to recover. */
  start(): Promise<void>
  stop(): void
  /** Kills every process of it. */
  kill(): Promise<void>
  /** Freezes every process: connections stay open, and nobody answers. @returns a function to continue */
  freeze(): () => void
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
  await Promise.all(nodes.map((node) => node.start()))
  const servers = nodes.map(({ url }) => url)
  const [known] = await query(servers[0] ?? '', `select from pg_extension where extname = 'citus'`)
  if (!known) await joinServers(servers, 'postgres')
  return nodes
}

const nodeIn = (folder: string, port: number, { durable = false, more = '' }: Options): CitusNode => {
  const programs = citusPrograms ?? ''
  const owner = unprivilegedOwner()
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' }
  const options = { ...owner, env, cwd: folder, stdio: 'ignore' } as const
  const requireSuccess = (program: string, status: number | null) => {
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${folder}`)
  }
  const run = (program: string, ...args: string[]) =>
    requireSuccess(program, spawnSync(join(programs, program), ['-D', folder, ...args], options).status)
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true })
    if (owner.uid !== undefined) execFileSync('chown', [`${owner.uid}:${owner.gid}`, folder])
    run('initdb', '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C')
    const syncs = durable ? '' : 'fsync = off\nfull_page_writes = off\n'
    appendFileSync(join(folder, 'postgresql.conf'), `port = ${port}\n${settings}${syncs}${more}`)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: async () => {
      if (isRunning(folder)) return
      const args = ['-D', folder, '-w', '-l', join(folder, 'log'), 'start']
      const [status] = await once(spawn(join(programs, 'pg_ctl'), args, options), 'exit')
      requireSuccess('pg_ctl', status)
    },
    stop: () => {
      if (isRunning(folder)) run('pg_ctl', '-w', '-m', 'fast', 'stop')
    },
    kill: async () => {
      const pids = freeze(folder)
      for (const pid of pids) signal(pid, 'SIGKILL')
      while (pids.some((pid) => signal(pid, 0))) await sleep(5)
      // an unreaped process looks alive to the next one
      rmSync(join(folder, 'postmaster.pid'), { force: true })
    },
    freeze: () => {
      const pids = freeze(folder)
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT')
      }
    },
  }
}

/** The postmaster first, so that it starts no other. @returns the processes */
const freeze = (folder: string): number[] => {
  const postmaster = pidIn(folder)
  if (postmaster === 0) return []
  signal(postmaster, 'SIGSTOP')
  const children = childrenOf(postmaster)
  for (const pid of children) signal(pid, 'SIGSTOP')
  return [postmaster, ...children]
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

// it may stay unreaped for a while
const isZombie = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
