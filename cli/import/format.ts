import { readFile } from 'node:fs/promises'
import type { FileFormat } from '../../src/flows/moving/from/found-records.ts'
import { origins } from '../../src/flows/moving/from/index.ts'
import type { Origin } from '../../src/flows/moving/from/origin.ts'
import { errorMessage } from '../../src/platform/properties-of.ts'
import { UsageError } from '../commands/command.ts'

export const formatOptions = {
  from: { type: 'string' },
  secret: { type: 'string' },
  format: { type: 'string' },
} as const

type Given = Partial<Record<keyof typeof formatOptions, string>>

/** What stands in a file, from the options, or by its name. @throws `UsageError` */
export const formatOf = async (path: string, { from, secret, format }: Given): Promise<FileFormat> => {
  const chosen = format ?? (path.endsWith('.csv') ? 'csv' : 'jsonl')
  if (!['csv', 'jsonl'].includes(chosen)) throw new UsageError('--format must be jsonl or csv.')
  return {
    isCsv: chosen === 'csv',
    origin: originIn(from),
    secret: secret === undefined ? undefined : await readSecret(secret),
  }
}

const originIn = (from: string | undefined): Origin | undefined => {
  if (from === undefined) return
  const origin = Object.hasOwn(origins, from) ? origins[from] : undefined
  if (origin) return origin
  throw new UsageError(`--from must be one of ${Object.keys(origins).join(', ')}.`)
}

const readSecret = (path: string) =>
  readFile(path, 'utf8').catch((error) => {
    throw new Error(`${path} cannot be read: ${errorMessage(error)}`, { cause: error })
  })
