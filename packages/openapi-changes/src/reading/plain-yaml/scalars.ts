/** What a word without quotes stands for, by the core schema of YAML 1.2. */
export const resolved = (word: string): unknown => {
  // most words begin with a letter that none of the others begins with
  if (!/^[-+.\d~nNtTfF]/.test(word)) return word === '' ? null : word
  if (/^(~|null|Null|NULL)$/.test(word)) return null
  if (/^(true|True|TRUE)$/.test(word)) return true
  if (/^(false|False|FALSE)$/.test(word)) return false
  if (/^([-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/.test(word)) return wholeOf(word)
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(word)) return Number(word)
  if (/^[-+]?\.(inf|Inf|INF)$/.test(word)) return word.startsWith('-') ? -Infinity : Infinity
  return /^\.(nan|NaN|NAN)$/.test(word) ? Number.NaN : word
}

const wholeOf = (word: string): number | bigint => {
  const value = Number(word)
  return Number.isSafeInteger(value) ? value : BigInt(word)
}

const escapes: Record<string, string> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  '\t': '\t',
}

/** The text in single quotes, of what stands between them. */
export const singleQuoted = (raw: string): string => folded(raw).replaceAll("''", "'")

/** The text in double quotes; `undefined` for an escape that is none. */
export const doubleQuoted = (raw: string): string | undefined => {
  if (!raw.includes('\\')) return folded(raw)
  let isSound = true
  const text = raw.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(\n)[ \t]*|([\s\S]))|[ \t]*(\n\s*)/g,
    (_all, x?: string, u?: string, U?: string, end?: string, letter = '', lines?: string) => {
      const code = x ?? u ?? U
      if (lines !== undefined) return breaksOf(lines)
      if (end !== undefined) return ''
      if (code !== undefined && Number.parseInt(code, 16) <= 0x10ffff)
        return String.fromCodePoint(Number.parseInt(code, 16))
      isSound &&= Object.hasOwn(escapes, letter)
      return escapes[letter] ?? ''
    },
  )
  return isSound ? text : undefined
}

/** Lines of a text are one line, and an empty line is where a line ends. */
export const folded = (raw: string): string =>
  raw.includes('\n') ? raw.replace(/[ \t]*(\n\s*)/g, (_all, lines: string) => breaksOf(lines)) : raw

const breaksOf = (lines: string): string => '\n'.repeat(lines.split('\n').length - 2) || ' '

/** How a block of text ends: with a line, without, or as it stands. */
export type Chomping = '' | '-' | '+'

/** A block of text from its lines without their indentation. */
export const blockText = (lines: string[], isFolded: boolean, chomping: Chomping): string => {
  let last = lines.length
  while (last > 0 && lines[last - 1]?.trim() === '') last--
  const content = lines.slice(0, last)
  const text = isFolded ? foldedBlock(content) : content.join('\n')
  if (chomping === '-') return text
  if (chomping === '+') return text + '\n'.repeat(lines.length - last + (last > 0 ? 1 : 0))
  return last > 0 ? `${text}\n` : ''
}

/** Lines that are indented more stand for themselves; others are put together, but for empty lines between them. */
const foldedBlock = (lines: string[]): string => {
  let [text, between, wasApart] = ['', '', false]
  for (const line of lines) {
    const isApart = /^[ \t]/.test(line)
    if (line === '') {
      if (between === '\n') text += '\n'
      else between = '\n'
    } else if (isApart) {
      if (between === ' ') between = '\n'
      else if (!wasApart && between === '\n') between = '\n\n'
      text += between + line
      ;[between, wasApart] = ['\n', true]
    } else {
      text += between + line
      ;[between, wasApart] = [' ', false]
    }
  }
  return text
}
