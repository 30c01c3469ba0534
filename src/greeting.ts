import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { keyPath } from './platform/crypto/secrets.ts'
import { hostsOf } from './platform/db/hosts.ts'

type Addresses = { address: string; adminAddress: string }
type Greeted = Pick<Config, 'databaseUrl' | 'dataDir' | 'smtp' | 'secretKeys'>

/** Shown when the service starts on a terminal. Contains no secrets. */
export const greetingOf = ({ address, adminAddress }: Addresses, config: Greeted): string => {
  const here = reachable(address)
  const facts = [
    ['Address', here],
    ['Reference', `${here}/docs`],
    ...(adminAddress === address ? [] : [['Console', `${reachable(adminAddress)}/console`]]),
    ...(adminAddress === address ? [] : [['Operators', `${reachable(adminAddress)}/docs/admin`]]),
    ['Data', dataOf(config)],
    ['Key', keyOf(config)],
    ['Email', mailOf(config)],
  ]
  const lines = facts.map(([name = '', text]) => `  ${name.padEnd(11)}${text}`)
  return `\n  Sallyport is running. Press Ctrl-C to stop it.\n\n${lines.join('\n')}\n\n`
}

const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')

const dataOf = ({ databaseUrl, dataDir }: Greeted) => {
  if (!databaseUrl) return `${dataDir} (embedded database)`
  // never the whole URL: it may hold a password
  const urls = hostsOf(databaseUrl).urls.map((url) => URL.parse(url))
  return `PostgreSQL at ${urls.map((url) => url?.host).join()}${urls[0]?.pathname ?? ''}`
}

const keyOf = ({ secretKeys, dataDir }: Greeted) =>
  `${secretKeys.length > 0 ? 'SECRET_KEY' : keyPath(dataDir)}. Back it up: data backups are useless without it.`

const mailOf = ({ smtp, dataDir }: Greeted) =>
  smtp ? `sent by ${smtp.host}:${smtp.port}` : `written to ${join(dataDir, 'mail')}; open the .txt files`
