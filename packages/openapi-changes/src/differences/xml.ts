import { child, isObject, type OpenApi, type Place } from '../document.ts'
import { canonical } from './canonical.ts'
import { type Contrast, type Difference, placeOf } from './contrast.ts'

/** How a value is written as XML, as canonical JSON. */
export const xmlOf = (place: Place): string | undefined => {
  const xml = child(place, 'xml')
  return xml && canonical(xml.value)
}

/** What differs in how values are written, where anything is XML: a schema does not know in which media types it is used. */
export const compareXml = ({ older, newer, shapesOf }: Contrast): Difference[] => {
  if (older.xml === newer.xml) return []
  const isWritten = [shapesOf.older, shapesOf.newer].some(({ document }) => hasXml(document))
  return isWritten ? [{ stem: 'condition-changed', path: placeOf(newer, 'xml'), detail: ' xml' }] : []
}

const known = new WeakMap<OpenApi, boolean>()

const hasXml = (document: OpenApi): boolean => {
  const found = known.get(document) ?? hasXmlIn(document.root.value)
  known.set(document, found)
  return found
}

const hasXmlIn = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  const content = isObject(value) && isObject(value.content) ? Object.keys(value.content) : []
  return content.some((type) => /[/+]xml\b|\/\*/i.test(type)) || Object.values(value).some(hasXmlIn)
}
