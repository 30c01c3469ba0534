import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordEvent } from '../../src/accounts/events/record.ts'
import { newWebhookSecret } from '../../src/messages/webhooks/secrets.ts'
import { signedHeaders } from '../../src/messages/webhooks/sign.ts'
import { atEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { newOperator } from '../support/operators.ts'
import { register } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const guide = await readFile(join(root, 'docs/guides/be-told-what-happens.md'), 'utf8')
const service = await startTestService({ WEBHOOK_PRIVATE_HOSTS: 'localhost' })
const { ask } = await newOperator(service, 'webhooks:read', 'webhooks:write')

type Language = { file: string; command: string[]; isThere?: string[] }

const languages: Record<string, Language> = {
  ts: { file: 'receiver.ts', command: [process.execPath, 'receiver.ts'] },
  python: { file: 'receiver.py', command: ['python3', 'receiver.py'], isThere: ['python3', '--version'] },
  go: {
    file: 'receiver.go',
    command: ['go', 'run', 'receiver.go'],
    // the first time, compiling what it uses takes longer than a start may
    isThere: ['go', 'build', 'net/http', 'encoding/json'],
  },
  php: {
    file: 'receiver.php',
    command: ['php', '-S', 'localhost:PORT', 'receiver.php'],
    isThere: ['php', '-v'],
  },
}

const isMissing = ({ isThere: [command = '', ...args] = [] }: Language) =>
  command !== '' && spawnSync(command, args).status !== 0

/** Starts the receiver of the guide in a language. @returns its address, and what it has printed */
const startReceiverIn = async (language: string, { file, command }: Language, secret?: string) => {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? []
  assert.notEqual(code, '')
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-receiver-'))
  await writeFile(join(folder, file), code)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const [program = '', ...args] = command.map((part) => part.replace('PORT', String(port)))
  const { PATH, HOME } = process.env
  const given = secret === undefined ? {} : { WEBHOOK_SECRET: secret }
  const env = { PATH, HOME, TMPDIR: folder, PORT: String(port), GOFLAGS: '-mod=mod', ...given }
  // a group of its own, because "go run" starts another process
  const child = spawn(program, args, { cwd: folder, env, detached: true })
  atEnd(async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const printed = { text: '', isOver: false }
  child.on('close', () => (printed.isOver = true))
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (printed.text += part))
  return { url: `http://localhost:${port}/webhooks/accounts`, printed, child }
}

const post = (url: string, headers: Record<string, string>, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }).then(
    ({ status }) => status,
    () => undefined,
  )

for (const [name, language] of Object.entries(languages)) {
  const skip = isMissing(language) && `${name} is not installed`
  test(`the receiver of the guide in ${name} takes nothing that anybody can sign, without a secret`, {
    skip,
  }, async () => {
    for (const secret of [undefined, '', 'whsec_']) {
      const { url, printed, child } = await startReceiverIn(name, language, secret)
      const body = '{"type":"made.up","data":{"userId":null}}'
      const forged = () =>
        signedHeaders(['whsec_'], { id: '1', seconds: Math.floor(Date.now() / 1_000), body })
      // one that is started for each request refuses, and the others end
      let status: number | undefined
      for (const deadline = Date.now() + 60_000; !printed.isOver && !status; await sleep(50)) {
        assert.ok(Date.now() < deadline, printed.text)
        status = await post(url, forged(), body)
      }
      assert.ok(status === 500 || (status === undefined && (child.exitCode ?? 0) > 0), `${status}`)
      assert.match(printed.text + (status ?? ''), /WEBHOOK_SECRET|500/)
    }
  })

  test(`the receiver of the guide in ${name} takes what is signed, once, and refuses anything else`, {
    skip,
  }, async () => {
    // the service makes the secret, and the program needs it at its start
    const placeholder = await freePort()
    const added = await ask('POST', '/webhooks', {
      url: `http://localhost:${placeholder}/`,
      types: ['identity.linked'],
    })
    const { id, secret } = added.body
    const { url, printed } = await startReceiverIn(name, language, secret)
    const body = '{"type":"made.up","data":{"userId":null}}'
    const seconds = Math.floor(Date.now() / 1_000)
    const forged = signedHeaders([newWebhookSecret()], { id: '1', seconds, body })
    for (const deadline = Date.now() + 60_000; (await post(url, forged, body)) !== 400; await sleep(50))
      assert.ok(Date.now() < deadline, printed.text)
    const old = signedHeaders([secret], { id: '1', seconds: seconds - 301, body })
    assert.equal(await post(url, old, body), 400)
    const genuine = signedHeaders([secret], { id: '1', seconds, body })
    assert.equal(await post(url, genuine, `${body} `), 400)

    assert.equal((await ask('PATCH', `/webhooks/${id}`, { url })).status, 200)
    const { userId } = await register(service)
    await recordEvent(service.deps.db, { type: 'identity.linked', userId, detail: { provider: 'acme' } })
    const line = `identity.linked ${userId}`
    for (const deadline = Date.now() + 20_000; !printed.text.includes(line); await sleep(20))
      assert.ok(Date.now() < deadline, printed.text)
    await ask('POST', `/webhooks/${id}/replay`, { after: new Date(Date.now() - 60_000).toISOString() })
    const delivered = async () =>
      (await ask('GET', `/webhooks/${id}/attempts?outcome=delivered`)).body.attempts.length
    for (const deadline = Date.now() + 20_000; (await delivered()) < 2; await sleep(20))
      assert.ok(Date.now() < deadline)
    assert.equal(printed.text.split(line).length, 2, printed.text)
    await ask('DELETE', `/webhooks/${id}`)
  })
}
