import assert from 'node:assert/strict'
import { subjectIn } from './browser.ts'
import type { Answer } from './http.ts'
import { send } from './http.ts'

type At = { address: string }

/** The cookies of a browser for the page that it shows. */
const cookiesOf = new WeakMap<Answer, string>()

/** Opens the page of a link, as a browser or a scanner does: the token moves from the address to a cookie. */
export const openPage = async (service: At, link: URL, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> => {
  const first = await send(service, method, `${link.pathname}${link.search}`)
  const next = first.headers.get('location')
  if (first.status !== 303 || next === null) return first
  assert.equal(next, link.pathname)
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = await send(service, method, next, { headers: { cookie } })
  cookiesOf.set(page, cookie)
  return page
}

/** Fills in the form of a page that is open, and sends it, as a browser does. */
export const sendForm = async (
  service: At,
  link: URL,
  page: Answer,
  typed: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
): Promise<Answer> => {
  assert.match(page.text, /<form method="post">/)
  const cookie = cookiesOf.get(page) ?? ''
  const answer = await send(service, 'POST', link.pathname, {
    body: new URLSearchParams({ ...subjectIn(page.text), ...typed }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  })
  cookiesOf.set(answer, cookie)
  return answer
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
