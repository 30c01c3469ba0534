import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { childEnvironment, testFlags } from '../support/child.ts'

const imports = `
  import net from 'node:net'
  import { suite, test } from 'node:test'
  import { setTimeout as sleep } from 'node:timers/promises'`

/** Runs a test file of these lines as the suite's are run. */
const runLines = (lines: string) =>
  spawnSync(process.execPath, [...testFlags, '--test-reporter=tap', '--input-type=module'], {
    env: childEnvironment({}),
    encoding: 'utf8',
    input: `${imports}\n${lines}`,
    timeout: 60_000,
  })

/** What a test leaves behind, which throws while the test waits. */
const thrown: [where: string, work: string][] = [
  ['by a promise', 'void sleep(1).then(() => { throw new Error("lost") })'],
  ['in a timer', 'setTimeout(() => { throw new Error("lost") }, 1)'],
  [
    'at a socket',
    `const server = net.createServer((socket) => { socket.destroy(); server.close(); throw new Error("lost") })
     server.listen(0, () => net.connect(server.address().port).unref())`,
  ],
]

for (const [where, work] of thrown) {
  test(`an error that is thrown ${where} fails the test that began it`, () => {
    const { status, stdout } = runLines(`
      test('another', () => {})
      test('this one', async ({ signal }) => {
        ${work}
        await sleep(60_000, undefined, { signal })
      })`)
    assert.equal(status, 1, stdout)
    assert.match(stdout, /^ok 1 - another$/m)
    assert.match(stdout, /^not ok 2 - this one$/m)
    assert.match(stdout, /error: 'lost'/)
  })
}

test('an error after the end of its test fails the file', () => {
  const { status, stdout } = runLines(`
    const { promise, resolve } = Promise.withResolvers()
    test('this one', () => void promise.then(() => { throw new Error('too late') }))
    test('another', () => resolve())`)
  assert.equal(status, 1, stdout)
  assert.match(stdout, /Test "this one".* generated asynchronous activity after the test ended/)
})

test('a test that is declared after a wait belongs to its suite', () => {
  const { status, stdout } = runLines(`
    const declare = async (name) => {
      await sleep(1)
      test(name, () => {})
    }
    suite('one', () => declare('inner one'))
    suite('other', () => declare('inner other'))`)
  assert.equal(status, 0, stdout)
  const names = [...stdout.matchAll(/^ *ok \d - .*$/gm)].map(([line]) => line)
  assert.deepEqual(names, ['    ok 1 - inner one', 'ok 1 - one', '    ok 1 - inner other', 'ok 2 - other'])
})

test('nothing follows the promises of a process of tests', async () => {
  await null
  const first = executionAsyncId()
  await null
  // else each has an id
  assert.equal(executionAsyncId(), first)
})
