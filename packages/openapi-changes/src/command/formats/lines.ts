import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { segmentsOf } from '../../pointer.ts'
import type { Source } from '../../reading/read-document.ts'

/** Where in a text a JSON pointer leads to, as a line: for what is not there, the line of what would be around it. */
export const linesIn = ({ text, within }: Source): ((pointer: string) => number) => {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, logLevel: 'error' })
  return (pointer) => {
    let here: unknown = document.contents
    let offset = 0
    for (const segment of segmentsOf(within + pointer)) {
      const node = isAlias(here) ? here.resolve(document) : here
      const found = memberOf(node, segment)
      if (!found) break
      offset = found.offset
      here = found.value
    }
    return lineCounter.linePos(offset).line
  }
}

const memberOf = (node: unknown, segment: string): { value: unknown; offset: number } | undefined => {
  if (isSeq(node)) {
    const value = node.items[Number(segment)] as Node | undefined
    return value && { value, offset: value.range?.[0] ?? 0 }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment)
  return pair && { value: pair.value, offset: (pair.key as Node).range?.[0] ?? 0 }
}
