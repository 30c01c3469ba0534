import { readFile } from 'node:fs/promises'
import { type Check, fail, ok, warn } from './check.ts'

const leastNode = [24, 12]
/** Every connection, of a client or to the database, is one. */
const leastFiles = 1_024

export const processCheck: Check = {
  name: 'process',
  run: async () => {
    const { node } = process.versions
    const findings = []
    if (isOlder(node))
      findings.push(fail(`Node ${node} is too old.`, `Use Node ${leastNode.join('.')} or later.`))
    const files = await openFiles()
    if (files < leastFiles)
      findings.push(
        warn(
          `A process may have only ${files} files and connections open.`,
          `Allow at least ${leastFiles}: ulimit -n, or LimitNOFILE in a systemd unit.`,
        ),
      )
    return findings.length > 0
      ? findings
      : [ok(`Node ${node}${files < Infinity ? `, and up to ${files} open files` : ''}.`)]
  },
}

const isOlder = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = leastNode
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/** As reported by Linux. */
const openFiles = async (): Promise<number> => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, soft = 'unlimited'] = /^Max open files +(\S+)/m.exec(limits) ?? []
  return soft === 'unlimited' ? Infinity : Number(soft)
}
