import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runAsNobody } from '../test/as-nobody.ts'
import { newFolder } from '../test/folder.ts'
import { FolderInUse } from './folder-fault.ts'
import { lockFolder } from './lock.ts'

const locker = join(import.meta.dirname, '../test/locker.ts')

test('two processes that lock a folder in one millisecond: one gets it', async (t) => {
  const folder = await newFolder()
  const both = [1, 2].map(() => fork(locker, [folder]))
  t.after(() => both.map((each) => each.kill()))
  const heard = (each: ChildProcess) => once(each, 'message').then(([word]) => word)
  await Promise.all(both.map(heard))
  const tell = (word: number | 'release') =>
    Promise.all(
      both.map((each) => {
        each.send(word)
        return heard(each)
      }),
    )
  for (let round = 0; round < 500; round++) {
    const got = await tell(Date.now() + 3)
    assert.deepEqual(got.sort(), ['refused', 'taken'], `in round ${round}`)
    await tell('release')
  }
})

test('a folder may have any name', async () => {
  const folder = join(await newFolder(), 'a b?c#d%41&vfs=é')
  await mkdir(folder)
  const unlock = lockFolder(folder, '')
  assert.deepEqual(await readdir(folder), ['lock'])
  assert.throws(() => lockFolder(folder, ''), FolderInUse)
  unlock()
  lockFolder(folder, '')()
})

const skip = process.getuid?.() !== 0 && 'only root can act as another user'

const asNobody = async ({ mode, hasLock }: { mode: number; hasLock: boolean }) => {
  const folder = await newFolder()
  await mkdir(folder, { recursive: true })
  if (hasLock) await writeFile(join(folder, 'lock'), '', { mode: 0o644 })
  await chmod(folder, mode)
  return runAsNobody('lock-as-nobody.ts', folder)
}

test('a read-only lock in a writable folder cannot be used, and may be deleted', {
  skip,
}, async () => {
  const said = await asNobody({ mode: 0o777, hasLock: true })
  assert.match(said, /lock cannot be used .*readonly.*delete this file/)
})

test('a read-only folder is refused, with or without a lock', {
  skip,
}, async () => {
  for (const hasLock of [true, false])
    assert.match(
      await asNobody({ mode: 0o755, hasLock }),
      /lock cannot be used .*This process has to be able to write to the folder/,
    )
})
