import type { Visit } from './hosted-page.ts'

/** Drops what a browser keeps for a visit that has ended: it is not for the next person there. */
export const forgetVisit = ({ cookies }: Pick<Visit, 'cookies'>): void => {
  for (const own of ['account', 'codes', 'app', 'shown', 'language'] as const) cookies.drop(own)
}
