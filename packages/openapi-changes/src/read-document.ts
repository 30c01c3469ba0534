import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { DocumentError, isObject } from './document.ts'

/** A document, and the text that it was read from. */
export type Source = {
  /** For messages. */
  name: string
  text: string
  document: unknown
  /** JSON pointer to the document in the text: a release has it under `openapi`. */
  within: '' | '/openapi'
}

/**
 * Reads a document in JSON or YAML.
 * @param source a file, or `-` for standard input; of an object that has a document under `openapi`, the document is taken
 * @throws {DocumentError} when it cannot be read, or is neither
 */
export const readDocument = async (source: string): Promise<unknown> => (await readSource(source)).document

/** @throws {DocumentError} likewise */
export const readSource = async (source: string): Promise<Source> => {
  const name = source === '-' ? 'Standard input' : source
  const text = await (source === '-' ? textOf(process.stdin) : readFile(refuseUrl(source), 'utf8')).catch(
    (cause: Error) => {
      throw new DocumentError(`${name} cannot be read: ${reasonOf(cause)}`, { cause })
    },
  )
  const value = await parseText(text.replace(/^\ufeff/, ''), name)
  const isRelease = isObject(value) && isObject(value.openapi)
  return { name, text, document: isRelease ? value.openapi : value, within: isRelease ? '/openapi' : '' }
}

/** @throws {DocumentError} with the line and the column, for what is neither JSON nor YAML */
export const parseText = async (text: string, name: string): Promise<unknown> => {
  if (text.trim() === '') throw new DocumentError(`${name} is empty.`)
  try {
    // JSON is YAML too, but its own reader is a hundred times as fast
    return await (/^\s*[{[]/.test(text) ? parseJson(text) : parseYaml(text))
  } catch (cause) {
    throw new DocumentError(`${name} is neither JSON nor YAML: ${firstLine((cause as Error).message)}`, {
      cause,
    })
  }
}

// a document from the web must not choose what is asked for next, and a build must not depend on who answers
const refuseUrl = (source: string): string => {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(source)) return source
  throw new DocumentError(
    `${source} is a URL, and URLs are not read. Download it, or pipe it in and name it -.`,
  )
}

const parseJson = async (text: string): Promise<unknown> => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // YAML too can begin with a bracket, and its reader says on which line the text is broken
    const value = await parseYaml(text)
    if (typeof value !== 'object') throw cause
    return value
  }
}

// many never read YAML, and its reader takes longer to load than to read a small document
const parseYaml = async (text: string): Promise<unknown> => (await import('./parse-yaml.ts')).parseYaml(text)

// what follows shows the place, with whatever the document has there
const firstLine = (message: string) => message.replace(/:?\n.*/s, '')

// a file's name has been said
export const reasonOf = ({ message }: Error): string => message.replace(/, (open|read)\b.*$/s, '')
