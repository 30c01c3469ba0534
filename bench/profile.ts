import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../test/support/cluster.ts'
import type { OperationName, Service } from './contender.ts'
import { sallyport } from './contenders/sallyport.ts'
import { createDatabase } from './database.ts'
import { open } from './measure.ts'
import { type Part, sharesOf } from './parts.ts'
import { startService } from './service.ts'

// What the service's thread is busy with, in each operation.
const connections = 16
const seconds = 6
const operations: OperationName[] = ['check', 'introspect-batch', 'refresh', 'passkey', 'sign-in', 'register']
const say = (line = '') => process.stdout.write(`${line}\n`)
const percent = (share: number) => `${Math.round(share * 100)} %`

const folder = await mkdtemp(join(tmpdir(), 'profile-'))
const file = join(folder, 'profile.json')
const service: Service = {
  ...sallyport,
  nodeArguments: [
    ...(sallyport.nodeArguments ?? []),
    '--import',
    fileURLToPath(new URL('profiler.ts', import.meta.url)),
  ],
  environment: (given) => ({ ...sallyport.environment?.(given), PROFILE: file }),
}

const cluster = await startCluster({ durable: true })
try {
  const url = await createDatabase(cluster.url, 'bench_profile')
  const { stop } = await startService(service, url)
  await stop()
  await sallyport.populate?.(url, () => {})
  const columns: { operation: OperationName; shares: Record<Part, number>; busy: number }[] = []
  for (const operation of operations) columns.push({ operation, ...(await profiled(operation, url)) })
  say(`| busy with | ${columns.map(({ operation }) => operation).join(' | ')} |`)
  say(`|---|${'---:|'.repeat(columns.length)}`)
  for (const part of Object.keys(columns[0]?.shares ?? {}) as Part[])
    say(`| ${part} | ${columns.map(({ shares }) => percent(shares[part])).join(' | ')} |`)
  say(`| busy at all | ${columns.map(({ busy }) => percent(busy)).join(' | ')} |`)
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true })
}

async function profiled(operation: OperationName, url: string) {
  const { pids, measure, close } = await open(service, url)
  const [pid] = pids as [number]
  try {
    await measure(operation, connections, seconds)
    process.kill(pid, 'SIGUSR2')
    await measure(operation, connections, seconds)
    process.kill(pid, 'SIGUSR2')
    // the load ends right after what it measures
    return sharesOf(await readProfile(), seconds - 1)
  } finally {
    await close()
    await rm(file, { force: true })
  }
}

async function readProfile() {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100)) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text)
  }
  throw new Error('the service wrote no profile')
}
