import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { failImportsOf } from '../../../test/support/failing-import.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { startMailServer } from '../../../test/support/mail-server.ts'
import { smtpMailer } from './smtp.ts'

const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const mail = { id: 'one.two', to: 'ada@example.com', at: new Date(), ...content }

const mailerAt = (port: number) => {
  const server = { host: '127.0.0.1', port, isTlsFirst: false, isLoopback: true, user: '', password: '' }
  return smtpMailer({ mailFrom: { name: 'Sallyport', address: 'noreply@example.com' } }, server)
}

test('a server that takes a while before it accepts an email gets it once', async () => {
  const server = await startMailServer()
  server.act = (step) => step === 'accepted' && sleep(11_000)
  await mailerAt(server.port)(mail)
  assert.equal(server.received.length, 1)
})

test('an email is retried after its library failed to load', async () => {
  const send = mailerAt(await freePort())
  const allow = failImportsOf('nodemailer')
  await assert.rejects(send(mail), { code: 'EMFILE' })
  allow()
  await assert.rejects(send(mail), { code: 'ECONNREFUSED' }, 'the server is asked')
})
