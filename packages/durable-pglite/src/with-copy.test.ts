import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { giveAway, nobody, runAsNobody } from '../test/as-nobody.ts'
import { newDatabase, newFolder } from '../test/folder.ts'
import { copySocket } from './copy-socket.ts'
import { databaseIn } from './has-database.ts'
import { lockFolder } from './lock.ts'
import { offerCopies } from './offer-copies.ts'
import { type Durable, openDurable } from './open-durable.ts'
import { startPglite } from './start-pglite.ts'
import { startUpkeep } from './upkeep.ts'
import { withCopy } from './with-copy.ts'

const countIn = async (folder: string) => {
  const copy = await openDurable(folder, { parameters: { fsync: 'off' } })
  const { rows } = await copy.query<{ count: number }>('select count(*)::integer as count from things')
  await copy.close()
  return rows[0]?.count ?? 0
}

const opened = async () => {
  const folder = await newDatabase()
  const db = await openDurable(folder)
  await db.exec('create table things (n integer, text text)')
  return { folder, db }
}

const writing = (db: Durable) => {
  const state = { written: 0, isOn: true }
  const done = (async () => {
    for (; state.isOn; state.written++) {
      await turn()
      await db.query('insert into things values ($1::integer, repeat(md5($1::integer::text), 50))', [
        state.written,
      ])
      if (state.written % 10 === 9) await db.exec('update things set text = n::text where n % 7 = 0')
    }
  })()
  const stop = () => {
    state.isOn = false
    return done
  }
  return { state, stop }
}

test('a copy made during writes has every earlier commit, and can be opened', async () => {
  const { folder, db } = await opened()
  await db.offerCopies()
  const { state, stop } = writing(db)
  for (let round = 0; round < 3; round++) {
    while (state.written < 30 * (round + 1)) await turn()
    const before = state.written
    const count = await withCopy(folder, countIn)
    assert.ok(Number(count) >= before, `${count} of ${before}`)
  }
  await stop()
  assert.deepEqual(await readdir(join(folder, 'copy')), ['lock'])
  await db.close()
})

test('other users cannot request a copy, whatever the umask', async () => {
  const { folder, db } = await opened()
  const before = process.umask(0)
  await db.offerCopies().finally(() => process.umask(before))
  assert.equal((await stat(copySocket(folder))).mode & 0o777, 0o600)
  await db.close()
})

test('without a process that offers copies, there is no copy', async () => {
  const folder = await newDatabase()
  assert.equal(await withCopy(folder, countIn), undefined)
  assert.equal(await withCopy(join(await newFolder(), 'nothing'), countIn), undefined)
  assert.ok(!existsSync(join(folder, 'copy')))
})

test('only one copy is made at a time, and another may follow', async () => {
  const { folder, db } = await opened()
  await db.offerCopies()
  await withCopy(folder, () =>
    assert.rejects(
      withCopy(folder, countIn, { label: 'DATA' }),
      /^FolderFault|DATA: .* is already being copied/,
    ),
  )
  assert.equal(await withCopy(folder, countIn), 0)
  await db.close()
})

test('a copy refused because of another never connects to the database', async (t) => {
  const folder = await newDatabase()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await once(server.listen(copySocket(folder)), 'listening')
  t.after(() => server.close())
  await mkdir(join(folder, 'copy'))
  const unlock = lockFolder(join(folder, 'copy'), '')
  await assert.rejects(withCopy(folder, countIn), /is already being copied/)
  assert.equal(connections, 0)
  unlock()
  await assert.rejects(withCopy(folder, countIn), /the process that has it open ended/)
  assert.equal(connections, 1)
})

test('a refused copy leaves no socket in the process with the database', async (t) => {
  const sockets: Socket[] = []
  const notice = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', notice)
  t.after(() => {
    unsubscribe('net.server.socket', notice)
    for (const socket of sockets) socket.destroy()
  })
  const { folder, db } = await opened()
  await db.offerCopies()
  t.after(() => db.close())
  await withCopy(folder, async () => {})
  const first = connect(copySocket(folder))
  t.after(() => first.destroy())
  await once(first, 'connect')
  const second = connect(copySocket(folder))
  second.write('begin')
  assert.match(String(await once(second, 'data')), /another copy is being made/)
  second.destroy()
  for (let waits = 0; !sockets[2]?.destroyed && waits < 500; waits++) await sleep(10)
  assert.deepEqual(
    sockets.map(({ destroyed }) => destroyed),
    [true, false, true],
  )
})

test('a copy is refused if the process keeping its log ended: the log may have gaps', async (t) => {
  const folder = await newDatabase()
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('{}')
      socket.once('data', () => socket.end(JSON.stringify({ label: 'a label' })))
    })
  })
  await once(server.listen(copySocket(folder)), 'listening')
  t.after(() => server.close())
  const work = t.mock.fn(async () => {})
  await assert.rejects(withCopy(folder, work), /\(the process that has it open ended\)\. Try again\./)
  assert.equal(work.mock.callCount(), 0)
})

test('a copy that takes too long is abandoned, and its requester notified', async () => {
  const folder = await newDatabase()
  const { pglite, close } = await startPglite(databaseIn(folder), {}, (fault) => fault)
  const upkeep = startUpkeep(pglite, databaseIn(folder))
  const endOffer = await offerCopies(folder, pglite, upkeep, 10)
  await assert.rejects(
    withCopy(folder, countIn, { label: 'DATA' }),
    /DATA: .* \(copying it .* took too long\)\. Stop the process that has it open, and try again\.$/,
  )
  upkeep.stop()
  await endOffer()
  await close()
})

test('a copy made by root belongs to the folder’s owner, who can make the next one', {
  skip: process.getuid?.() !== 0 && 'only root can give a folder away',
}, async () => {
  const { folder, db } = await opened()
  await db.offerCopies()
  await giveAway(folder)
  const place = join(folder, 'copy')
  await withCopy(folder, async () => {
    const entries = await readdir(place, { recursive: true, withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory())
    const made = folders.map((entry) => join(entry.parentPath, entry.name))
    for (const path of [place, join(place, 'lock'), ...made])
      assert.equal((await stat(path)).uid, nobody, path)
  })
  await db.close()
  assert.equal(await runAsNobody('copy-as-nobody.ts', folder), '0')
})
