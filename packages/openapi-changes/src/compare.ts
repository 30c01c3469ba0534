import type { Change } from './change.ts'
import { classify } from './classify.ts'
import { compareExchange } from './differences/exchange.ts'
import { compareLifecycle } from './differences/lifecycle.ts'
import { type Interface, pairOperations, pathsOf } from './differences/operations.ts'
import { compareSchemas } from './differences/schemas.ts'
import { compareSchemes } from './differences/security-schemes.ts'
import { compareServers } from './differences/servers.ts'
import { shapesOf } from './differences/shape.ts'
import { compareWebhooks } from './differences/webhooks.ts'
import { DocumentError, openDocument } from './document.ts'

type Options = { isStrict?: boolean; today?: string; onSkipped?: (place: Skipped) => void }

/** A place that is not compared, or not all of it: in which document, where, and why. */
export type Skipped = { document: 'older' | 'newer'; path: string; reason: string }

/**
 * The structural changes between two documents of OpenAPI 3.0, 3.1 or 3.2, each with its judgement.
 * @param isStrict whether another name of a path parameter makes another operation
 * @param today the day of the newer document, `2026-11-21`, by which promises to stay until a day are judged
 * @param onSkipped is told of each place that is not compared, or not all of it
 * @throws {DocumentError} for what cannot be read
 */
export const compareDocuments = (older: unknown, newer: unknown, options: Options = {}): Change[] => {
  try {
    return compare(older, newer, options)
  } catch (error) {
    if (error instanceof RangeError) throw new DocumentError('It is nested too deeply.', { cause: error })
    throw error
  }
}

const compare = (from: unknown, to: unknown, { isStrict = false, today, onSkipped }: Options): Change[] => {
  const [older, newer] = [read(from), read(to)]
  const schemes = compareSchemes(older, newer, isStrict)
  const scene = { today, renamed: schemes.renamed, isTurned: false, prefix: '', within: [] }
  const events = compareWebhooks(older, newer, { ...scene, isTurned: true })
  const findings = [...events.findings, ...schemes.findings]
  const places = pairOperations(older, newer, isStrict).flatMap((pair) => {
    findings.push(...compareLifecycle(pair, today))
    if (!pair.older || !pair.newer) return []
    const before = { ...older, operation: pair.older }
    const after = { ...newer, operation: pair.newer }
    const found = compareExchange(before, after, scene)
    findings.push(...found.findings, ...compareServers(before, after))
    return found.places
  })
  const shapes = { older: older.shapes, newer: newer.shapes }
  findings.push(...compareSchemas(shapes, [...events.places, ...places], today))
  for (const [document, side] of [
    ['older', older],
    ['newer', newer],
  ] as const)
    for (const [path, reason] of side.document.skipped) onSkipped?.({ document, path, reason })
  return classify(findings)
}

const read = (value: unknown): Interface => {
  const document = openDocument(value)
  return { document, shapes: shapesOf(document), paths: pathsOf(document) }
}
