import { giveUp } from './not-plain.ts'

/** The content of a line, how far it is indented, and where the line ends. */
type Line = { indent: number; start: number; end: number }

/** How far a text has been read. */
export type State = {
  text: string
  /** What comes next, if anything does. */
  line: Line | undefined
  anchors: Map<string, { value: unknown; size: number }>
  /** How much has been read, how often an alias stood for something, and for how much. */
  nodes: number
  aliases: number
  added: number
}

export const newState = (text: string): State => {
  const state = { text, line: undefined, anchors: new Map(), nodes: 0, aliases: 0, added: 0 }
  // a mark may stand before the document
  goOn(state, /^---[ ]*(?=\n)/.exec(text)?.[0].length ?? -1)
  return state
}

export const endOf = (text: string, start: number): number => {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

/** Goes to the next line that is neither empty nor a comment. */
export const goOn = (state: State, end: number): void => {
  const { text } = state
  state.line = undefined
  for (let at = end + 1, stop = 0; at < text.length; at = stop + 1) {
    let start = at
    while (text[start] === ' ') start++
    stop = endOf(text, start)
    if (start === stop || text[start] === '#') continue
    if (text[start] === '\t' || (start === at && isMark(text, at))) giveUp()
    state.line = { indent: start - at, start, end: stop }
    return
  }
}

const isMark = (text: string, at: number): boolean => /^(---|\.\.\.|%)/.test(text.slice(at, at + 3))

/** Nothing else may be in the line, but a comment. */
export const finish = (state: State, at: number): void => {
  const end = endOf(state.text, at)
  if (at < end && !/^( *| +#.*)$/.test(state.text.slice(at, end))) giveUp()
  goOn(state, end)
}
