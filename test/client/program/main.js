import { walk } from './walk.js'

const [url, ...entries] = process.argv.slice(2)
for (const entry of entries) await import(entry)
await walk(url)
