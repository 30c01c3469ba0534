import { prepared } from '../../src/platform/db/sql.ts'
import type { TestService } from './service.ts'
import { startVariant } from './variant.ts'

/** The same service, in which something else happens right before the first statement with these words. */
export const overtakenAt = (
  service: TestService,
  words: string,
  meanwhile: () => Promise<unknown>,
): Promise<TestService> => {
  const { db } = service.deps
  const once = onlyOnce(meanwhile)
  const isMoment = (text: string) => text.replace(/\s+/g, ' ').includes(words)
  return startVariant(service, {
    db: {
      ...db,
      run: async (statement) => {
        if (isMoment(prepared(statement).text)) await once()
        return db.run(statement)
      },
    },
  })
}

/** The same, right before the first transaction. */
export const overtakenBefore = (
  service: TestService,
  meanwhile: () => Promise<unknown>,
): Promise<TestService> => {
  const { db } = service.deps
  const once = onlyOnce(meanwhile)
  return startVariant(service, {
    db: {
      ...db,
      transaction: async (work) => {
        await once()
        return db.transaction(work)
      },
    },
  })
}

const onlyOnce = (meanwhile: () => Promise<unknown>) => {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await meanwhile()
  }
}
