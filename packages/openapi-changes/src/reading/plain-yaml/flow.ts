import { giveUp } from './not-plain.ts'
import { type Read, readQuoted } from './quoted.ts'
import { resolved } from './scalars.ts'
import { setMember } from './set-member.ts'

/** A list or a map in brackets, with nothing in it but the like, texts and words. */
export const readFlow = (text: string, start: number): Read => {
  const isList = text[start] === '['
  const list: unknown[] = []
  const map: Record<string, unknown> = {}
  let at = skipBlanks(text, start + 1)
  while (text[at] !== (isList ? ']' : '}')) {
    const first = readItem(text, at)
    at = skipBlanks(text, first.end)
    if (isList) list.push(first.value)
    else {
      if (text[at] !== ':' || typeof first.value === 'object') giveUp()
      const value = readItem(text, skipBlanks(text, at + 1))
      setMember(map, String(first.value), value.value)
      at = skipBlanks(text, value.end)
    }
    if (text[at] === ',') at = skipBlanks(text, at + 1)
    else if (text[at] !== (isList ? ']' : '}')) giveUp()
  }
  return { value: isList ? list : map, end: at + 1 }
}

const readItem = (text: string, at: number): Read => {
  const first = text[at]
  if (first === '[' || first === '{') return readFlow(text, at)
  if (first === '"' || first === "'") return readQuoted(text, at)
  word.lastIndex = at
  const [found] = word.exec(text) ?? []
  // it brings in another map
  if (found === undefined || found.trimEnd() === '<<') return giveUp()
  return { value: resolved(found.trimEnd()), end: at + found.length }
}

/** Neither a comment, nor a mark, nor anything that goes on in the next line. */
const word =
  /[^\s,[\]{}#&*!|>'"%@`?:-](?:[^\n,[\]{}#:]|:(?=[^\s,[\]{}]))*(?=[,[\]{}]|:[\s,[\]{}])|-?\.?\d[\d.eE+-]*(?=\s*[,\]}])/y

const skipBlanks = (text: string, from: number): number => {
  let at = from
  while (text[at] === ' ' || text[at] === '\n') at++
  return at
}
