import { isObject } from '../document.ts'

/** Keywords that say something of a value whatever stands beside them: more of them leave less room. */
const alone = new Set(
  'not if then else contains minContains maxContains propertyNames dependentRequired dependentSchemas'.split(
    ' ',
  ),
)

/** More of them leave less room, too, but what they are about hangs on what stands beside them. */
const aside = new Set(['unevaluatedProperties', 'unevaluatedItems'])

export const isAlone = (keyword: string): boolean => alone.has(keyword)

/** Whether it only ever takes room away. */
export const isLimit = (keyword: string): boolean => alone.has(keyword) || aside.has(keyword)

const groups = new Map([
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
])

/** Keywords that say something together go by the name of the first. */
export const groupOf = (keyword: string): string => groups.get(keyword) ?? keyword

/** Whether everything meets it, or it says nothing without another keyword. */
export const isIdle = (keyword: string, schema: Record<string, unknown>): boolean => {
  const { if: condition, then: met, else: unmet, contains, minContains, maxContains } = schema
  const group = groupOf(keyword)
  if (group === 'not') return schema.not === false
  if (group === 'if') return condition === undefined || (isAny(met) && isAny(unmet))
  if (group === 'contains') return contains === undefined || (minContains === 0 && maxContains === undefined)
  return isLimit(keyword) && isAny(schema[keyword])
}

const isAny = (value: unknown): boolean =>
  value === undefined || value === true || (isObject(value) && Object.keys(value).length === 0)
