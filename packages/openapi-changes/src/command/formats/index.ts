import type { Format } from './format.ts'
import { github } from './github.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { report } from './text.ts'

export const formats = {
  text: ({ changes, skipped }, look) => report(changes, look, skipped),
  json,
  markdown,
  github,
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats
