import type { Visit } from './hosted-page.ts'

/** Deletes an ended visit's cookies: they are not for the next person at that browser. */
export const forgetVisit = ({ cookies }: Pick<Visit, 'cookies'>): void => {
  for (const own of ['account', 'codes', 'app', 'shown', 'language'] as const) cookies.drop(own)
}
