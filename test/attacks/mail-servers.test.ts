import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { languageOf } from '../../src/accounts/users/queries/users.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { postMail } from '../../src/messages/outbox/post.ts'
import { channels } from '../../src/modules.ts'
import { newCertificate, trustCertificates } from '../support/certificate.ts'
import { drop, refusal, startMailServer } from '../support/mail-server.ts'
import { impatience, startSending, to, token } from '../support/sending.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'

const { attemptsAt, logs, parts, post, sending } = await startSending()

const { db } = parts

/** An address of this machine that does not look like one: what goes there might go anywhere. */
const elsewhere = '0.0.0.0'
const certificate = newCertificate(elsewhere)
/** Right, but for another machine, and for this one, but from nobody who is trusted. */
const [ofAnother, untrusted] = [newCertificate('10.9.8.7'), newCertificate(elsewhere)]
trustCertificates(certificate, ofAnother)

const steps = ['connected', 'from', 'to', 'data', 'accepted'] as const

const open = await startMailServer()
const encrypted = await startMailServer({ ...certificate, disabledCommands: ['AUTH'] })

test('email to another machine uses TLS or is not sent', async () => {
  const queue = await post('ann@a.test')
  await deliverDue(sending(to(open, elsewhere)), channels)
  assert.deepEqual([open.received, (await attemptsAt(queue))[0]?.outcome], [[], 'failed'])
  assert.ok(!open.steps.some((step) => step.includes('ann@a.test')), 'it was not even said whom it is for')

  await shiftRows({ deps: parts }, 60)
  await deliverDue(sending(to(encrypted, elsewhere)), channels)
  assert.deepEqual(
    encrypted.received.splice(0).map(({ to, isEncrypted }) => [to[0], isEncrypted]),
    [['ann@a.test', true]],
  )
})

test('a certificate for another machine, or from an untrusted issuer, gets nothing', async () => {
  for (const wrong of [ofAnother, untrusted])
    for (const secure of [false, true]) {
      const impostor = await startMailServer({ ...wrong, secure, disabledCommands: ['AUTH'] })
      const queue = await post('ann@a.test')
      const url = `${secure ? 'smtps' : 'smtp'}://${elsewhere}:${impostor.port}`
      await deliverDue(sending(url), channels)
      const [attempt] = await attemptsAt(queue)
      assert.equal(attempt?.outcome, 'failed')
      assert.match(attempt?.answer ?? '', wrong === ofAnother ? /does not match|altname/i : /self-signed/)
      assert.ok(!impostor.steps.some((step) => /from|to|data/.test(step)))
      await db.run(sql`delete from outbox where queue = ${queue}`)
    }
})

test('a server on this machine may offer TLS with any certificate, and it is used', async () => {
  await post('ann@a.test')
  await deliverDue(sending(to(encrypted, 'localhost')), channels)
  assert.equal(encrypted.received.pop()?.isEncrypted, true)
})

test('a refusal or a lost connection at any other step is retried', async () => {
  const server = await startMailServer()
  const refusals = {
    connected: refusal(554, '5.3.2 not now'),
    from: refusal(550, '5.1.8 whoever you are'),
    data: refusal(554, '5.6.0 not such a mail'),
    accepted: refusal(452, '4.3.1 the disk is full'),
  }
  const queues: string[] = []
  for (const [step, refused] of [
    ...Object.entries(refusals),
    ...steps.map((step) => [step, drop] as const),
  ]) {
    server.act = (at) => (at === step ? refused : undefined)
    queues.push(await post('ann@a.test'))
    await deliverDue(sending(to(server)), channels)
    const attempt = (await attemptsAt(queues.at(-1)!))[0]!
    assert.deepEqual([attempt.outcome, attempt.ended], ['failed', null], step)
    if (refused instanceof Error) assert.ok(attempt.answer.includes(refused.message), attempt.answer)
  }
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  assert.equal(await deliverDue(sending(to(server)), channels), queues.length)
  for (const queue of queues) assert.equal((await attemptsAt(queue))[1]?.ended, 'delivered')
})

test('a server that hangs at any step is given up, and the email waits', async () => {
  const server = await startMailServer()
  for (const step of steps) {
    server.act = (at) => (at === step ? new Promise(() => {}) : undefined)
    const queue = await post(`${step}@a.test`)
    const began = performance.now()
    await deliverDue(sending(to(server), {}, impatience), channels)
    assert.ok(performance.now() - began < 20_000, step)
    assert.deepEqual(
      (await attemptsAt(queue)).map(({ outcome, ended }) => [outcome, ended]),
      [['failed', null]],
    )
  }
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  assert.equal(await deliverDue(sending(to(server)), channels), steps.length)
})

test('a server that hangs during the TLS handshake, or never stops talking, is given up, too', async () => {
  const greeting = '220 mail.test\r\n'
  const servers: [scheme: string, talk: (socket: Socket) => unknown][] = [
    ['smtps', () => {}],
    [
      'smtp',
      (socket) => {
        socket.write(greeting)
        socket.once('data', () => socket.write('250-mail.test\r\n250 STARTTLS\r\n'))
        socket.on('data', (said) => /^STARTTLS/.test(String(said)) && socket.write('220 go on\r\n'))
      },
    ],
    [
      'smtp',
      (socket) => {
        socket.write(greeting)
        const talking = setInterval(() => socket.write('250-and\r\n'), 50)
        socket.on('close', () => clearInterval(talking))
      },
    ],
  ]
  for (const [index, [scheme, talk]] of servers.entries()) {
    const server = createServer((socket) => void talk(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const queue = await post('ann@a.test')
    const begunMs = performance.now()
    await deliverDue(sending(`${scheme}://127.0.0.1:${port}`, {}, impatience), channels)
    assert.ok(performance.now() - begunMs < 20_000, `number ${index}`)
    assert.equal((await attemptsAt(queue))[0]?.outcome, 'failed')
    await db.run(sql`delete from outbox where queue = ${queue}`)
  }
})

test('an address of more than one mailbox never reaches a server, however it entered the database', async () => {
  const server = await startMailServer()
  for (const recipient of [
    'ann@a.test\r\nRCPT TO:<eve@a.test>',
    'ann@a.test, eve@a.test',
    'Ann <eve@a.test>',
    '"ann@a.test> SIZE=1\r\nRCPT TO:<eve"@a.test',
    'ann@a.test>\nX: <eve@a.test',
  ]) {
    const queue = await post(recipient)
    await deliverDue(sending(to(server)), channels)
    assert.equal((await attemptsAt(queue))[0]?.ended, 'refused', recipient)
  }
  assert.deepEqual(server.steps, [])
})

test('neither log nor dump contains the recipient’s secrets', async () => {
  const queue = await post('secret@a.test')
  const rows = await many<{ line: string }>(
    db,
    sql`select t::text as line from outbox as t where queue = ${queue}`,
  )
  for (const secret of [token, 'ABCD-2345', Buffer.from(token).toString('hex')]) {
    assert.ok(!rows.some(({ line }) => line.includes(secret)))
    assert.ok(!logs.some((line) => line.includes(secret)))
  }
  assert.ok(!logs.some((line) => line.includes('@a.test')))
  assert.ok(!logs.some((line) => line.includes('p@ss/word')))
})

test('an email refused for its content delays no other to its mailbox', async () => {
  const server = await startMailServer()
  const queue = await post('owner@a.test')
  const secrets = { token, code: 'ABCD-2345' }
  const detail = { hours: 24, codeMinutes: 10 }
  await postMail(db, parts.keys, {
    name: 'verify-email',
    userId: queue,
    recipient: 'owner@a.test',
    language: languageOf(queue),
    detail,
    secrets,
  })
  let refusals = 0
  server.act = (step, recipient) =>
    recipient === 'owner@a.test' && step === 'data' && refusals++ === 0
      ? refusal(554, '5.7.1 spam')
      : undefined
  await deliverDue(sending(to(server)), channels)
  const came = server.received.filter(({ to: [recipient] }) => recipient === 'owner@a.test')
  assert.deepEqual([came.length, refusals], [1, 2])
  const ended = (await attemptsAt(queue)).map((attempt) => attempt.ended)
  assert.deepEqual(ended, [null, 'delivered'])
})
