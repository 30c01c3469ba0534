import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import express from 'express'
import * as forExpress from '../../packages/client/src/express.ts'
import { createBff } from '../../packages/client/src/server/index.ts'
import { atEnd } from '../support/at-end.ts'
import { newEmail, register } from '../support/people.ts'
import { sharedService } from '../support/service.ts'

const origin = 'https://shop.example.com'
const key = 'a key that has more than thirty-two characters'
const service = await sharedService()
const person = await register(service, { email: newEmail() })

/** How an application may write a head, with what it sets of cookies. */
const heads: Record<string, { head: unknown[]; cookies: string[] }> = {
  'no headers': { head: [200], cookies: ['before=1'] },
  'a phrase and no headers': { head: [200, 'Fine'], cookies: ['before=1'] },
  'other headers': { head: [200, { 'X-Own': '1' }], cookies: ['before=1'] },
  'a cookie': { head: [200, { 'Set-Cookie': 'own=1' }], cookies: ['own=1'] },
  'a cookie, then nothing': { head: [200, { 'set-cookie': 'own=1' }, undefined], cookies: ['own=1'] },
  'a phrase and cookies': {
    head: [200, 'Fine', { 'set-cookie': ['own=1', 'two=2'] }],
    cookies: ['own=1', 'two=2'],
  },
  'a list of other headers': { head: [200, ['X-Own', 'set-cookie']], cookies: ['before=1'] },
  'a list with cookies': {
    head: [200, ['Set-Cookie', 'own=1', 'X-Own', '1', 'set-cookie', 'two=2']],
    cookies: ['own=1', 'two=2'],
  },
}

for (const [name, { head, cookies }] of Object.entries(heads))
  test(`behind Express, the session's cookie joins those given to writeHead: ${name}`, async () => {
    const web = express().use(forExpress.bff(createBff({ url: service.address, key, origin })))
    web.post('/sign-in', async ({ sallyport }, response) => {
      await sallyport.signIn(person)
      response.setHeader('Set-Cookie', 'before=1')
      Reflect.apply(response.writeHead, response, head)
      response.end()
    })
    const server = createServer(web).listen(0, '127.0.0.1')
    atEnd(async () => void server.close().closeAllConnections())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in`, { method: 'POST', headers: { origin } })
    const set = answer.headers.getSetCookie()
    assert.deepEqual(
      set.filter((cookie) => !cookie.startsWith('__Host-session=')),
      cookies,
    )
    assert.equal(set.length, cookies.length + 1)
  })
