import { isDash, keyAt } from './keys.ts'
import { giveUp } from './not-plain.ts'
import { setMember } from './set-member.ts'
import { finish, goOn, type State } from './state.ts'
import { plain, readers } from './values.ts'

/** The map or the list that begins in the line. */
export const block = (state: State): unknown => {
  const { text, line } = state
  if (!line) return giveUp()
  if (isDash(text, line.start, line.end)) return sequence(state, line.indent)
  return map(state, line.indent)
}

const map = (state: State, indent: number): unknown => {
  const object: Record<string, unknown> = {}
  while (state.line && state.line.indent === indent) {
    const { start, end } = state.line
    const { key, after } = keyAt(state.text, start, end) ?? giveUp()
    setMember(object, key, valueAt(state, after, end, { indent, isOfKey: true }))
  }
  return isLeft(state, indent) ? giveUp() : object
}

const sequence = (state: State, indent: number): unknown => {
  const { text } = state
  const list: unknown[] = []
  while (state.line && state.line.indent === indent && isDash(text, state.line.start, state.line.end)) {
    const { start, end } = state.line
    let at = start + 1
    while (text[at] === ' ') at++
    const isBlock = at < end && (isDash(text, at, end) || keyAt(text, at, end) !== undefined)
    // a map or a list may begin behind the dash
    if (isBlock) state.line = { indent: indent + at - start, start: at, end }
    list.push(isBlock ? block(state) : valueAt(state, at, end, { indent, isOfKey: false }))
  }
  return isLeft(state, indent) ? giveUp() : list
}

const isLeft = ({ line }: State, indent: number): boolean => line !== undefined && line.indent > indent

/** What a value belongs to, and whether that is a key: then a list may begin as far to the left. */
type Owner = { indent: number; isOfKey: boolean }

const valueAt = (state: State, from: number, end: number, owner: Owner): unknown => {
  const { text } = state
  let at = from
  while (text[at] === ' ') at++
  state.nodes++
  const sign = text[at] ?? ''
  if (at >= end || sign === '#') return below(state, end, owner)
  if (sign === '&') return anchored(state, at, end, owner)
  if (sign === '*') return alias(state, at, end)
  return (readers[sign] ?? plain)(state, at, end, owner.indent)
}

const below = (state: State, end: number, { indent, isOfKey }: Owner): unknown => {
  goOn(state, end)
  const { text, line } = state
  if (!line || line.indent < indent) return null
  if (line.indent > indent) return block(state)
  return isOfKey && isDash(text, line.start, line.end) ? sequence(state, indent) : null
}

const nameAt = (text: string, at: number, end: number): string =>
  /^[^\s,[\]{}]+(?= |$)/.exec(text.slice(at + 1, end))?.[0] ?? giveUp()

const anchored = (state: State, at: number, end: number, owner: Owner): unknown => {
  const name = nameAt(state.text, at, end)
  let rest = at + 1 + name.length
  while (state.text[rest] === ' ') rest++
  // then it is the key that has a name
  if (rest < end && keyAt(state.text, rest, end)) giveUp()
  const before = state.nodes + state.added
  const value = valueAt(state, rest, end, owner)
  state.anchors.set(name, { value, size: state.nodes + state.added - before })
  return value
}

/** Far more than anybody writes, and soon read. */
const [maxAliases, maxAdded] = [10_000, 1_000_000]

const alias = (state: State, at: number, end: number): unknown => {
  const name = nameAt(state.text, at, end)
  const { value, size } = state.anchors.get(name) ?? giveUp()
  state.aliases++
  state.added += size
  if (state.aliases > maxAliases || state.added > maxAdded) giveUp()
  finish(state, at + 1 + name.length)
  return value
}
