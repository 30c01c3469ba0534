import type { Change } from '../change.ts'
import { compareDocuments } from '../compare.ts'
import { DocumentError, openDocument } from '../document.ts'
import type { Source } from '../read-document.ts'
import { brokenReferences } from './references.ts'

type Options = { isStrict: boolean; today: string }

/** @throws an `Error` that says what is wrong, and in which document */
export const compareSources = (older: Source, newer: Source, options: Options): Change[] => {
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
  try {
    return between(older, newer)
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
