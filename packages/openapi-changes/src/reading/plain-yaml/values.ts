import { readFlow } from './flow.ts'
import { giveUp } from './not-plain.ts'
import { type Read, readQuoted } from './quoted.ts'
import { blockText, type Chomping, resolved } from './scalars.ts'
import { endOf, finish, goOn, type State } from './state.ts'

/** Reads a value that begins in a line, and belongs to what is indented so far. */
export type ReadValue = (state: State, at: number, end: number, indent: number) => unknown

/** A text without quotes, which goes on in lines that are indented more. */
export const plain: ReadValue = (state, at, end, indent) => {
  const { text } = state
  if (/^([!%@`,\]}#]|[-?:]( |$))/.test(text.slice(at, Math.min(end, at + 2)))) giveUp()
  let words = text.slice(at, end)
  let last = end
  goOn(state, end)
  const lines = [words]
  while (state.line && state.line.indent > indent) {
    const { line } = state
    const between = text.slice(last + 1, line.start)
    const isEnded = between.includes('#') || lines.at(-1)?.includes(' #')
    if (isEnded) giveUp()
    const breaks = between.split('\n').length - 1
    words = text.slice(line.start, line.end)
    lines.push('\n'.repeat(breaks) || ' ', words)
    last = line.end
    goOn(state, last)
  }
  if (lines.length === 1) return resolved(wordsOf(words))
  return resolved(lines.map((line, index) => (index % 2 === 0 ? wordsOf(line) : line)).join(''))
}

/** Without a comment. What looks like a key is none of ours. */
const wordsOf = (line: string): string => {
  const comment = line.indexOf(' #')
  const words = (comment < 0 ? line : line.slice(0, comment)).trimEnd()
  return words.endsWith(':') || words.includes(': ') || words.includes('\t') ? giveUp() : words
}

const quoted: ReadValue = (state, at, _end, indent) => spread(state, readQuoted(state.text, at), at, indent)

const flow: ReadValue = (state, at, _end, indent) => spread(state, readFlow(state.text, at), at, indent)

/** It may take several lines, each indented more than what it belongs to. */
const spread = (state: State, { value, end }: Read, start: number, indent: number): unknown => {
  const { text } = state
  for (let next = endOf(text, start) + 1; next < end; next = endOf(text, next) + 1) {
    let content = next
    while (text[content] === ' ') content++
    if (content - next <= indent && text[content] !== '\n') giveUp()
  }
  finish(state, end)
  return value
}

/** A text of lines that are kept, or put together. */
const textBlock: ReadValue = (state, at, end, indent) => {
  const { text } = state
  const [, kind, chomping = ''] = /^([|>])([-+]?) *( #.*)?$/.exec(text.slice(at, end)) ?? giveUp()
  const lines: string[] = []
  let [width, next] = [0, end + 1]
  while (next < text.length) {
    const stop = endOf(text, next)
    let content = next
    while (text[content] === ' ') content++
    const isEmpty = content === stop
    if (!isEmpty && width === 0) width = content - next
    if (!isEmpty && (content - next < width || width <= indent)) break
    lines.push(text.slice(next, stop))
    next = stop + 1
  }
  const isOdd =
    lines.some((line) => (/^ *$/.test(line) ? line.length > width : false)) || /\t/.test(lines.join(''))
  if (width === 0 || isOdd) giveUp()
  goOn(state, next - 1)
  return blockText(
    lines.map((line) => line.slice(width)),
    kind === '>',
    chomping as Chomping,
  )
}

/** By the sign that it begins with. */
export const readers: Record<string, ReadValue> = {
  '"': quoted,
  "'": quoted,
  '[': flow,
  '{': flow,
  '|': textBlock,
  '>': textBlock,
}
