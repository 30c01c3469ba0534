import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { compareRequestBody } from './differences/bodies.ts'
import { compareCallbacks, compareWebhooks } from './differences/events.ts'
import { compareLifecycle } from './differences/lifecycle.ts'
import { pairOperations } from './differences/operations.ts'
import { compareParameters } from './differences/parameters.ts'
import { compareResponses } from './differences/responses.ts'
import { compareSchemas } from './differences/schemas.ts'
import { compareSchemes, compareSecurity } from './differences/security.ts'
import { DocumentError, openDocument } from './document.ts'

/**
 * The structural changes between two documents of OpenAPI 3.0 or 3.1, each with its judgement.
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
  const [older, newer] = [openDocument(from), openDocument(to)]
  const schemes = compareSchemes(older, newer, isStrict)
  const findings = [...compareWebhooks(older, newer), ...schemes.findings]
  const places = pairOperations(older, newer, isStrict).flatMap((pair) => {
    findings.push(...compareLifecycle(pair, today))
    if (!pair.older || !pair.newer) return []
    const before = { document: older, operation: pair.older }
    const after = { document: newer, operation: pair.newer }
    const found = [compareParameters, compareRequestBody, compareResponses].map((find) => find(before, after))
    findings.push(...found.flatMap(({ findings }) => findings))
    findings.push(...compareSecurity(before, after, schemes.renamed), ...compareCallbacks(before, after))
    return found.flatMap(({ places }) => places)
  })
  return classify([...findings, ...compareSchemas(older, newer, places)])
}
