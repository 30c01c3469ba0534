import { pipeline } from 'node:stream/promises'
import { parseKeySettings } from '../../src/config/config.ts'
import { exportPeople } from '../../src/flows/moving/export/export-people.ts'
import { type KeyRing, keyRing } from '../../src/platform/crypto/keys.ts'
import { knownSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { numberOf } from '../../src/platform/number-of.ts'
import { progress } from '../back-up/progress.ts'
import { stopping } from '../back-up/stopping.ts'
import { withReadable } from '../back-up/with-readable.ts'
import { newFile } from '../new-file.ts'
import { readArgs, wrongUse } from './args.ts'
import { type Command, UsageError } from './command.ts'
import { note } from './output.ts'

const usage = 'export --out FILE [--with-secrets] [--pepper-out FILE]'

const details = `
A line of JSON for each person, as an import reads it. The service may run meanwhile. Files
must not exist yet, and only their owner may read them; - stands for stdout: docs/guides/move-out.md

  --with-secrets       Passwords' hashes, and the secrets of authenticator apps.
  --pepper-out FILE    What is in those hashes beside the passwords, so that another
                       program can check them. Keep it elsewhere than the people.
`

const options = {
  out: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  'pepper-out': { type: 'string' },
} as const

export const exportCommand: Command = {
  usage,
  about: 'Write everybody to a file, to go to another system with.',
  details,
  run: async (args) => {
    const { out, 'with-secrets': hasSecrets = false, 'pepper-out': pepperOut } = readOptions(args)
    const keys = hasSecrets || pepperOut !== undefined ? await ownKeys() : undefined
    if (keys && pepperOut !== undefined) await writePeppers(pepperOut, keys)
    const signal = stopping()
    await withReadable((db) => writePeople(db, out, { keys: hasSecrets ? keys : undefined, signal }), signal)
  },
}

const readOptions = (args: string[]) => {
  const { out, ...values } = readArgs(usage, args, options, { least: 0, most: 0 }).values
  if (out === undefined) throw wrongUse(usage, '--out is missing.')
  if (out === '-' && process.stdout.isTTY)
    throw new UsageError('People are not for a terminal. Name a file as --out.')
  return { out, ...values }
}

const ownKeys = async (): Promise<KeyRing> => {
  const secrets = await knownSecrets(parseKeySettings(process.env))
  if (!secrets) throw new Error('There is no key: SECRET_KEY is not set, and DATA_DIR has none.')
  return keyRing(secrets)
}

type Writing = { keys: KeyRing | undefined; signal: AbortSignal }

const writePeople = async (db: Db, path: string, { keys, signal }: Writing) => {
  let people = 0
  const { tell, end } = progress('Wrote')
  const write = (output: NodeJS.WritableStream, options: { signal: AbortSignal; end?: boolean }) =>
    exportPeople(db, {
      keys,
      write: (lines) => pipeline(lines, output, options),
      tell: (count) => {
        people += count
        tell(count)
      },
    }).finally(end)
  if (path === '-') await write(process.stdout, { signal, end: false })
  else {
    await using file = await newFile(path)
    await file.write((handle) => write(handle.createWriteStream({ flush: true }), { signal }))
  }
  note(`${numberOf(people, 'account')} written, ${keys ? 'with' : 'without'} secrets.`)
}

/** By the id of each key, in base64. */
const writePeppers = async (path: string, keys: KeyRing) => {
  const peppers = Object.fromEntries(
    keys.map(({ id, pepper }) => [id.toString('hex'), pepper.toString('base64')]),
  )
  await using file = await newFile(path)
  await file.write(async (handle) => {
    await handle.writeFile(`${JSON.stringify(peppers, null, 2)}\n`)
    await handle.sync()
  })
}
