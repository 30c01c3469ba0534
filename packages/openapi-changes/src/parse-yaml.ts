import { isAlias, isCollection, isNode, isPair, parseDocument } from 'yaml'

/** Far more than anybody writes, and soon read. */
const maxAliases = 10_000
const maxAdded = 1_000_000

/** With merge keys, which YAML 1.2 has no longer and most readers still know. @throws for what is no YAML */
export const parseYaml = (text: string): unknown => {
  const document = parseDocument(text, { merge: true, logLevel: 'error' })
  for (const error of document.errors) throw error
  refuseBomb(document.contents)
  return document.toJS({ maxAliasCount: -1 })
}

/** Aliases of aliases make a page stand for more than any memory holds: it is counted before they are followed. */
const refuseBomb = (contents: unknown): void => {
  let [aliases, added] = [0, 0]
  const sizes = new Map<string, number>()
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const size = sizes.get(node.source) ?? 1
      aliases++
      added += size
      if (aliases > maxAliases || added > maxAdded) throw new Error('Its aliases stand for too much')
      return size
    }
    const inner = isPair(node) ? [node.key, node.value] : isCollection(node) ? node.items : []
    const size = inner.reduce<number>((sum, part) => sum + sizeOf(part), 1)
    if (isNode(node) && node.anchor !== undefined) sizes.set(node.anchor, size)
    return size
  }
  sizeOf(contents)
}
