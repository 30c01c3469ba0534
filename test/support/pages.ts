import assert from 'node:assert/strict'
import type { Answer } from './http.ts'
import { send } from './http.ts'

type At = { address: string }

/** Opens the page of a link, as a browser or a scanner does. */
export const openPage = (service: At, link: URL, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> =>
  send(service, method, `${link.pathname}${link.search}`)

/** Fills in the form of a page that is open, and sends it, as a browser does. */
export const sendForm = (
  service: At,
  link: URL,
  page: Answer,
  typed: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Answer> => {
  assert.match(page.text, /<form method="post" action="\?">/)
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const fields = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...typed }
  return send(service, 'POST', link.pathname, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

/** Opens the page of a link and presses its button. */
export const pressButton = async (
  service: At,
  link: URL,
  typed: Record<string, string> = {},
): Promise<Answer> => {
  const page = await openPage(service, link)
  assert.equal(page.status, 200, page.text)
  return sendForm(service, link, page, typed)
}
