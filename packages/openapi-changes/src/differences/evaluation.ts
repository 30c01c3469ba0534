import { type Contrast, type Difference, placeOf } from './contrast.ts'
import type { Shape } from './shape.ts'

/** What `unevaluated…` is about hangs on whether a keyword stands beside it at all, even if that allows anything. */
export const compareEvaluation = (contrast: Contrast): Difference[] => {
  const { older, newer } = contrast
  return [
    ...(areOthersToo(older, newer) || !isAsked(contrast, 'unevaluatedProperties')
      ? []
      : [tell(newer, 'unevaluatedProperties', 'additionalProperties')]),
    ...(areItemsToo(older, newer) || !isAsked(contrast, 'unevaluatedItems')
      ? []
      : [tell(newer, 'unevaluatedItems', 'items')]),
  ]
}

/** A schema that is closed to others is told apart already. */
const areOthersToo = ({ others: from }: Shape, { others: to }: Shape): boolean =>
  from === 'closed' || to === 'closed' || typeof from === typeof to

const areItemsToo = (older: Shape, newer: Shape): boolean =>
  older.items.length > 0 === newer.items.length > 0 && older.prefix.length === newer.prefix.length

const isAsked = ({ older, newer, surroundings }: Contrast, keyword: string): boolean =>
  [older, newer, ...surroundings.older(older), ...surroundings.newer(newer)].some(({ conditions }) =>
    conditions.has(keyword),
  )

const tell = (newer: Shape, keyword: string, beside: string): Difference => {
  return { stem: 'condition-changed', path: placeOf(newer, beside), detail: ` ${keyword}` }
}
