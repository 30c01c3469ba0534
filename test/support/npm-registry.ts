import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Packument = {
  name: string
  versions: Record<string, { dist: { tarball: string } }>
  _attachments: Record<string, { data: string }>
}

/**
 * A registry on loopback that takes packages, each version once.
 * @returns its address; what was published, in order; and the names that it refuses
 */
export const startNpmRegistry = async () => {
  const [packuments, tarballs] = [new Map<string, Packument>(), new Map<string, Buffer>()]
  const [published, refused]: [string[], Set<string>] = [[], new Set()]

  const take = async (name: string, request: IncomingMessage): Promise<number> => {
    const { _attachments, versions, ...rest } = (await json(request)) as Packument
    const [[version = '', about] = []] = Object.entries(versions)
    const known = packuments.get(name)?.versions ?? {}
    if (refused.has(name) || !about || known[version]) return 403
    const [{ data } = { data: '' }] = Object.values(_attachments)
    const path = `/-/${name}-${version}.tgz`
    tarballs.set(path, Buffer.from(data, 'base64'))
    const release = { ...about, dist: { ...about.dist, tarball: `${address}${path}` } }
    packuments.set(name, { ...rest, versions: { ...known, [version]: release }, _attachments: {} })
    published.push(name)
    return 201
  }

  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    const name = decodeURIComponent(url.slice(1))
    if (method === 'PUT') return response.writeHead(await take(name, request)).end('{}')
    const found = tarballs.get(url) ?? packuments.get(name)
    response.writeHead(found ? 200 : 404)
    response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found ?? { error: 'Not found' }))
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, published, refused }
}
