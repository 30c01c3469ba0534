import { hash } from '@node-rs/argon2'
import type { Load } from '../contender.ts'
import { percentile } from '../statistics.ts'

// Only the hash of a password, as many at once as a service could be asked for: `argon2.ts CONNECTIONS SECONDS`
const [connections, seconds] = process.argv.slice(2).map(Number) as [number, number]
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const tookMs: number[] = []

const endsMs = performance.now() + seconds * 1_000
const hashUntilTheEnd = async () => {
  for (let startedMs = performance.now(); startedMs < endsMs; startedMs = performance.now()) {
    await hash('correct horse battery staple', parameters)
    tookMs.push(performance.now() - startedMs)
  }
}
await Promise.all(Array.from({ length: connections }, hashUntilTheEnd))
const load: Load = {
  perSecond: tookMs.length / seconds,
  p50: percentile(tookMs, 0.5),
  p99: percentile(tookMs, 0.99),
}
process.stdout.write(JSON.stringify(load))
