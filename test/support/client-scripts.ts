import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Wire } from './wire.ts'

const folder = join(import.meta.dirname, '../../packages/client/src')

/** The client's own modules as a browser reads them, and a page that has a client of its own: `sallyport`. */
export const clientPage = (): Wire['files'] => {
  const modules = globSync('**/*.ts', { cwd: folder }).map((name) => {
    const body = stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8'))
    return [`/client/${name}`, { type: 'text/javascript', body }] as const
  })
  const start = `import { createClient } from '/client/index.ts'
globalThis.sallyport = createClient({ url: location.origin })`
  const page = `<!doctype html><title>An application</title><script type="module" src="/app.js"></script>`
  return {
    ...Object.fromEntries(modules),
    '/app.js': { type: 'text/javascript', body: start },
    '/app.html': { type: 'text/html', body: page },
  }
}
