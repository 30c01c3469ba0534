import { flag, type Place } from '../document.ts'
import type { Finding } from './finding.ts'
import { formOf, isPlainText } from './form.ts'
import { isDeprecated } from './operations.ts'
import type { Found, SchemaPlace } from './schemas.ts'
import type { Schema, Shape, Shapes } from './shape.ts'
import { sunsetChange, sunsetOf } from './sunset.ts'
import { isWithin, type Types } from './types.ts'

export type Parameter = {
  name: string
  location: string
  isRequired: boolean
  place: Place
  schema: Schema
  shapes: Shapes
}

const shapeOf = ({ schema, shapes }: Parameter): Shape => shapes.shapeOf(schema)

/** What differs in a parameter that both documents have. */
export const compareParameter = (operation: string, from: Parameter, to: Parameter): Found => {
  const wasDeprecated = isDeprecated(from.place)
  const [isNowList, wasList] = [isListOf(to, from), isListOf(from, to)]
  const place = `request.${to.location}.${to.name}`
  const tell = (end: string, more: Partial<Finding> = {}): Finding => {
    return {
      rule: `request-parameter-${end}`,
      operation,
      place,
      path: to.place.pointer,
      wasDeprecated,
      ...more,
    }
  }
  const findings: Finding[] = []
  if (from.location !== to.location)
    findings.push(tell('location-changed', { from: from.location, to: to.location }))
  else {
    if (from.name !== to.name && to.location === 'path')
      findings.push({ ...tell(''), rule: 'path-parameter-renamed', from: from.name, to: to.name })
    findings.push(...compareForm(from, to, isNowList || wasList).map(({ end, ...more }) => tell(end, more)))
  }
  if (from.isRequired !== to.isRequired)
    findings.push(tell(`became-${to.isRequired ? 'required' : 'optional'}`))
  if (wasDeprecated !== isDeprecated(to.place))
    findings.push(tell(wasDeprecated ? 'no-longer-deprecated' : 'deprecated'))
  for (const { end, ...more } of sunsetChange(
    sunsetOf(from.place),
    sunsetOf(to.place),
    isDeprecated(to.place),
  ))
    findings.push(tell(end, more))
  if (isNowList || wasList) findings.push(tell(isNowList ? 'became-list' : 'no-longer-list'))
  const schemas: Pick<SchemaPlace, 'operation' | 'direction' | 'subject' | 'isText' | 'path'> = {
    operation,
    direction: 'request',
    subject: 'parameter',
    isText: isPlainText(from.place) && isPlainText(to.place),
    path: to.place.pointer,
  }
  const isOptional = !from.isRequired && !to.isRequired
  const [older, newer] = [from.schema, to.schema]
  if (!isNowList && !wasList) return { findings, places: [{ ...schemas, place, isOptional, older, newer }] }
  const items = { older: wasList ? shapeOf(from).items : older, newer: isNowList ? shapeOf(to).items : newer }
  const defaults = { older: defaultOf(from, wasList), newer: defaultOf(to, isNowList) }
  return {
    findings,
    places: [
      { ...schemas, place: `${place}[]`, ...items },
      { ...schemas, place, isOptional, ...defaults },
    ],
  }
}

/** What a list says is what counts where it is left out, and not what its items say: the default, as a list, and no more. */
const defaultOf = (parameter: Parameter, isList: boolean): Schema => {
  const { standard, pointer, at } = shapeOf(parameter)
  if (standard === undefined) return [{ value: {}, pointer }]
  const value: unknown = JSON.parse(isList ? standard : `[${standard}]`)
  return [{ value: { default: value }, pointer: at('default')?.replace(/\/default$/, '') ?? pointer }]
}

type FormChange = { end: string; from?: string; to?: string }

const compareForm = (from: Parameter, to: Parameter, isListBeside: boolean): FormChange[] => {
  const all: Types = new Set([...shapeOf(from).types, ...shapeOf(to).types])
  // a single value is written as a list of one is, whatever stands between several
  const types: Types = isListBeside ? new Set() : all
  const [was, is] = [formOf(from.place, from.location, types), formOf(to.place, to.location, types)]
  const marks = [
    ...(to.location === 'query' ? [['allowEmptyValue', 'empty'] as const] : []),
    ...(isWithin(all, new Set(['boolean', 'number'])) ? [] : [['allowReserved', 'reserved'] as const]),
  ]
  const changed = marks.filter(([mark]) => flag(from.place, mark) !== flag(to.place, mark))
  return [
    ...(was === is ? [] : [{ end: 'form-changed', from: was, to: is }]),
    ...changed.map(([mark, word]) => ({ end: `${word}-${flag(to.place, mark) ? 'allowed' : 'refused'}` })),
  ]
}

/** `?p=a` is a list of one as well. Written as one text, what has a comma in it would be taken for several. */
const isListOf = (list: Parameter, single: Parameter): boolean => {
  const isSame = single.location === list.location && ['query', 'header', 'cookie'].includes(list.location)
  const form = formOf(list.place, list.location, shapeOf(list).types)
  const { types: singleTypes, values } = shapeOf(single)
  const hasNoComma =
    isWithin(singleTypes, new Set(['boolean', 'number'])) ||
    (values !== undefined && ![...values.keys()].some((value) => value.includes(',')))
  const { types, values: lists, bounds, choice, rest, conditions } = shapeOf(list)
  return (
    isSame &&
    isWithin(singleTypes, new Set(['boolean', 'number', 'string'])) &&
    isWithin(types, new Set(['array'])) &&
    (form === 'form explode' || (hasNoComma && ['form', 'simple'].includes(form))) &&
    (bounds.get('minItems')?.value ?? 0) <= 1 &&
    (bounds.get('maxItems')?.value ?? 1) >= 1 &&
    !lists &&
    !choice &&
    rest.length + conditions.size === 0
  )
}
