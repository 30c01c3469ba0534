import { isAlias, isCollection, isNode, isPair, isScalar, parseDocument } from 'yaml'
import { DocumentError } from '../document.ts'
import { placeAt } from './place-at.ts'
import { readPlainYaml } from './plain-yaml/index.ts'

/** Far more than anybody writes, and soon read. */
const maxAliases = 10_000
const maxAdded = 1_000_000

/**
 * With merge keys, which YAML 1.2 has no longer and most readers still know.
 * @throws {DocumentError} for what is no YAML: why not, and where
 */
export const parseYaml = (text: string, name = 'It'): unknown => {
  const plain = readPlainYaml(text)
  return plain ? plain.value : parseAnyYaml(text, name)
}

const parseAnyYaml = (text: string, name: string): unknown => {
  const options = { merge: true, prettyErrors: false, intAsBigInt: true, logLevel: 'error' } as const
  const document = parseDocument(text, options)
  const [error] = document.errors
  if (error)
    throw new DocumentError(sentenceOf(error.code, placeAt(text, error.pos[0]), name), { cause: error })
  try {
    if (areTooMany(document.contents)) throw new DocumentError(`${name} has aliases that stand for too much.`)
    return document.toJS({ maxAliasCount: -1 })
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause
    if (cause instanceof RangeError) throw new DocumentError(`${name} is nested too deeply.`, { cause })
    const why =
      cause instanceof ReferenceError ? 'an alias without an anchor' : 'a merge key (<<) for what is no map'
    throw new DocumentError(`${name} has ${why}.`, { cause })
  }
}

const sentenceOf = (code: string, place: string, name: string): string => {
  if (code === 'MULTIPLE_DOCS') return `${name} has several documents, the second one at ${place}.`
  if (code === 'DUPLICATE_KEY') return `${name} has a key twice in one place, at ${place}.`
  if (code === 'RESOURCE_EXHAUSTION') return `${name} is nested too deeply.`
  return `${name} is neither JSON nor YAML: ${words[code] ?? 'something cannot be read'}, at ${place}`
}

const words: Record<string, string> = {
  BAD_ALIAS: 'an alias or an anchor has no name',
  BAD_COLLECTION_TYPE: 'a tag does not fit what it stands before',
  BAD_DIRECTIVE: 'a directive (%) is unknown',
  BAD_DQ_ESCAPE: 'an escape in a quoted text is unknown',
  BAD_INDENT: 'the indentation is wrong',
  BAD_SCALAR_START: 'a text begins with a sign that it must not begin with',
  BLOCK_AS_IMPLICIT_KEY: 'a line has two keys, or a list behind its key',
  BLOCK_IN_FLOW: 'there is a block within brackets',
  MISSING_CHAR: 'a quote, a bracket or a colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a key takes more than a line',
  TAB_AS_INDENT: 'a tab indents a line',
  UNEXPECTED_TOKEN: 'something is not expected there',
}

/**
 * Aliases of aliases make a page stand for more than any memory holds: it is counted before they are followed. Whole numbers
 * become what JSON makes of them.
 */
const areTooMany = (contents: unknown): boolean => {
  let [aliases, added] = [0, 0]
  const sizes = new Map<string, number>()
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const size = sizes.get(node.source) ?? 1
      aliases++
      added += size
      return size
    }
    if (isScalar(node) && typeof node.value === 'bigint') node.value = numberOf(node.value)
    const inner = isPair(node) ? [node.key, node.value] : isCollection(node) ? node.items : []
    const size = inner.reduce<number>((sum, part) => sum + sizeOf(part), 1)
    if (isNode(node) && node.anchor !== undefined) sizes.set(node.anchor, size)
    return size
  }
  sizeOf(contents)
  return aliases > maxAliases || added > maxAdded
}

const numberOf = (value: bigint): number | bigint => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
