import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Landing } from './support/browser.ts'
import { appUrl, browserOf, startFederated } from './support/federation.ts'
import { newApplication } from './support/hosted.ts'
import { newEmail } from './support/people.ts'

const service = await startFederated({ acme: {} })
const { acme } = service.providers

const linkIn = ({ text }: Landing, path: string) =>
  service.address + (new RegExp(`href="(${path}[^"]*)"`).exec(text)?.[1] ?? '').replaceAll('&#38;', '&')

test('a state that comes back after a password comes back by way of a provider, too', async () => {
  for (const state of ['{"to":"/a?b=c&d=*"}'.repeat(20), 'a b*%+&=;~'.repeat(40), 'x'.repeat(1_400)]) {
    acme.people.set('heidi', { email: newEmail(), email_verified: true })
    const app = await newApplication(service, { state })
    const browser = browserOf('heidi', acme)
    const page = await browser.open(app.start())
    const back = await browser.open(linkIn(page, '/account/provider'), appUrl)
    assert.equal(back.url.searchParams.get('state'), state)
  }
})
