import type { ToStringOptions } from 'yaml'
import type { Draw } from './random-schema.ts'

const words = [
  'a word',
  'b: c',
  'x #y',
  '- z',
  '"q"',
  "it's",
  '',
  '  lead',
  'multi\nline',
  'multi\n\nlines\n',
  'more\n  indented\nlines\n',
  'tab\there',
  '1.5',
  'true',
  '~',
  '*x',
  '&y',
  '!t',
  'key:',
  'a long word '.repeat(12),
  'é 🎉',
  '\\esc',
  '\n\nx',
  '# c',
  '<<',
  '012',
]
const names = ['a', 'b', 'c', '/things/{id}', '200', '$ref', 'x-y', 'a key', "'q'", 'é', 'null', 'a#b']
const inserted = [' ', '\n', ':', '#', '"', "'", '- ', '  ', '\n\n', '&x ', '*x', '|', '>', ',', ']', '\t']

/** A text of YAML, and the same with something altered. @param write makes a text of a value */
export const drawYaml = (
  draw: Draw,
  write: (value: unknown, options: ToStringOptions) => string,
): string[] => {
  const text = write(drawValue(draw, 4), {
    lineWidth: draw.one([0, 20, 80]),
    indentSeq: draw.chance(50),
    defaultStringType: draw.one([
      'PLAIN',
      'PLAIN',
      'QUOTE_DOUBLE',
      'QUOTE_SINGLE',
      'BLOCK_FOLDED',
      'BLOCK_LITERAL',
    ]),
    collectionStyle: draw.one(['any', 'any', 'block', 'flow']),
  })
  const at = draw.upTo(text.length)
  return [
    text,
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + draw.one(inserted) + text.slice(at),
    text.replaceAll('\n', '\r\n'),
    text
      .split('\n')
      .filter(() => draw.chance(90))
      .join('\n'),
  ]
}

const drawValue = (draw: Draw, depth: number): unknown => {
  if (depth === 0 || draw.chance(35)) return draw.one([draw.one(words), draw.upTo(1000), true, null, -5, 'a'])
  const length = draw.upTo(4)
  if (draw.chance(35)) return Array.from({ length }, () => drawValue(draw, depth - 1))
  return Object.fromEntries(
    Array.from({ length }, () => [draw.one(names), drawValue(draw, depth - 1)] as const),
  )
}
