import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { DocumentError } from './document.ts'

/** From the first look-up to the last byte. */
const deadlineMs = 15_000
const maxBytes = 32 * 2 ** 20

const yamlOptions = { maxAliasCount: 100, logLevel: 'error' } as const

/**
 * Reads a document in JSON or YAML.
 * @param source a file or a URL; of an object that has a document under `openapi`, the document is taken
 * @throws {DocumentError} when it is away, too large or neither
 */
export const readDocument = async (source: string): Promise<unknown> => {
  const isUrl = /^https?:\/\//i.test(source)
  const text = await (isUrl ? download(source) : readFile(source, 'utf8')).catch((cause: Error) => {
    throw new DocumentError(`${source} cannot be read: ${reasonOf(cause)}`, { cause })
  })
  try {
    // JSON is YAML too, but its own reader is a hundred times as fast
    return documentIn(/^\s*[{[]/.test(text) ? parseJson(text) : parse(text, yamlOptions))
  } catch (cause) {
    throw new DocumentError(`${source} is neither JSON nor YAML: ${firstLine((cause as Error).message)}`, {
      cause,
    })
  }
}

const documentIn = (value: unknown): unknown => {
  const { openapi } = Object(value) as { openapi?: unknown }
  return typeof openapi === 'object' && openapi !== null ? openapi : value
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // YAML too can begin with a bracket
    const value = parse(text, yamlOptions)
    if (typeof value !== 'object') throw cause
    return value
  }
}

const download = async (url: string): Promise<string> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) })
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

// what follows shows the place, with whatever the document has there
const firstLine = (message: string) => message.replace(/:?\n.*/s, '')

// a file's name has been said
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message.replace(/, (open|read)\b.*$/s, '')
