import type { FoundRecord } from './json-lines.ts'

/** Objects of a list in a document of JSON, one at a time, however long that is: `{"users": [{…}, {…}]}`. */
export async function* listItems(
  chunks: AsyncIterable<Uint8Array>,
  list: string,
): AsyncGenerator<FoundRecord> {
  const scan = scanner(list)
  let [line, begun] = [1, 1]
  let item: string | undefined
  for await (const text of decoded(chunks)) {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const letter = text[at] ?? ''
      if (letter === '\n') line++
      const edge = scan(letter)
      if (edge === 'begins') [item, start, begun] = ['', at, line]
      if (edge !== 'ends' || item === undefined) continue
      const whole = item + text.slice(start, at + 1)
      item = undefined
      yield { line: begun, read: () => JSON.parse(whole) }
    }
    if (item !== undefined) item += text.slice(start)
  }
}

/** @returns reads a document letter by letter, and says where an object of the list begins and ends */
const scanner = (list: string) => {
  let [depth, isText, isEscaped, isWanted] = [0, false, false, false]
  let name = ''
  const readText = (letter: string) => {
    if (isEscaped) isEscaped = false
    else if (letter === '\\') isEscaped = true
    else if (letter === '"') isText = false
    else if (depth === 1) name += letter
  }
  return (letter: string): 'begins' | 'ends' | undefined => {
    if (isText) readText(letter)
    else if (letter === '"') {
      isText = true
      if (depth === 1) name = ''
    } else if (letter === '{' || letter === '[') {
      if (depth === 1) isWanted = name === list
      depth++
      if (isWanted && depth === 3) return 'begins'
    } else if (letter === '}' || letter === ']') {
      depth--
      if (isWanted && depth === 2) return 'ends'
    }
    return undefined
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8')
  for await (const chunk of chunks) yield utf8.decode(chunk, { stream: true })
}
