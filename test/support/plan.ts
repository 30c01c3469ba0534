import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Open no database, as do all that lie beside the code. They run once. */
const PURE = [
  'changelog-engine',
  'cli-usage',
  'client/bff-callback',
  'client/contract',
  'client/redirect',
  'client/types',
  'database/statements',
  'deploy',
  'layers',
  'mail-languages',
  'openapi-changes-packed',
  'secret-files',
  'settings',
  'statistics',
]

/**
 * Need a database, and do not care which: they run on one. They ask what comes over the wire, what is refused before any
 * statement, or what is shown. Whatever races, counts, expires or is spent once runs on both.
 */
const ON_EITHER = [
  'admin-listen',
  'attacks/cross-site',
  'attacks/forged-id-tokens',
  'attacks/hostile-json',
  'attacks/hostile-providers',
  'attacks/long-passwords',
  'attacks/metric-series',
  'attacks/open-redirects',
  'attacks/oversized-requests',
  'attacks/type-juggling',
  'changelog-browser',
  'changelog-feeds',
  'changelog-pages',
  'changelog-sizes-browser',
  'cli-users',
  'client/authlib',
  'client/bff-cookies',
  'client/bff-http2',
  'client/browser',
  'client/fastify-api',
  'client/packed',
  'client/passkeys',
  'client/python-api',
  'client/refresh',
  'client/server',
  'client/server-passkeys',
  'client/shop',
  'client/spa',
  'client/token-checks',
  'client/walk',
  'context-passwords',
  'docs',
  'doctor-network',
  'edge',
  'edge-cors',
  'edge-headers',
  'edge-wire',
  'examples',
  'greeting',
  'guides',
  'hosted-enrolment',
  'hosted-enrolment-browser',
  'hosted-enrolment-from',
  'hosted-pages',
  'hosted-pages-browser',
  'hosted-passkeys-browser',
  'hosted-ways-browser',
  'installation',
  'languages',
  'metrics-ways',
  'openapi',
  'packed',
  'pages-passkeys-browser',
  'pages-settings-browser',
  'providers',
  'qr',
  'run-it-for-people',
  'tables',
]

/**
 * Each is a process of its own, because it watches, changes or ends processes, or takes so long that others should not
 * wait for it. The longest first: they are started in this order, so that all cores are busy until the end.
 */
const ALONE = [
  'back-up',
  'faults/back-up',
  'cli',
  'doctor',
  'packed',
  'upgrade',
  'guides',
  'attacks/password-guessing',
  'attacks/two-factor-guessing',
  'attacks/half-made-accounts',
  'killed-outbox',
  'faults/postgres-outage',
  'faults/failover',
  'faults/citus-two-servers',
  'faults/citus-server-away',
  'faults/metrics-outage',
  'embedded',
  'faults/embedded-disk',
  'stopping',
  'faults/embedded-start',
  'client/types',
  'client/browser',
  'hosted-pages-browser',
  'hosted-ways-browser',
  'hosted-passkeys-browser',
  'hosted-enrolment-browser',
  'pages-settings-browser',
  'pages-passkeys-browser',
  'killed',
  'client/packed',
  'client/passkeys',
  'cli-users',
  'doctor-network',
  'faults/postgres-start',
  'traces',
  'faults/embedded-sync',
  'killed-mail',
  'limits',
  'attacks/account-enumeration',
  'attacks/mail-servers',
  'mail',
  'two-database-roles',
  'attacks/hostile-json',
  // how many are turned away depends on the time that is left to hash: last, when the machine is almost free
  'attacks/exhaustion',
]

const perProcess = 16

type Plan = { pure: string[]; onEither: string[]; onBoth: string[] }

/** Which of these files need a database. */
export const planOf = (files: readonly string[]): Plan => {
  const { pure = [], onEither = [], onBoth = [] } = Object.groupBy(files, kindOf)
  return { pure, onEither, onBoth }
}

const kindOf = (file: string): keyof Plan => {
  const name = nameOf(file)
  if (!file.startsWith('test/') || PURE.includes(name)) return 'pure'
  return ON_EITHER.includes(name) ? 'onEither' : 'onBoth'
}

/**
 * Files that take turns in a process start Node, the service's code and its libraries once. Each is a suite, and ends
 * what it started before the next one begins.
 *
 * @returns what to run: one file in `folder` for each process that files share, as these take longest, then the others
 */
export const processesOf = (files: readonly string[], folder: string): string[] => {
  const rank = (file: string) => ALONE.indexOf(nameOf(file))
  const { alone = [], shared = [] } = Object.groupBy(files, (file) => (rank(file) >= 0 ? 'alone' : 'shared'))
  const count = Math.ceil(shared.length / perProcess)
  const turns = Array.from({ length: count }, (_, nth) => shared.filter((_, at) => at % count === nth))
  return [
    ...turns.map((turn, nth) => suites(turn, join(folder, `shared-${nth}.test.ts`))),
    ...alone.sort((one, other) => rank(one) - rank(other)),
  ]
}

const suites = (files: readonly string[], path: string): string => {
  const lines = files.map((file) => {
    const [name, url] = [file, pathToFileURL(file).href].map((text) => JSON.stringify(text))
    return `await suite(${name}, async () => void (await import(${url})))`
  })
  writeFileSync(path, ["import { suite } from 'node:test'", ...lines, ''].join('\n'))
  return path
}

const nameOf = (file: string): string => file.replace(/^test\/|\.test\.ts$/g, '')
