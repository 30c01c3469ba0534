/** Fails while a library has changed since the last release and has no new version. `node tools/publish/check.ts` */
import { join } from 'node:path'
import { unmovedSince } from './unmoved.ts'

const found = unmovedSince(join(import.meta.dirname, '../..'))
const words = found?.names.map((name) => `${name} has changed since ${found.tag}: it needs a new version.`)
process.stdout.write(
  `${words?.join('\n') || `Versions are new where they have to be${found ? ` since ${found.tag}` : ': there is no release to compare with'}.`}\n`,
)
process.exitCode = words?.length ? 1 : 0
