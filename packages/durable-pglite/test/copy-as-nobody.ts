import { openDurable } from '../src/open-durable.ts'
import { withCopy } from '../src/with-copy.ts'
import { giveAway, nobody } from './as-nobody.ts'

const [folder = ''] = process.argv.slice(2)
const db = await openDurable(folder)
await db.offerCopies()
await giveAway(folder)
process.seteuid?.(nobody)
const count = await withCopy(folder, async (copy) => {
  // to read PGlite's own files, which may lie where only root may read
  process.seteuid?.(0)
  const opened = await openDurable(copy, { parameters: { fsync: 'off' } })
  const { rows } = await opened.query<{ count: number }>('select count(*)::integer as count from things')
  await opened.close()
  process.seteuid?.(nobody)
  return rows[0]?.count
})
process.seteuid?.(0)
await db.close()
process.stdout.write(`${count}`)
