import { openDurable } from '../src/index.ts'

// Writes numbers, and says each once its commit was acknowledged.
const db = await openDurable(String(process.argv[2]))
await db.exec('create table if not exists things (n integer)')
for (let n = 1; ; n++) {
  await db.query('insert into things values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
