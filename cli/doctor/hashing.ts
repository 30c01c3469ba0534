import { totalmem } from 'node:os'
import { hashesAtOnce } from '../../src/platform/crypto/hash-threads.ts'
import { newId } from '../../src/platform/crypto/id.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { hashCost, passwordHasher } from '../../src/platform/crypto/password.ts'
import { newSecret } from '../../src/platform/crypto/secrets.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

const slowMs = 1_000
const mebibyte = 2 ** 20
/** docs/guides/capacity.md: under load, besides the hashes. */
const usualMebibytes = { server: 190, embedded: 600 }

/** How long a password takes, alone and with the maximum of others; and whether there is memory for them. */
export const hashingCheck: Check = {
  name: 'hashing',
  run: async ({ settings }) => {
    const { databaseUrl } = settings('databaseUrl')
    const { hash } = passwordHasher(keyRing([newSecret()]))
    const hashMany = (count: number) =>
      timed(() => Promise.all(Array.from({ length: count }, () => hash('doctor', newId(Date.now())))))
    await hashMany(1)
    const [one, many] = [await hashMany(1), await hashMany(hashesAtOnce)]
    const memory = { name: 'memory', ...memoryFinding(databaseUrl ? 'server' : 'embedded', memoryLimit()) }
    const message = `A password takes ${one} ms, ${hashesAtOnce} at once take ${many} ms`
    if (many > slowMs)
      return [warn(`${message}: people wait.`, 'Use a faster machine, or more of it.'), memory]
    return [ok(`${message}.`), memory]
  },
}

/** @param limit in bytes */
export const memoryFinding = (database: keyof typeof usualMebibytes, limit: number): Finding => {
  const needed = usualMebibytes[database] + Math.ceil((hashesAtOnce * hashCost.memoryCost) / 1_024)
  const given = Math.floor(limit / mebibyte)
  if (given >= needed) return ok(`Of ${given} MiB of memory a process needs about ${needed} under load.`)
  return fail(
    `A process may have ${given} MiB of memory, and needs about ${needed} under load.`,
    'Give the container or unit more, or fewer cores: each hashes one password more at once.',
  )
}

/** Of the container or unit (cgroup), if less than the machine has. */
const memoryLimit = () => {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

const timed = async (work: () => Promise<unknown>) => {
  const beganMs = performance.now()
  await work()
  return Math.round(performance.now() - beganMs)
}
