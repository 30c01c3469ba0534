import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from './child.ts'
import { npmEnvironment } from './npm.ts'

const run = promisify(execFile)

export type Locked = {
  version: string
  integrity: string
  dev?: boolean
  os?: string[]
  cpu?: string[]
  name?: string
}

/** The lock file's entry for each package from a registry, by its place. */
export const lock: Record<string, Locked> = Object.fromEntries(
  Object.entries<Locked>(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')).packages,
  ).filter(([, { integrity }]) => integrity),
)

const nameOf = (place: string) => lock[place]?.name ?? place.replace(/^.*node_modules\//, '')

const npm = async (...args: string[]) =>
  (await run('npm', args, { env: childEnvironment(npmEnvironment), timeout: 100_000 })).stdout.trim()
const cache = join(await npm('config', 'get', 'cache'), '_cacache/content-v2')

/**
 * A registry's tarball for a place of the lock file. npm caches it by its digest; others come from npm's configured
 * registry.
 */
export const tarballOf = async (place: string): Promise<string> => {
  const { version = '', integrity = '' } = lock[place] ?? {}
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/)
  const hex = Buffer.from(digest, 'base64').toString('hex')
  const path = join(cache, algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
  if (!existsSync(path)) await npm('cache', 'add', `${nameOf(place)}@${version}`)
  return path
}

/** What was packed here. */
type Own = { manifest: { name: string; version: string }; tarball: string }

/**
 * A registry on loopback that has what the lock file names, and of some packages a minor version that came out since.
 * @param own packages of this project, by name
 * @returns its address, the names it was asked for, and the places whose tarballs it could not get
 */
export const startRegistry = async (renewed: readonly string[], own: Readonly<Record<string, Own>> = {}) => {
  const [asked, lacking] = [new Set<string>(), new Set<string>()]
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const place = path.startsWith('-/') ? path.slice(2) : undefined
    if (!place) {
      asked.add(path)
      const found = own[path] ? ownPackument(own[path], address) : packument(path, renewed, address)
      return response.end(JSON.stringify(found))
    }
    try {
      response.end(await readFile(own[place]?.tarball ?? (await tarballOf(place))))
    } catch {
      lacking.add(place)
      response.writeHead(404).end()
    }
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, asked, lacking }
}

const packument = (name: string, renewed: readonly string[], address: string) => {
  const places = Object.keys(lock).filter((place) => nameOf(place) === name)
  const releases = places.flatMap((place) => {
    const { integrity, version, ...manifest } = lock[place] as Locked
    const dist = { integrity, tarball: `${address}/-/${place}` }
    const versions = renewed.includes(name) ? [version, nextMinor(version)] : [version]
    return versions.map((version) => ({ ...manifest, name, version, dist }))
  })
  const versions = Object.fromEntries(releases.map((release) => [release.version, release]))
  return { name, versions, 'dist-tags': { latest: releases.at(-1)?.version } }
}

const ownPackument = ({ manifest }: Own, address: string) => {
  const { name, version } = manifest
  const released = { ...manifest, dist: { tarball: `${address}/-/${name}` } }
  return { name, versions: { [version]: released }, 'dist-tags': { latest: version } }
}

const nextMinor = (version: string) =>
  version.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`)
