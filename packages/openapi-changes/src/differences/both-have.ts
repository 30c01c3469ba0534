import type { BoundName } from './bounds.ts'
import type { Contrast } from './contrast.ts'
import type { TypeName } from './types.ts'

/** Whether both may have a value of one of these types: where only one of them may, the types say it all. */
export const bothHave = ({ older, newer }: Contrast, ...wanted: TypeName[]): boolean =>
  [older, newer].every(({ types }) => wanted.some((type) => types.has(type)))

/** Whether both may have a text, or what is written as one. */
export const bothHaveText = (contrast: Contrast): boolean =>
  contrast.isText
    ? bothHave(contrast, 'string', 'number', 'integer', 'boolean')
    : bothHave(contrast, 'string')

/** Whether both may have a value that a bound of that name is about. */
export const bothAreBounded = (contrast: Contrast, name: BoundName): boolean => {
  if (name.endsWith('Length')) return bothHaveText(contrast)
  if (name.endsWith('Items')) return bothHave(contrast, 'array')
  return name.endsWith('Properties') ? bothHave(contrast, 'object') : bothHave(contrast, 'number', 'integer')
}
