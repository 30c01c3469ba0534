import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { lowerHashThreads } from './hash-threads.ts'

test('hashing threads yield, and the answering thread does not', {
  skip: process.platform !== 'linux' && 'threads have no priorities here',
}, async () => {
  await hash('it runs in the pool')
  const before = getPriority(process.pid)
  await lowerHashThreads()
  const niceness = new Map<string, Set<number>>()
  for (const id of await readdir('/proc/self/task')) {
    const name = (await readFile(`/proc/self/task/${id}/comm`, 'utf8')).trim()
    niceness.set(name, (niceness.get(name) ?? new Set()).add(getPriority(Number(id))))
  }
  assert.deepEqual(niceness.get('libuv-worker'), new Set([10]))
  assert.equal(getPriority(process.pid), before)
})
