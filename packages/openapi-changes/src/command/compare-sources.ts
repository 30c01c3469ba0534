import type { Change } from '../change.ts'
import { compareDocuments, type Skipped } from '../compare.ts'
import { DocumentError, openDocument } from '../document.ts'
import type { Source } from '../reading/read-document.ts'
import { brokenReferences } from './references.ts'

type Options = { isStrict: boolean; today: string }

/** What differs, and the places that were not compared. */
type Compared = { changes: Change[]; skipped: Skipped[] }

/** @throws an `Error` that says what is wrong, and in which document */
export const compareSources = (older: Source, newer: Source, options: Options): Compared => {
  for (const { name, document } of [older, newer]) named(name, () => openDocument(document))
  // what the newer one refers to can still be mended; an older one has been published
  const [broken] = brokenReferences(newer.document)
  if (broken !== undefined) throw new Error(`${newer.name}: ${broken}`)
  const between = (one: Source, other: Source) => compareDocuments(one.document, other.document, options)
  const isSound = (source: Source) => {
    try {
      return between(source, source).length === 0
    } catch {
      return false
    }
  }
  const skipped: Skipped[] = []
  try {
    const onSkipped = (place: Skipped) => skipped.push(place)
    const changes = compareDocuments(older.document, newer.document, { ...options, onSkipped })
    return { changes, skipped }
  } catch (error) {
    return named((isSound(older) ? newer : older).name, () => {
      throw error
    })
  }
}

/** Whatever is wrong with a document is said with its name. */
const named = <Result>(name: string, act: () => Result): Result => {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}
