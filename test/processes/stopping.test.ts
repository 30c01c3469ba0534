import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedPage } from '../../contract/wire.ts'
import { runCli } from '../support/cli.ts'
import { newEmail } from '../support/people.ts'
import { type ServiceProcess, spawnService } from '../support/process.ts'
import { statusesOf } from '../support/race.ts'
import { connectTo, readAnswer, readToEnd, requestBytes } from '../support/raw-socket.ts'
import { newDatabase, testSecretKey } from '../support/service.ts'

const environment = { SECRET_KEY: testSecretKey, EMAIL_VERIFICATION: 'off', ...(await newDatabase()) }
const crowd = 10
const password = 'correct horse battery'

const registration = (service: ServiceProcess): Buffer =>
  requestBytes(service, {
    path: '/auth/register',
    headers: { Connection: 'keep-alive' },
    body: { email: newEmail(), password, passwordConfirmation: password },
  })

/** Sends on connections that are kept. @returns the answers, once the service has hung up */
const onKept = async (service: ServiceProcess, count: number): Promise<Promise<string>[]> => {
  const sockets = await Promise.all(Array.from({ length: count }, () => connectTo(service)))
  const answers = sockets.map(readToEnd)
  for (const socket of sockets) socket.write(registration(service))
  return answers
}

const until = ({ child }: ServiceProcess, words: string): Promise<void> =>
  new Promise((said) => {
    child.stdout?.on('data', (chunk) => String(chunk).includes(words) && said())
  })

const exitOf = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  return (await once(child, 'exit'))[0]
}

test('SIGTERM exits with 0 after pending answers on kept connections, even if sent twice', async () => {
  const service = await spawnService(environment)
  const answers = await onKept(service, crowd)
  await sleep(20)
  const stopping = until(service, 'stopping')
  service.child.kill('SIGTERM')
  await stopping
  service.child.kill('SIGTERM')
  const read = (await Promise.all(answers)).map(readAnswer)
  assert.deepEqual(statusesOf(read), { 201: crowd })
  // some may have been answered before the signal
  assert.ok(read.some(({ headers }) => headers.get('connection') === 'close'))
  assert.equal(await exitOf(service.child), 0)
})

test('SIGTERM exits with 0, whatever was half sent', async () => {
  const service = await spawnService(environment)
  const bytes = registration(service)
  const sockets: Socket[] = []
  for (const sent of [0, 20, bytes.indexOf('\r\n\r\n'), bytes.length - 1]) {
    const socket = await connectTo(service)
    void readToEnd(socket)
    socket.write(bytes.subarray(0, sent))
    sockets.push(socket)
  }
  await sleep(50)
  assert.equal(await service.end('SIGTERM'), 0)
  for (const socket of sockets) socket.destroy()
})

test('SIGTERM answers clients waiting for events, and ends event streams', async () => {
  const added = runCli(environment, 'keys', 'add', 'tests', '--scope', 'events:read')
  const authorization = `Bearer ${added.stdout.trim()}`
  const service = await spawnService(environment)
  const ask = (query: string, accept: string) =>
    fetch(`${service.address}/events?after=now&types=account.deleted${query}`, {
      headers: { authorization, accept },
    })
  const waiting = ask('&wait=25', 'application/json')
  const stream = await ask('', 'text/event-stream')
  assert.equal(stream.status, 200)
  const beganMs = performance.now()
  const code = service.end('SIGTERM')
  assert.deepEqual(((await (await waiting).json()) as FeedPage).events, [])
  await stream.text()
  assert.equal(await code, 0)
  // less than what a stop waits for answers under way
  assert.ok(performance.now() - beganMs < 8_000)
})

test('a request whose rest arrives soon after SIGTERM is answered', async () => {
  const service = await spawnService(environment)
  const socket = await connectTo(service)
  const answer = readToEnd(socket)
  const bytes = registration(service)
  socket.write(bytes.subarray(0, -1))
  await sleep(50)
  const code = service.end('SIGTERM')
  const isListening = () =>
    connectTo(service).then(
      (other) => Boolean(other.destroy()),
      () => false,
    )
  while (await isListening()) await sleep(20)
  await sleep(200)
  socket.write(bytes.subarray(-1))
  assert.equal(readAnswer(await answer).status, 201)
  assert.equal(await code, 0)
})

for (const thrown of [
  "throw new Error('nobody expects this')",
  "Promise.reject(new Error('nobody expects this'))",
])
  test(`an uncaught exception ends the process after its requests: ${thrown.slice(0, 7)}`, async () => {
    const preload = `process.once('SIGUSR2', () => { ${thrown} })`
    const service = await spawnService({
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    })
    const lines: string[] = []
    service.child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n')))
    const answers = await onKept(service, crowd)
    await sleep(20)
    service.child.kill('SIGUSR2')
    for (const answer of await Promise.all(answers)) assert.equal(readAnswer(answer).status, 201)
    assert.equal(await exitOf(service.child), 1)
    const fatal = lines.filter((line) => line.includes('"level":"fatal"')).map((line) => JSON.parse(line))
    assert.deepEqual(
      fatal.map(({ err }) => err.message),
      ['nobody expects this'],
    )
  })
