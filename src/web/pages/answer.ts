import type { Download, Outcome, Visit } from './hosted-page.ts'
import { pageHeaders, pageOf } from './page.ts'

/** A browser's answer, as data. */
export type PageAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** As lines of `Set-Cookie`. */
  cookies: readonly string[]
  body?: string | object
}

/** @param cookies written so far */
export const pageAnswer = (
  { deps, words, at, realm }: Visit,
  outcome: Outcome | Download,
  cookies: readonly string[],
): PageAnswer => {
  if ('to' in outcome) return { status: 303, headers: { Location: outcome.to }, cookies }
  if ('json' in outcome) {
    const { file, json } = outcome
    const headers = { 'Content-Disposition': `attachment; filename="${file}"` }
    return { status: 200, headers, cookies, body: json }
  }
  return {
    status: outcome.status ?? 200,
    headers: { ...outcome.headers, ...pageHeaders(deps.config, outcome) },
    cookies,
    body: pageOf(deps.config, words, outcome, at(realm.languagePath)),
  }
}
