import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failImportsOf } from '../../../test/support/failing-import.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { smtpMailer } from './smtp.ts'

test('an email is tried again after what sends it could not be loaded', async () => {
  const server = { host: '127.0.0.1', port: await freePort(), isTlsFirst: false, isLoopback: true }
  const from = { name: 'Sallyport', address: 'noreply@example.com' }
  const send = smtpMailer({ mailFrom: from }, { ...server, user: '', password: '' })
  const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const mail = { id: 'one.two', to: 'ada@example.com', at: new Date(), ...content }
  const allow = failImportsOf('nodemailer')
  await assert.rejects(send(mail), { code: 'EMFILE' })
  allow()
  await assert.rejects(send(mail), { code: 'ESOCKET' }, 'the server is asked')
})
