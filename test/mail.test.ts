import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import tls from 'node:tls'
import { channels } from '../src/channels.ts'
import { type Environment, parseConfig } from '../src/config.ts'
import { many } from '../src/db/db.ts'
import { sql } from '../src/db/sql.ts'
import type { Deps } from '../src/deps.ts'
import { newLog } from '../src/log.ts'
import { compose } from '../src/mail/compose.ts'
import { newMailer } from '../src/mail/mailer.ts'
import { smtpMailer } from '../src/mail/smtp.ts'
import { deliverDue } from '../src/outbox/deliver.ts'
import { postMail } from '../src/outbox/post.ts'
import { newCertificate } from './support/certificate.ts'
import { drop, type MailServer, refusal, startMailServer } from './support/mail-server.ts'
import { readMail } from './support/mime.ts'
import { openParts } from './support/parts.ts'
import { shiftRows } from './support/time.ts'

const { deps: parts, logs, environment } = await openParts()
const { db } = parts

/** An address of this machine that does not look like one: what goes there might go anywhere. */
const elsewhere = '0.0.0.0'
const certificate = newCertificate(elsewhere)
/** Right, but for another machine, and for this one, but from nobody who is trusted. */
const [ofAnother, untrusted] = [newCertificate('10.9.8.7'), newCertificate(elsewhere)]
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert, ofAnother.cert])

/** The parts, with a mailer that is in a hurry. */
const sending = (smtpUrl: string, settings: Environment = {}): Deps => {
  const config = parseConfig({
    ...environment,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Acme Accounts <no-reply@acme.example>',
    PUBLIC_URL: 'https://accounts.acme.example/in',
    ...settings,
  })
  assert.ok(config.smtp)
  return { ...parts, config, mail: smtpMailer(config, config.smtp, { connect: 400, whole: 800 }) }
}
const to = (server: MailServer, host = '127.0.0.1') => `smtp://${host}:${server.port}`

const token = `sp_ev_${'A'.repeat(43)}`

/** Puts a mail into the outbox, to somebody who has an account. */
const post = async (recipient: string): Promise<string> => {
  const userId = randomUUID()
  await db.run(sql`insert into users (id) values (${userId})`)
  const secrets = { token, code: 'ABCD-2345' }
  await db.run(
    postMail(parts.keys, { name: 'verify-email', userId, recipient, detail: { hours: 24 }, secrets }),
  )
  return userId
}

const attemptsAt = async (queue: string) => {
  const rows = await many<{ outcome: string; answer: string; ended: string | null }>(
    db,
    sql`
      select outbox_attempts.outcome, answer, outbox.outcome as ended
      from outbox_attempts
      join outbox using (queue, id)
      where queue = ${queue}
      order by attempt`,
  )
  return rows
}

const steps = ['connected', 'from', 'to', 'data', 'accepted'] as const

const open = await startMailServer()
const encrypted = await startMailServer({ ...certificate, disabledCommands: ['AUTH'] })

test('a mail arrives in text and HTML, from the sender that the settings name, to one mailbox', async () => {
  await post('Ann.Other@Bücher.Example')
  await deliverDue(sending(to(open), { PRODUCT_NAME: 'Acme' }), channels)
  const [mail] = open.received.splice(0)
  assert.ok(mail)
  assert.deepEqual([mail.from, mail.to], ['no-reply@acme.example', ['Ann.Other@bücher.example']])
  assert.equal(mail.headers.get('from'), 'Acme Accounts <no-reply@acme.example>')
  assert.equal(mail.headers.get('to'), 'Ann.Other@xn--bcher-kva.example')
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  assert.equal(mail.subject, 'Confirm your e-mail address')
  const link = `https://accounts.acme.example/in/account/verify-email?token=${token}`
  for (const body of [mail.text, mail.html]) {
    assert.ok(body.includes(link), body)
    assert.ok(body.includes('ABCD-2345'))
    assert.ok(body.includes('at Acme'))
  }
  assert.ok(mail.text.split('\n').includes(link), 'the link has a line of its own')
  assert.ok(mail.text.split('\n').every((line) => line.length <= 78 || line === link))
})

test('to another machine a mail goes by TLS, or not at all', async () => {
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

test('a certificate of another machine, or from nobody who is trusted, gets nothing', async () => {
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

test('a server may speak TLS from the first byte on, and want to know who we are', async () => {
  const server = await startMailServer({
    ...certificate,
    secure: true,
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, _session, answer) =>
      password === 'p@ss/word' ? answer(null, { user: username }) : answer(refusal(535, 'no') as Error),
  })
  const queue = await post('ann@a.test')
  await deliverDue(sending(`smtps://acme:wrong@${elsewhere}:${server.port}`), channels)
  assert.match((await attemptsAt(queue))[0]?.answer ?? '', /535/)
  await shiftRows({ deps: parts }, 60)
  await deliverDue(
    sending(`smtps://acme:${encodeURIComponent('p@ss/word')}@${elsewhere}:${server.port}`),
    channels,
  )
  assert.deepEqual(
    server.received.map(({ user, isEncrypted }) => [user, isEncrypted]),
    [['acme', true]],
  )
})

test('the own machine may offer TLS with any certificate, and it is used', async () => {
  await post('ann@a.test')
  await deliverDue(sending(to(encrypted, 'localhost')), channels)
  assert.equal(encrypted.received.pop()?.isEncrypted, true)
})

test('whatever a server refuses is tried again, but for a mailbox that does not exist', async () => {
  const server = await startMailServer()
  const answers: Record<string, Error> = {
    'grey@a.test': refusal(451, '4.7.1 come back later'),
    'policy@a.test': refusal(550, '5.7.1 relaying denied'),
    'bare@a.test': refusal(550, 'no'),
    'nobody@a.test': refusal(550, '5.1.1 no such user'),
  }
  server.act = (step, recipient) => (step === 'to' ? answers[recipient] : undefined)
  const queues = await Promise.all(Object.keys(answers).map(post))
  await deliverDue(sending(to(server)), channels)
  const ended = await Promise.all(queues.map(async (queue) => (await attemptsAt(queue))[0]))
  assert.deepEqual(
    ended.map((attempt) => attempt?.ended ?? null),
    [null, null, null, 'refused'],
  )
  assert.match(ended[0]?.answer ?? '', /451 4\.7\.1 come back later/)
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  await deliverDue(sending(to(server)), channels)
  assert.deepEqual(server.received.map(({ to }) => to[0]).sort(), [
    'bare@a.test',
    'grey@a.test',
    'policy@a.test',
  ])
})

test('a server that refuses at any other step, or drops the line there, is asked again', async () => {
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

test('a server that hangs, at whichever step, is left, and the mail waits', async () => {
  const server = await startMailServer()
  for (const step of steps) {
    server.act = (at) => (at === step ? new Promise(() => {}) : undefined)
    const queue = await post(`${step}@a.test`)
    const began = performance.now()
    await deliverDue(sending(to(server)), channels)
    assert.ok(performance.now() - began < 2_000, step)
    assert.deepEqual(
      (await attemptsAt(queue)).map(({ outcome, ended }) => [outcome, ended]),
      [['failed', null]],
    )
  }
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  assert.equal(await deliverDue(sending(to(server)), channels), steps.length)
})

test('a server that hangs while TLS is agreed on, or never comes to an end of what it says, is left too', async () => {
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
    await deliverDue(sending(`${scheme}://127.0.0.1:${port}`), channels)
    assert.ok(performance.now() - begunMs < 2_000, `number ${index}`)
    assert.equal((await attemptsAt(queue))[0]?.outcome, 'failed')
    await db.run(sql`delete from outbox where queue = ${queue}`)
  }
})

test('a line that is dropped after DATA brings the same mail again, and its id says so', async () => {
  const server = await startMailServer()
  await post('ann@a.test')
  server.act = (step) => (step === 'accepted' ? drop : undefined)
  await deliverDue(sending(to(server)), channels)
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  await deliverDue(sending(to(server)), channels)
  assert.equal(await deliverDue(sending(to(server)), channels), 0)
  const ids = server.received.map(({ headers }) => headers.get('message-id'))
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
  assert.match(ids[0] ?? '', /^<\S+@acme\.example>$/)
  assert.ok(!ids[0]?.includes(token))
})

test('nobody listens: the mail waits', async () => {
  const server = await startMailServer()
  await server.stop()
  const queue = await post('ann@a.test')
  await deliverDue(sending(to(server)), channels)
  assert.match((await attemptsAt(queue))[0]?.answer ?? '', /ECONNREFUSED/)
  await db.run(sql`delete from outbox where queue = ${queue}`)
})

test('an address that is more than one mailbox never reaches a server, however it got into the database', async () => {
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

test('what was sealed with a key that is gone is not sent half', async () => {
  const server = await startMailServer()
  const queue = await post('ann@a.test')
  await db.run(
    sql`update outbox set sealed = overlay(sealed placing '\\x0000'::bytea from 1) where queue = ${queue}`,
  )
  await deliverDue(sending(to(server)), channels)
  assert.equal((await attemptsAt(queue))[0]?.ended, 'refused')
  assert.deepEqual(server.steps, [])
})

test('what would be markup in a name is text in the mail', () => {
  const config = { productName: `<b>"Ac'me"</b>`, mailLogoUrl: 'https://acme.example/logo.png?a=1&b="2"' }
  const about = { link: 'https://a.example/?token="><script>', code: '<i>', hours: 24, at: new Date() }
  const { html, text } = compose(config, 'verify-email', about)
  for (const markup of ['<b>', '<script>', '<i>', '"2"']) assert.ok(!html.includes(markup), markup)
  assert.match(html, /<img src="https:\/\/acme\.example\/logo\.png\?a=1&#38;b=&#34;2&#34;" alt="&#60;b&#62;/)
  assert.ok(text.includes(config.productName))
})

test('without a mail server mails are files for the operator alone, and the log tells where', async () => {
  const deps = { ...parts, mail: newMailer(parts.config, parts.log) }
  await post('ann@a.test')
  await deliverDue(deps, channels)
  const folder = join(parts.config.dataDir, 'mail')
  const names = await readdir(folder)
  assert.match(names.join(), /^[0-9TZ-]+\.verify-email\.[0-9a-f]{16}\.eml$/)
  const path = join(folder, names.join())
  const { text, headers } = readMail(await readFile(path, 'utf8'))
  assert.equal(headers.get('to'), 'ann@a.test')
  assert.ok(text.includes(`http://localhost:3000/account/verify-email?token=${token}`))
  assert.deepEqual([(await stat(path)).mode & 0o777, (await stat(folder)).mode & 0o777], [0o600, 0o700])
  assert.ok(logs.some((line) => JSON.parse(line).path === path))
})

test('who develops may have the text of mails in the log, and asks for it', async () => {
  const lines: string[] = []
  const log = newLog('info', { write: (line: string) => lines.push(line) })
  const queue = await post('dev@a.test')
  const mail = newMailer({ ...parts.config, mailToLog: true }, log)
  await deliverDue({ ...parts, mail }, channels)
  const { to, subject, text } = JSON.parse(lines.at(-1) as string)
  assert.deepEqual([to, subject], ['dev@a.test', 'Confirm your e-mail address'])
  assert.ok(text.includes(`?token=${token}`))
  assert.equal((await attemptsAt(queue))[0]?.ended, 'delivered')
})

test('no log and no dump tells what only the recipient may know', async () => {
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

test('settings that would send to nowhere, or in clear, are refused at the start', () => {
  const faults = (settings: Environment) => {
    try {
      parseConfig(settings)
      return []
    } catch (error) {
      return (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
    }
  }
  const whole = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://b.example' }
  assert.deepEqual(faults(whole), [])
  assert.deepEqual(faults({ SMTP_URL: whole.SMTP_URL }), [
    'MAIL_FROM: is needed with SMTP_URL',
    'PUBLIC_URL: is needed with SMTP_URL',
  ])
  assert.deepEqual(faults({ ...whole, PUBLIC_URL: 'http://b.example' }), [
    'PUBLIC_URL: must be https with SMTP_URL, or http on loopback',
  ])
  for (const url of [
    'http://mail.example',
    'mail.example',
    'smtp://',
    'smtp://mail.example/x',
    'smtp://h?tls=no',
  ])
    assert.match(faults({ ...whole, SMTP_URL: url }).join(), /^SMTP_URL: must be smtp/, url)
  for (const from of [
    'a',
    'a@',
    'Name a@b.example',
    'A <a@b.example',
    'a@b.example>',
    'A, B <a@b.example>\n',
    'x@y@z',
  ])
    assert.match(faults({ ...whole, MAIL_FROM: from }).join(), /^MAIL_FROM: must be|^$/, from)
  assert.match(faults({ MAIL_LOGO_URL: 'http://b.example/x.png' }).join(), /^MAIL_LOGO_URL/)
  assert.match(faults({ PRODUCT_NAME: 'Ac\u202eme' }).join(), /^PRODUCT_NAME/)
})

test('what a filter dislikes about one mail keeps no other from its mailbox', async () => {
  const server = await startMailServer()
  const queue = await post('owner@a.test')
  const secrets = { token, code: 'ABCD-2345' }
  const detail = { hours: 24 }
  await db.run(
    postMail(parts.keys, { name: 'verify-email', userId: queue, recipient: 'owner@a.test', detail, secrets }),
  )
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

test('the questions of the guide to the database have answers', async () => {
  const server = await startMailServer()
  server.act = () => refusal(451, '4.3.0 not now')
  await post('waiting@a.test')
  await deliverDue(sending(to(server)), channels)
  const guide = await readFile(join(import.meta.dirname, '../docs/guides/mail.md'), 'utf8')
  const [, text = ''] = /```sql\n(.*?)```/s.exec(guide) ?? []
  const [waiting, givenUp] = await Promise.all(
    text
      .split(';')
      .filter((statement) => statement.includes('select'))
      .map((statement) => many<{ answer?: string }>(db, { parts: [statement], values: [] })),
  )
  assert.ok(waiting?.some(({ answer }) => answer?.includes('4.3.0 not now')))
  assert.ok(Array.isArray(givenUp))
})
