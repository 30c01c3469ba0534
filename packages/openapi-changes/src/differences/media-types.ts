import { child, entries, type Place } from '../document.ts'
import { compareEncodings } from './encodings.ts'
import type { Finding } from './finding.ts'
import { mediaTypeOf, rangesOf } from './media-type-names.ts'
import type { Side } from './operations.ts'
import { matchByRange } from './ranges.ts'
import { type Found, type SchemaPlace, schemaAt } from './schemas.ts'

/** A body's owner in an operation of one document: what has `content`. */
export type Holder = { side: Side; place: Place }

/** What differs in the media types that a body may have, and where each of them has its schema. */
export const compareMediaTypes = (
  direction: 'request' | 'response',
  place: string,
  older: Holder,
  newer: Holder,
): Found => {
  const operation = newer.side.operation.name
  const { kept, gone, added } = matchByRange(mediaTypesOf(older), mediaTypesOf(newer), rangesOf)
  const tell = (end: string, type: string, { pointer }: Place): Finding => {
    return { rule: `${direction}-${end}`, operation, place: `${place}(${type})`, path: pointer }
  }
  const rewritten = direction === 'request' ? kept : []
  return {
    findings: [
      ...gone.map(([type, from]) => tell('media-type-removed', type, from)),
      ...added.map(([type, to]) => tell('media-type-added', type, to)),
      ...rewritten.flatMap(({ name, from, to }) => {
        const end = compareEncodings(from, to)
        return end ? [tell(end, name, to)] : []
      }),
    ],
    places: kept.flatMap(({ name, from, to }): SchemaPlace[] => {
      // what nearly all bodies are need not be said
      const at = name === 'application/json' ? place : `${place}(${name})`
      return schemasOf(older.side, from, newer.side, to).map(({ within, ...schemas }) => {
        return { operation, place: at + within, direction, subject: 'body', ...schemas, path: to.pointer }
      })
    }),
  }
}

const mediaTypesOf = ({ side, place }: Holder): Map<string, Place> =>
  new Map(entries(place, 'content').map(([type, media]) => [mediaTypeOf(type), side.document.follow(media)]))

type Schemas = Pick<SchemaPlace, 'older' | 'newer'> & { within: string }

/** A stream has one schema for each of its items, and to have one for the list of them says the same. */
const schemasOf = (older: Side, from: Place, newer: Side, to: Place): Schemas[] => {
  const [streamed, isStreamed] = [child(from, 'itemSchema'), child(to, 'itemSchema')]
  const [listed, isListed] = [child(from, 'schema'), child(to, 'schema')]
  const whole = { within: '', older: schemaAt(older, from), newer: schemaAt(newer, to) }
  if (!streamed && !isStreamed) return [whole]
  const items = {
    within: '[]',
    older: streamed || isListed || !listed ? schemaAt(older, from, 'itemSchema') : itemsOf(older, from),
    newer: isStreamed || listed || !isListed ? schemaAt(newer, to, 'itemSchema') : itemsOf(newer, to),
  }
  return listed && isListed ? [whole, items] : [items]
}

const itemsOf = (side: Side, media: Place) => {
  const { types, items } = side.shapes.shapeOf(schemaAt(side, media))
  return types.has('array') ? items : schemaAt(side, media)
}
