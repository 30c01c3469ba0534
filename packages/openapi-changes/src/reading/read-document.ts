import { DocumentError, isObject } from '../document.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-text.ts'

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
  const { name, text } = await readText(refuseUrl(source))
  const value = await parseText(text, name)
  const isRelease = isObject(value) && isObject(value.openapi)
  return { name, text, document: isRelease ? value.openapi : value, within: isRelease ? '/openapi' : '' }
}

/** @throws {DocumentError} with the line and the column, for what is neither JSON nor YAML */
export const parseText = async (text: string, name: string): Promise<unknown> => {
  if (text.trim() === '') throw new DocumentError(`${name} is empty.`)
  // JSON is YAML too, but its own reader is a hundred times as fast
  if (!/^\s*[{[]/.test(text)) return parseYaml(text, name)
  try {
    return parseJson(text, name)
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause
    if (cause instanceof RangeError) throw new DocumentError(`${name} is nested too deeply.`, { cause })
    // YAML too can begin with a bracket, and its reader says on which line the text is broken
    const value = await parseYaml(text, name)
    if (typeof value !== 'object') throw new DocumentError(`${name} is neither JSON nor YAML.`, { cause })
    return value
  }
}

// a document from the web must not choose what is asked for next, and a build must not depend on who answers
const refuseUrl = (source: string): string => {
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(source)) return source
  throw new DocumentError(
    `${source} is a URL, and URLs are not read. Download it, or pipe it in and name it -.`,
  )
}

// many never read YAML, and its reader takes longer to load than to read a small document
const parseYaml = async (text: string, name: string): Promise<unknown> =>
  (await import('./parse-yaml.ts')).parseYaml(text, name)
