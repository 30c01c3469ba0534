import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { compareRequestBody } from './differences/bodies.ts'
import { compareCallbacks, compareWebhooks } from './differences/events.ts'
import { compareLifecycle } from './differences/lifecycle.ts'
import { type Interface, pairOperations, pathsOf } from './differences/operations.ts'
import { compareParameters } from './differences/parameters.ts'
import { compareResponses } from './differences/responses.ts'
import { compareSchemas } from './differences/schemas.ts'
import { compareSecurity } from './differences/security.ts'
import { compareSchemes } from './differences/security-schemes.ts'
import { compareServers } from './differences/servers.ts'
import { shapesOf } from './differences/shape.ts'
import { DocumentError, openDocument } from './document.ts'

/**
 * The structural changes between two documents of OpenAPI 3.0, 3.1 or 3.2, each with its judgement.
 * @param isStrict whether another name of a path parameter makes another operation
 * @param today the day of the newer document, `2026-11-21`, by which promises to stay until a day are judged
 * @throws {DocumentError} for what cannot be read
 */
export const compareDocuments = (
  older: unknown,
  newer: unknown,
  options: { isStrict?: boolean; today?: string } = {},
): Change[] => {
  try {
    return compare(older, newer, options)
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentError('It is nested too deeply.', { cause: error })
    throw error
  }
}

const compare = (
  from: unknown,
  to: unknown,
  { isStrict = false, today }: { isStrict?: boolean; today?: string },
) => {
  const [older, newer] = [read(from), read(to)]
  const schemes = compareSchemes(older.document, newer.document, isStrict)
  const findings = [...compareWebhooks(older.document, newer.document), ...schemes.findings]
  const places = pairOperations(older.paths, newer.paths, isStrict).flatMap((pair) => {
    findings.push(...compareLifecycle(pair, today))
    if (!pair.older || !pair.newer) return []
    const before = { ...older, operation: pair.older }
    const after = { ...newer, operation: pair.newer }
    const found = [compareParameters, compareRequestBody, compareResponses].map((find) =>
      find(before, after, today),
    )
    findings.push(...found.flatMap(({ findings }) => findings))
    findings.push(...compareSecurity(before, after, schemes.renamed), ...compareCallbacks(before, after))
    findings.push(...compareServers(before, after))
    return found.flatMap(({ places }) => places)
  })
  const shapes = { older: older.shapes, newer: newer.shapes }
  return classify([...findings, ...compareSchemas(shapes, places, today)])
}

const read = (value: unknown): Interface => {
  const document = openDocument(value)
  return { document, shapes: shapesOf(document), paths: pathsOf(document) }
}
