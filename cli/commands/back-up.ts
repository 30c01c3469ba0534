import { stat } from 'node:fs/promises'
import { backUp } from '../../src/platform/db/back-up/back-up.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { version } from '../../src/platform/version.ts'
import { progress } from '../back-up/progress.ts'
import { stopping } from '../back-up/stopping.ts'
import { withReadable } from '../back-up/with-readable.ts'
import { newBackUpFile, toStdout } from '../back-up/write-file.ts'
import { oneArg } from './args.ts'
import type { Command } from './command.ts'
import { note } from './output.ts'

const usage = 'back-up FILE'

const details = `
The service may run meanwhile. FILE must not exist yet; - stands for stdout. It holds the
database and not the key: keep SECRET_KEY, or DATA_DIR/secret.key, elsewhere. Without the
key, the back-up is of no use.
`

export const backUpCommand: Command = {
  usage,
  about: 'Write the whole database to a file, while it is in use.',
  details,
  run: async (args) => {
    const { operand: path } = oneArg(usage, args, {})
    const signal = stopping()
    await using file = path === '-' ? toStdout(signal) : await newBackUpFile(path, signal)
    await withReadable((db) => write(db, file.write), signal)
    const size = path === '-' ? '' : `, in ${Math.ceil((await stat(path)).size / 1024)} kB`
    note(`The back-up is complete${size}. Keep the key, too, in another place.`)
  },
}

const write = async (db: Db, writeFile: (lines: AsyncIterable<string>) => Promise<void>) => {
  const { tell, end } = progress('Read')
  const rows = await backUp(db, { program: await version(), write: writeFile, tell }).finally(end)
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  note(
    `${numberOf(rows.users ?? 0, 'account')}, ${numberOf(total, 'row')} in ${Object.keys(rows).length} tables.`,
  )
}
