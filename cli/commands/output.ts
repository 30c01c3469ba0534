/** Without control characters: strangers' text must not move a terminal's cursor, or reverse its text. */
const plain = (line: string): string => line.replace(/\p{C}/gu, '\ufffd')

/** Lines of data, on stdout. */
export const print = (...lines: string[]): void => {
  process.stdout.write(lines.map((line) => `${plain(line)}\n`).join(''))
}

/** Lines beside the data, on stderr. */
export const note = (...lines: string[]): void => {
  process.stderr.write(lines.map((line) => `${plain(line)}\n`).join(''))
}

export const printJson = (value: unknown): void => {
  process.stdout.write(`${jsonText(value)}\n`)
}

/** JSON in which control characters are escaped, also those that JSON allows. */
export const jsonText = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(/[^\P{C}\n]/gu, escaped)

/** Columns below their names, the last one as long as it is. */
export const printTable = (...rows: string[][]): void => {
  const cells = rows.map((row) => row.map(plain))
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? []
  print(
    ...cells.map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  )
}

/** To the minute, in UTC; short, for columns. */
export const shortMinute = (instant: string | null): string =>
  instant === null ? '-' : instant.slice(0, 16).replace('T', ' ')

const escaped = (text: string) =>
  Array.from(text.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
