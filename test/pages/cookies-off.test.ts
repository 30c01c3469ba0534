import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newEmail, register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const publicUrl = 'https://accounts.example.com'
const service = await startTestService({ PUBLIC_URL: publicUrl })
const password = 'a password of the tests'

/** Fills in a page in a browser that keeps no cookies, or some. */
const send = async (path: string, typed: Record<string, string>, cookie = '') => {
  const text = await (await fetch(service.address + path)).text()
  const press = /name="press" value="([\w-]+)"/.exec(text)?.[1] ?? ''
  return fetch(service.address + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: publicUrl, cookie },
    body: new URLSearchParams({ ...typed, press }),
  })
}

const sessionCount = async () => {
  const rows: unknown[] = await service.deps.db.run(sql`select from sessions`)
  return rows.length
}

test('a browser without cookies is told so, and gets neither sessions nor an account', async () => {
  const { email } = await register(service)
  const before = await sessionCount()
  for (const [path, typed] of [
    ['/account/sign-in?login_hint=ada', { email, password }],
    ['/account/register', { email: newEmail(), password, passwordConfirmation: password }],
  ] as const) {
    const answer = await send(path, typed)
    const text = await answer.text()
    assert.equal(answer.status, 400, text)
    assert.match(text, /<h1>Your browser did not keep our cookie<\/h1>/)
    assert.ok(
      text.includes(`open it at ${publicUrl}`) && text.includes(`<a href="${path}">Try again</a>`),
      text,
    )
  }
  assert.equal(await sessionCount(), before)
  const told = service.logs.filter((line) => line.includes(`PUBLIC_URL (${publicUrl})`))
  assert.equal(told.length, 1, 'and the operator, at most every ten seconds')
})

test('a browser that returns the page’s cookie is signed in', async () => {
  const { email } = await register(service)
  const [cookie = ''] = (await fetch(`${service.address}/account/sign-in`)).headers.getSetCookie()
  const answer = await send('/account/sign-in', { email, password }, cookie.split(';')[0])
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/account/continue'])
})

test('the page of a mailed link, opened in another browser, asks for the link', async () => {
  const answer = await fetch(`${service.address}/account/verify-email`)
  assert.equal(answer.status, 401)
  assert.match(
    await answer.text(),
    /<h1>Please open the link again<\/h1>\n<p>This browser does not have the link/,
  )
})
