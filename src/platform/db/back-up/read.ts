import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type End, endName, formatVersion, type Header, headerName, lineOf } from './format.ts'

export type Line = { name: string; json: string }

export type Verified = { header: Header; rows: Record<string, number> }

/** @throws if the file cannot be read to its end */
export async function* linesIn(path: string): AsyncGenerator<Line> {
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

/** Reads all of a back-up. @throws unless it is whole and this program can read it */
export const verified = async (path: string): Promise<Verified> => {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let header: Header | undefined
  let end: End | undefined
  try {
    for await (const { name, json } of linesIn(path)) {
      if (end) throw new Error('something follows its end')
      if (name === endName) end = JSON.parse(json)
      else hash.update(lineOf(name, json))
      if (!header) header = headerIn(path, name, json)
      else if (!end) rows[name] = (rows[name] ?? 0) + 1
    }
  } catch (error) {
    throw error instanceof NoBackUp ? error : damaged(path, (error as Error).message)
  }
  if (!header || !end) throw damaged(path, 'its end is missing')
  if (end.digest !== hash.digest('hex')) throw damaged(path, 'it was altered')
  return { header, rows }
}

class NoBackUp extends Error {}

const headerIn = (path: string, name: string, json: string): Header => {
  if (name !== headerName) throw new NoBackUp(`${path} is not a back-up.`)
  const header: Header = JSON.parse(json)
  if (header.format > formatVersion)
    throw new NoBackUp(
      `${path} was made by a newer program, ${header.program}, and cannot be read by this one.`,
    )
  return header
}

const damaged = (path: string, why: string) =>
  new Error(`${path} is damaged: ${why}. Nothing was restored. Take another back-up.`)

const textIn = (path: string) => {
  const text = createGunzip().setEncoding('utf8')
  // a failure ends the loop that reads it
  pipeline(createReadStream(path), text, () => {})
  return text
}
