import { setLanguage } from '../../accounts/users/queries/users.ts'
import type { Deps } from '../../deps.ts'
import type { Language } from '../../platform/languages.ts'

/** @param language null for the service's own */
export const chooseOwnLanguage = async (
  { db }: Deps,
  userId: string,
  language: Language | null,
): Promise<void> => {
  await setLanguage(db, userId, language)
}
