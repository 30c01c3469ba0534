import { walk } from './walk.js'

const [url, serviceKey, ...entries] = process.argv.slice(2)
for (const entry of entries) await import(entry)
await walk(url, serviceKey)
