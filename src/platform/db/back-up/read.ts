import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type End, endName, formatVersion, type Header, headerName, lineOf } from './format.ts'

type Line = { name: string; json: string }

export type Verified = { header: Header; rows: Record<string, number> }

/**
 * The header, then each row. @throws at its end unless the file is complete, so that the work on its lines is rolled
 * back
 */
export async function* wholeLines(path: string): AsyncGenerator<Line> {
  try {
    yield* checkedLines(path)
  } catch (error) {
    throw explained(path, error as NodeJS.ErrnoException)
  }
}

/** Reads all of a back-up. @throws unless it is whole and this program knows its format */
export const verified = async (path: string): Promise<Verified> => {
  const rows: Record<string, number> = {}
  let header: Header | undefined
  for await (const line of wholeLines(path)) {
    if (header) rows[line.name] = (rows[line.name] ?? 0) + 1
    else header = headerIn(path, line)
  }
  if (!header) throw new Error(`${path} is not a back-up.`)
  return { header, rows }
}

async function* checkedLines(path: string): AsyncGenerator<Line> {
  const hash = createHash('sha256')
  let end: End | undefined
  for await (const line of linesIn(path)) {
    if (end) throw new Error('something follows its end')
    if (line.name === endName) end = JSON.parse(line.json)
    else {
      hash.update(lineOf(line.name, line.json))
      yield line
    }
  }
  if (!end) throw new Error('its end is missing')
  if (end.digest !== hash.digest('hex')) throw new Error('it was altered')
}

/** @throws if the file cannot be read to its end */
async function* linesIn(path: string): AsyncGenerator<Line> {
  let rest = ''
  for await (const chunk of textIn(path)) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const tab = line.indexOf('\t')
      yield { name: line.slice(0, tab), json: line.slice(tab + 1) }
    }
  }
  if (rest !== '') throw new Error('the last line is cut off')
}

const headerIn = (path: string, { name, json }: Line): Header => {
  if (name !== headerName) throw new Error(`${path} is not a back-up.`)
  const header = parsed(path, json)
  if (header.format > formatVersion)
    throw new Error(`${path} was made by a newer program, ${header.program}, and cannot be read by this one.`)
  return header
}

const parsed = (path: string, json: string): Header => {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw explained(path, error as Error)
  }
}

/** Without the error's code, which would look like the database's. */
const explained = (path: string, cause: NodeJS.ErrnoException) =>
  cause.syscall
    ? new Error(`${path} cannot be read: ${cause.message}. Nothing was restored.`, { cause })
    : new Error(`${path} is damaged: ${cause.message}. Nothing was restored. Take another back-up.`, {
        cause,
      })

const textIn = (path: string) => {
  const text = createGunzip().setEncoding('utf8')
  // a failure ends the loop that reads it
  pipeline(createReadStream(path), text, () => {})
  return text
}
