/**
 * Serves the application's files, the client's, and the address of the service.
 *
 *     npx node examples/spa/server.ts 8080 http://127.0.0.1:3000
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const [port = '8080', service = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const client = new URL('.', import.meta.resolve('sallyport-client'))
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
}
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:",
  `connect-src ${service}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

const server = createServer(async ({ url = '/' }, response) => {
  const path = url === '/' ? '/index.html' : url
  try {
    response.setHeader('Content-Type', types[path.replace(/.*\./, '')] ?? 'text/plain')
    response.setHeader('Content-Security-Policy', policy).setHeader('X-Content-Type-Options', 'nosniff')
    response.end(await contentOf(path))
  } catch {
    response.writeHead(404).end()
  }
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}\n`))

const contentOf = (path: string): Promise<Buffer> | string => {
  if (path === '/service.js') return `export const service = ${JSON.stringify(service)}`
  const [, folder, name] = /^(\/sallyport-client)?\/([\w-]+(?:\/[\w-]+)?\.(?:html|js|css))$/.exec(path) ?? []
  if (!name) throw new Error(`There is no ${path}`)
  return readFile(new URL(name, folder ? client : import.meta.url))
}
