import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, parseConfig } from '../../src/config/config.ts'
import { compose } from '../../src/messages/mail/compose.ts'
import { textOf } from '../../src/messages/mail/layout.ts'
import { newMailer } from '../../src/messages/mail/mailer.ts'
import type { NoticeName } from '../../src/messages/mail/notices.ts'
import { smtpMailer } from '../../src/messages/mail/smtp.ts'
import { deliverDue } from '../../src/messages/outbox/deliver.ts'
import { enNotices } from '../../src/messages/texts/en/notices.ts'
import { channels } from '../../src/modules.ts'
import { newLog } from '../../src/platform/log.ts'
import { newCertificate, trustCertificates } from '../support/certificate.ts'
import { config } from '../support/every-mail.ts'
import { drop, refusal, startMailServer } from '../support/mail-server.ts'
import { readMail } from '../support/mime.ts'
import { register } from '../support/people.ts'
import { spawnService } from '../support/process.ts'
import { startSending, to, token } from '../support/sending.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'
import { many, sql } from '../support/sql.ts'
import { shiftRows } from '../support/time.ts'
import { timed } from '../support/timed.ts'

const { attemptsAt, logs, parts, post, sending } = await startSending()

const { db } = parts

/** An address of this machine that does not look like one: what goes there might go anywhere. */
const elsewhere = '0.0.0.0'
const certificate = newCertificate(elsewhere)
trustCertificates(certificate)

const open = await startMailServer()

test('an email arrives in text and HTML, from the configured sender, to one mailbox', async () => {
  await post('Ann.Other@Bücher.Example')
  await deliverDue(sending(to(open), { PRODUCT_NAME: 'Acme', BRAND_COLOR: '#7A1FA2' }), channels)
  const [mail] = open.received.splice(0)
  assert.ok(mail)
  assert.match(mail.html, /<a href="[^"]+verify-email[^"]+" style="[^"]*background:#7a1fa2;/)
  assert.match(mail.html, /<a class="link" href="[^"]+forgot-password"/)
  assert.match(mail.html, /@media \(prefers-color-scheme: dark\)/)
  assert.doesNotMatch(mail.html, /<img|src=|url\(/)
  assert.deepEqual([mail.from, mail.to], ['no-reply@acme.example', ['Ann.Other@bücher.example']])
  assert.equal(mail.headers.get('from'), 'Acme Accounts <no-reply@acme.example>')
  assert.equal(mail.headers.get('to'), 'Ann.Other@xn--bcher-kva.example')
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  assert.equal(mail.subject, 'Confirm your email address')
  const link = `https://accounts.acme.example/in/account/verify-email?token=${token}`
  for (const body of [mail.text, mail.html]) {
    assert.ok(body.includes(link), body)
    assert.ok(body.includes('ABCD-2345'))
    assert.ok(body.includes('at Acme'))
  }
  assert.ok(mail.text.split('\n').includes(link), 'the link has a line of its own')
  assert.ok(mail.text.split('\n').every((line) => line.length <= 78 || line === link))
})

test('a server may use TLS from the first byte, and require a password', async () => {
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

test('a refused email is retried, unless the mailbox does not exist or cannot be written to', async () => {
  const server = await startMailServer()
  const answers: Record<string, Error> = {
    'grey@a.test': refusal(451, '4.7.1 come back later'),
    'policy@a.test': refusal(550, '5.7.1 relaying denied'),
    'bare@a.test': refusal(550, 'no'),
    'nobody@a.test': refusal(550, '5.1.1 no such user'),
    'jürgen@a.test': refusal(553, '5.6.7 non-ASCII addresses not permitted'),
  }
  server.act = (step, recipient) => (step === 'to' ? answers[recipient] : undefined)
  const queues = await Promise.all(Object.keys(answers).map(post))
  await deliverDue(sending(to(server)), channels)
  const ended = await Promise.all(queues.map(async (queue) => (await attemptsAt(queue))[0]))
  assert.deepEqual(
    ended.map((attempt) => attempt?.ended ?? null),
    [null, null, null, 'refused', 'refused'],
  )
  assert.match(ended[0]?.answer ?? '', /451 4\.7\.1 come back later/)
  assert.match(ended[4]?.answer ?? '', /553 5\.6\.7 non-ASCII/)
  assert.match(
    logs.join(''),
    /"responseCode":553,"status":"5\.6\.7","command":"RCPT TO".*will not be delivered/,
  )
  server.act = () => {}
  await shiftRows({ deps: parts }, 60)
  await deliverDue(sending(to(server)), channels)
  assert.deepEqual(server.received.map(({ to }) => to[0]).sort(), [
    'bare@a.test',
    'grey@a.test',
    'policy@a.test',
  ])
})

test('a server may greet late, and an unreachable one is given up soon', async () => {
  const server = await startMailServer()
  server.act = (step) => (step === 'connected' ? sleep(600) : undefined)
  const queue = await post('patient@a.test')
  const deps = sending(to(server))
  const patient = smtpMailer(deps.config, deps.config.smtp!, { connect: 300, whole: 5_000 })
  await deliverDue({ ...deps, mail: patient }, channels)
  assert.equal((await attemptsAt(queue))[0]?.outcome, 'delivered')

  const unreachable = await post('soon@a.test')
  // TEST-NET-1 (RFC 5737) is nowhere
  const nowhere = sending('smtp://192.0.2.1:25', { MAIL_FROM: 'no-reply@acme.example' })
  const impatient = smtpMailer(nowhere.config, nowhere.config.smtp!, { connect: 300, whole: 60_000 })
  assert.ok((await timed(() => deliverDue({ ...nowhere, mail: impatient }, channels))) < 5_000)
  assert.equal((await attemptsAt(unreachable))[0]?.outcome, 'failed')
  await db.run(sql`delete from outbox where queue = ${unreachable}`)
})

test('a connection lost after DATA repeats the email under its id', async () => {
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

test('an email waits while no mail server listens', async () => {
  const server = await startMailServer()
  await server.stop()
  const queue = await post('ann@a.test')
  await deliverDue(sending(to(server)), channels)
  assert.match((await attemptsAt(queue))[0]?.answer ?? '', /ECONNREFUSED/)
  await db.run(sql`delete from outbox where queue = ${queue}`)
})

test('an email sealed with a lost key is not sent in part', async () => {
  const server = await startMailServer()
  const queue = await post('ann@a.test')
  await db.run(
    sql`update outbox set sealed = overlay(sealed placing '\\x0000'::bytea from 1) where queue = ${queue}`,
  )
  await deliverDue(sending(to(server)), channels)
  assert.equal((await attemptsAt(queue))[0]?.ended, 'refused')
  assert.deepEqual(server.steps, [])
})

test('markup in a name is shown as text in the email', () => {
  const config = {
    ...parseConfig({}),
    productName: `<b>"Ac'me"</b>`,
    logoUrl: 'https://acme.example/logo.png?a=1&b="2"',
  }
  const about = {
    link: 'https://a.example/?token="><script>',
    code: '<i>',
    hours: 24,
    codeMinutes: 10,
    at: new Date(),
  }
  const { html, text } = compose(config, 'verify-email', about, 'en')
  for (const markup of ['<b>', '<script>', '<i>', '"2"']) assert.ok(!html.includes(markup), markup)
  assert.match(html, /<img src="https:\/\/acme\.example\/logo\.png\?a=1&#38;b=&#34;2&#34;" alt="&#60;b&#62;/)
  assert.ok(text.includes(config.productName))
})

test('without a mail server, emails become files that only the operator can read, and the log says where', async () => {
  const deps = { ...parts, mail: newMailer(parts.config, parts.log) }
  await post('ann@a.test')
  await deliverDue(deps, channels)
  const folder = join(parts.config.dataDir, 'mail')
  const names = await readdir(folder)
  assert.match(names.join(), /^([0-9TZ-]+\.verify-email\.[0-9a-f]{16})\.eml,\1\.txt$/)
  const [path = '', readable = ''] = names.map((name) => join(folder, name))
  const { text, headers } = readMail(await readFile(path, 'utf8'))
  assert.equal(headers.get('to'), 'ann@a.test')
  assert.ok(text.includes(`http://localhost:3000/account/verify-email?token=${token}`))
  assert.deepEqual([(await stat(path)).mode & 0o777, (await stat(folder)).mode & 0o777], [0o600, 0o700])
  assert.ok(logs.some((line) => JSON.parse(line).path === path && JSON.parse(line).readable === readable))
  assert.equal((await stat(readable)).mode & 0o777, 0o600)
  const plain = await readFile(readable, 'utf8')
  assert.match(plain, /^To: ann@a\.test\nSubject: Confirm your email address\nDate: /)
  const lines = plain.split('\n')
  assert.ok(lines.includes(`http://localhost:3000/account/verify-email?token=${token}`))
  assert.ok(lines.includes('http://localhost:3000/account/forgot-password'))
  assert.ok(
    lines.every((line) => !line.includes('http') || /^http\S+$/.test(line)),
    plain,
  )
})

test('without PUBLIC_URL, links use the actual port', async () => {
  const database = await newDatabase()
  const service = await spawnService({ ...database, SECRET_KEY: testSecretKey })
  const { port } = new URL(service.address)
  await register(service)
  const folder = join(String(database.DATA_DIR), 'mail')
  const readable = async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.txt'))
  while (!(await readable())) await sleep(25)
  const text = await readFile(join(folder, String(await readable())), 'utf8')
  assert.match(text, new RegExp(`^http://localhost:${port}/account/verify-email\\?token=`, 'm'))
  await service.end('SIGTERM')
})

test('in every email a link stands alone on its line, and every link that expires says when', () => {
  const at = new Date('2026-03-05T09:30:00Z')
  const about = {
    link: `https://acme.example/x?token=${'y'.repeat(90)}`,
    at,
    minutes: 30,
    hours: 24,
    codeMinutes: 10,
    days: 7,
    address: '::1',
  }
  const more = { code: 'ABCD-EFGH', removesAt: '2026-03-08T09:30:00.000Z' }
  const ends = {
    invitation: 'until March 6, 2026 at 09:30 UTC',
    'verify-email': 'until March 6, 2026 at 09:30 UTC',
    'reset-password': 'until March 5, 2026 at 10:00 UTC',
    'confirm-new-email': 'until March 5, 2026 at 10:00 UTC',
    'email-changed': 'until March 12, 2026 at 09:30 UTC',
    'reset-two-factor': 'until March 5, 2026 at 10:00 UTC',
    'two-factor-removal': 'March 8, 2026 at 09:30 UTC',
  } as const
  for (const [name, end] of Object.entries(ends)) {
    const { text, html } = compose(config, name as keyof typeof ends, { ...about, ...more }, 'en')
    for (const part of [text.replaceAll('\n', ' '), html]) assert.ok(part.includes(end), part)
    assert.ok(text.split('\n').includes(about.link))
  }
  const content = { subject: '', lead: ['See https://a.example or call.'], rest: [] }
  const frame = { product: '', logoUrl: undefined, brandColor: '', language: 'en', colon: ':', footer: '' }
  assert.match(textOf(content, frame), /^See\nhttps:\/\/a\.example\nor call\.$/m)
  const everyNotice = Object.keys(enNotices) as NoticeName[]
  for (const notice of everyNotice) {
    const { text } = compose(config, 'notice', { notice, at, provider: 'acme' }, 'en')
    assert.ok(
      text.split('\n').every((line) => !line.includes('://') || /^https:\/\/\S+$/.test(line)),
      text,
    )
  }
})

test('an email about a new account does not alarm people who did not ask for it', () => {
  const about = {
    link: 'https://acme.example/x',
    code: 'ABCD-EFGH',
    hours: 24,
    codeMinutes: 10,
    at: new Date(),
  }
  const { text } = compose(config, 'verify-email', about, 'en')
  assert.match(text, /^Didn't sign up\? Ignore this email\.$/m)
  assert.match(text, /Choose your own password first:\nhttps:\/\/acme\.example\/account\/forgot-password$/m)
  assert.doesNotMatch(text, /do not confirm|somebody|stranger|attack/i)
})

test('MAIL_TO_LOG writes the text of emails to the log', async () => {
  const lines: string[] = []
  const log = newLog('info', { write: (line: string) => lines.push(line) })
  const queue = await post('dev@a.test')
  const mail = newMailer({ ...parts.config, mailToLog: true }, log)
  await deliverDue({ ...parts, mail }, channels)
  const { to, subject, text } = JSON.parse(lines.at(-1) as string)
  assert.deepEqual([to, subject], ['dev@a.test', 'Confirm your email address'])
  assert.ok(text.includes(`?token=${token}`))
  assert.equal((await attemptsAt(queue))[0]?.ended, 'delivered')
})

test('settings that would send email nowhere, or unencrypted, stop the start', () => {
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
  for (const url of [
    'http://b.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//b.example',
    'https://a@b.example',
  ])
    assert.match(faults({ HOME_URL: url }).join(), /^HOME_URL: must be https, or http on loopback$/, url)
  for (const url of ['https://b.example/app?x=1#y', 'http://localhost:5173'])
    assert.deepEqual(faults({ HOME_URL: url }), [])
  assert.match(faults({ PRODUCT_NAME: 'Ac\u202eme' }).join(), /^PRODUCT_NAME/)
})

test('the queries in the guide run', async () => {
  const server = await startMailServer()
  server.act = () => refusal(451, '4.3.0 not now')
  await post('waiting@a.test')
  await deliverDue(sending(to(server)), channels)
  const guide = await readFile(join(import.meta.dirname, '../../docs/guides/mail.md'), 'utf8')
  const [, text = ''] = /```sql\n(.*?)```/s.exec(guide) ?? []
  const [waiting, givenUp] = await Promise.all(
    text
      .split(';')
      .filter((statement) => statement.includes('select'))
      .map((statement) => many<{ answer?: string }>(db, { name: 'a test', parts: [statement], values: [] })),
  )
  assert.ok(waiting?.some(({ answer }) => answer?.includes('4.3.0 not now')))
  assert.ok(Array.isArray(givenUp))
})
