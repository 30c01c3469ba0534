import { setLanguage } from '../../accounts/users/queries.ts'
import type { Deps } from '../../deps.ts'
import type { Language } from '../../platform/languages.ts'

/** @param language null for that of the setting */
export const chooseOwnLanguage = async (
  { db }: Deps,
  userId: string,
  language: Language | null,
): Promise<void> => {
  await setLanguage(db, userId, language)
}
