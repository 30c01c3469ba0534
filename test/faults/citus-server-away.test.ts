import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjectOf } from '../../src/accounts/limits/subject.ts'
import { type CitusNode, citusPrograms } from '../support/citus-cluster.ts'
import { query } from '../support/cluster.ts'
import { assertFound, examine } from '../support/examine.ts'
import { type Answer, get, post } from '../support/http.ts'
import { assertOwners } from '../support/owners.ts'
import {
  type Credentials,
  newEmail,
  type Person,
  refresh,
  register,
  signIn,
  type Tokens,
  tokensOf,
  tryToRegister,
} from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { isPostgres, startTestService } from '../support/service.ts'
import { type SpreadServers, startSpreadServers } from '../support/spread-servers.ts'

const skip = isPostgres && citusPrograms ? false : 'CITUS_BIN names no PostgreSQL that has Citus'
const isLong = process.env.FAULTS === 'long'

const start = async () => {
  const servers = await startSpreadServers()
  const service = await startTestService({
    DATABASE_URL: servers.coordinator.url,
    REGISTRATIONS_PER_HOUR: '0',
  })
  return { servers, service }
}
const { servers, service } = skip ? ({} as Awaited<ReturnType<typeof start>>) : await start()

/** The servers of what belongs to somebody, and of what a sign-in needs beside it. */
type Placed = Person & { home: CitusNode; gate: CitusNode[] }
/** `needs`: the server that the answer comes from, if it is one. */
type Asked = { what: string; needs: CitusNode[]; status: number; beganMs: number; endedMs: number }
/** What people were told has been done. */
type Told = { registered: Credentials[]; ended: Tokens[] }

const place = async ({ workerOf }: SpreadServers, person: Person): Promise<Placed> => {
  const [home, owner, attempts] = await Promise.all([
    workerOf('users', person.userId),
    workerOf('email_owners', person.email),
    workerOf('attempts', subjectOf.user(person.userId)),
  ])
  return { ...person, home, gate: [home, owner, attempts] }
}

/** People who ask for this and that, one thing after the other, until they are told to stop. */
const startLoad = (people: Placed[]) => {
  const [asked, told] = [[] as Asked[], { registered: [], ended: [] } as Told]
  let isOver = false
  const ask = async (what: string, needs: CitusNode[], work: () => Promise<Answer>, done: number) => {
    const beganMs = performance.now()
    const answer = await work()
    asked.push({ what, needs, status: answer.status, beganMs, endedMs: performance.now() })
    if (answer.status === 503) assertRefused(answer, 503, 'unavailable')
    else assert.equal(answer.status, done, `${what}: ${answer.text}`)
    return answer.status === done && answer
  }
  const live = async (person: Placed) => {
    const { home, gate } = person
    while (!isOver) {
      const refreshed = await ask('refresh', [home], () => refresh(service, person.refreshToken), 200)
      if (refreshed) {
        Object.assign(person, tokensOf(refreshed))
        await ask('check', [home], () => get(service, '/users/me', person.accessToken), 200)
      }
      if (Math.random() < 0.3) {
        const signedIn = await ask('sign in', gate, () => signIn(service, person), 200)
        const tokens = signedIn && tokensOf(signedIn)
        const signOut = (token: string) => post(service, '/auth/logout', {}, { token })
        if (tokens && (await ask('sign out', [home], () => signOut(tokens.accessToken), 204)))
          told.ended.push(tokens)
      }
      if (Math.random() < 0.1) {
        const someone = { email: newEmail(), password: 'a password of the tests' }
        if (await ask('register', [], () => tryToRegister(service, someone), 201))
          told.registered.push(someone)
      }
      await sleep(100 + Math.random() * 200)
    }
  }
  const look = async () => {
    for (; !isOver; await sleep(100)) await ask('ready', [], () => get(service, '/health/ready'), 200)
  }
  const lives = Promise.all([...people.map(live), look()])
  lives.catch(() => {})
  const end = async () => {
    isOver = true
    await lives
  }
  return { asked, told, end }
}

const within = (asked: Asked[], beganMs: number, endedMs: number) =>
  asked.filter((each) => each.beganMs >= beganMs && each.endedMs <= endedMs)

const countOf = (asked: Asked[]) => {
  const refused = asked.filter(({ status }) => status === 503).length
  return { done: asked.length - refused, refused }
}

const assertKept = async (people: Placed[], { registered, ended }: Told) => {
  for (const { accessToken, refreshToken } of ended) {
    assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
    assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
  }
  for (const person of people) tokensOf(await refresh(service, person.refreshToken))
  for (const person of [...people, ...registered]) tokensOf(await signIn(service, person))
}

type Away = {
  name: string
  /** Who goes, and what brings them back. */
  end(): Promise<{ gone: CitusNode; comeBack: () => Promise<void> }>
  awayMs: number
  /** From when on it is known who is refused. */
  settledMs: number
  /** What of the others is done meanwhile. */
  others: 'all' | 'most' | 'none'
}

const killed = async (gone: CitusNode) => {
  await gone.kill()
  return { gone, comeBack: gone.start }
}

const ways: Away[] = [
  {
    name: 'a worker is killed: people of others go on, and it can be used as soon as it is back',
    end: () => killed(servers.workers[0] as CitusNode),
    awayMs: isLong ? 30_000 : 5_000,
    settledMs: 1_000,
    others: 'all',
  },
  {
    name: 'a worker is frozen: most people of others go on, after some seconds',
    end: async () => {
      const gone = servers.workers[1] as CitusNode
      const thaw = gone.freeze()
      return { gone, comeBack: async () => thaw() }
    },
    awayMs: isLong ? 60_000 : 16_000,
    settledMs: 8_000,
    others: 'most',
  },
  {
    name: 'the coordinator is killed: everybody is refused until it is back',
    end: () => killed(servers.coordinator),
    awayMs: 3_000,
    settledMs: 1_000,
    others: 'none',
  },
]

for (const { name, end, awayMs, settledMs, others } of ways)
  test(name, { skip, timeout: 240_000 }, async (t) => {
    const people: Placed[] = []
    // some of each server
    while (people.length < 21) people.push(await place(servers, await register(service)))
    const load = startLoad(people)
    await sleep(2_000)
    const sessions = await sessionsOfCoordinator()

    const logged = service.logs.length
    const goneMs = performance.now()
    const { gone, comeBack } = await end()
    await sleep(awayMs)
    const opened = others === 'none' ? 0 : (await sessionsOfCoordinator()) - sessions
    const backMs = performance.now()
    await comeBack()
    const usableMs = performance.now()
    await sleep(6_000)
    const endMs = performance.now()
    await load.end()

    const away = within(load.asked, goneMs + settledMs, backMs)
    const hasGone = ({ needs }: Asked) => needs.includes(gone)
    const theirs = countOf(away.filter(hasGone))
    const ofOthers = countOf(away.filter((each) => each.needs.length > 0 && !hasGone(each)))
    const after = countOf(within(load.asked, usableMs + 3_000, endMs))
    const back = load.asked.filter(
      (each) => each.beganMs > backMs && each.status !== 503 && (hasGone(each) || others === 'none'),
    )
    const firstMs = Math.round(Math.min(...back.map(({ endedMs }) => endedMs)) - usableMs)
    t.diagnostic(
      `theirs: ${theirs.done} done, ${theirs.refused} refused; of others: ${ofOthers.done} done, ${ofOthers.refused} refused; ` +
        `the first is done ${firstMs} ms after the start; ${opened} connections`,
    )
    assert.equal(theirs.done, 0)
    assert.ok(others === 'none' ? ofOthers.done === 0 : theirs.refused > 0 && ofOthers.done > 0)
    if (others === 'all') {
      assert.equal(ofOthers.refused, 0)
      assert.equal(countOf(away.filter(({ what }) => what === 'ready')).refused, 0)
      const lines = service.logs.slice(logged).filter((line) => line.includes('the database cannot be used'))
      assert.equal(lines.length, 1, lines.join('\n'))
      assert.match(
        `${lines[0]}`,
        new RegExp(`${new URL(gone.url).port}.*a part of the database cannot be used`),
      )
    }
    if (others === 'most') {
      assert.ok(ofOthers.done > 2 * ofOthers.refused)
      // a second for a connection to the worker, after at most another for ours
      const ofOneStatement = away.filter((each) => hasGone(each) && ['refresh', 'check'].includes(each.what))
      const slowestMs = Math.max(...ofOneStatement.map(({ beganMs, endedMs }) => endedMs - beganMs))
      assert.ok(slowestMs < 2_800, `${slowestMs} ms`)
    }
    // what a worker refuses costs no connection to the coordinator
    assert.ok(opened < 30, `${opened} connections`)
    assert.equal(after.refused, 0)
    await assertKept(people, load.told)
    await assertOwners(service)
  })

test('the doctor names a server that is away, and unfinished changes', { skip }, async () => {
  const environment = { ...service.environment, PORT: '0' }
  const [coordinator, gone] = [servers.coordinator.url, servers.workers[2] as CitusNode]
  const found = async () => (await examine(environment)).filter(({ name }) => name === 'spread')
  assert.deepEqual(
    (await found()).map(({ status }) => status),
    ['ok'],
  )
  await query(coordinator, "alter system set citus.recover_2pc_interval = '1min'")
  await query(coordinator, 'select pg_reload_conf()')
  await sleep(500)
  assertFound(await found(), 'spread', 'warn', /every 60 seconds/, /citus\.recover_2pc_interval = '1s'/)
  await query(coordinator, 'alter system reset citus.recover_2pc_interval')
  await query(coordinator, 'select pg_reload_conf()')
  await gone.kill()
  assertFound(
    await found(),
    'spread',
    'fail',
    new RegExp(`not answer: ${new URL(gone.url).host}`),
    /Start them/,
  )
  await gone.start()
})

async function sessionsOfCoordinator(): Promise<number> {
  const [row] = await query(
    servers.coordinator.url,
    "select pg_stat_force_next_flush(), sessions from pg_stat_database where datname = 'postgres'",
  )
  return Number(row?.sessions)
}
