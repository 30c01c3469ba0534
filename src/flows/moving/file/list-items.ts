import { RowFault } from '../rows/row-fault.ts'
import { decoded } from './decoded.ts'
import type { FoundRecord } from './json-lines.ts'
import { mostLineBytes } from './lines.ts'

/** Objects of a list in a document of JSON, one at a time, however long that is: `{"users": [{…}, {…}]}`. `line`: which it is. */
export async function* listItems(
  chunks: AsyncIterable<Uint8Array>,
  list: string,
): AsyncGenerator<FoundRecord> {
  const { scan, isWhole } = scanner(list)
  let line = 0
  let item: string | undefined
  for await (const text of decoded(chunks)) {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const edge = scan(text[at] ?? '')
      if (edge === 'begins') [item, start] = ['', at]
      if (edge !== 'ends' || item === undefined) continue
      const whole = item + text.slice(start, at + 1)
      item = undefined
      yield { line: ++line, read: () => readItem(whole) }
    }
    // of what is too long already, no more is kept
    if (item !== undefined && item.length <= mostLineBytes) item += text.slice(start)
  }
  if (!isWhole()) throw new Error(`The file is no whole document of JSON with a list "${list}".`)
}

const readItem = (whole: string): unknown => {
  if (whole.length > mostLineBytes) throw new RowFault('line_too_long', 'the object is too long')
  return JSON.parse(whole)
}

/** `scan` reads a document letter by letter, and says where an object of the list begins and ends. */
const scanner = (list: string) => {
  let [depth, isText, isEscaped, isWanted] = [0, false, false, false]
  let name = ''
  let isSeen = false
  const readText = (letter: string) => {
    if (isEscaped) isEscaped = false
    else if (letter === '\\') isEscaped = true
    else if (letter === '"') isText = false
    else if (depth === 1) name += letter
  }
  const scan = (letter: string): 'begins' | 'ends' | undefined => {
    if (isText) readText(letter)
    else if (letter === '"') {
      isText = true
      if (depth === 1) name = ''
    } else if (letter === '{' || letter === '[') {
      if (depth === 1) isWanted = letter === '[' && name === list
      isSeen ||= isWanted
      depth++
      if (isWanted && depth === 3) return 'begins'
    } else if (letter === '}' || letter === ']') {
      depth--
      if (isWanted && depth === 2) return 'ends'
    }
    return undefined
  }
  return { scan, isWhole: () => depth === 0 && !isText && isSeen }
}
