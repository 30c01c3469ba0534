import { clientOn } from '../src/client.ts'
import { memoryStorage, storeOf } from '../src/store.ts'
import { newLocks, newTab } from './browser.ts'
import type { Way } from './replay.ts'
import { newService } from './service.ts'
import { newTime } from './time.ts'

const minute = 60_000
const tabsOpen = 20
const turns = 12
const turnMs = 20 * minute

/**
 * People take turns at one browser with twenty tabs. At the end of each turn all tabs call, the session is ended, and
 * somebody else signs in within some seconds.
 *
 * @returns how many calls arrived at the service, and how many of them as two people
 */
export const changeOver = async (seed: number, { line, windowFrom, ...browser }: Way) => {
  const time = newTime(seed)
  const rule = { accessMs: 15 * minute, retryMs: 10_000, windowFrom }
  const sessions = Array.from({ length: turns }, (_, turn) => newService(time, rule, `session${turn}`))
  const storage = memoryStorage()
  const store = storeOf(storage, 'sallyport')
  const locks = newLocks(time, browser)
  const callers = new Map<string, Set<string>>()

  const answer = (path: string, body: string, authorization: string): Response => {
    const [name = '', turn] = /session(\d+)/.exec(body + authorization) ?? []
    if (path.startsWith('/calls/') && name !== '')
      callers.set(path, (callers.get(path) ?? new Set()).add(name))
    return sessions[Number(turn)]?.answer(path, body, authorization) ?? new Response(null, { status: 401 })
  }
  const open = Array.from({ length: tabsOpen }, () => {
    const tab = newTab(time, line, { answer }, locks)
    return { tab, client: clientOn(tab.platform, { url: 'http://service.invalid', storage }) }
  })

  let calls = 0
  for (const [turn, session] of sessions.entries()) {
    const beginMs = turn * turnMs
    time.at(beginMs, () => void store.begin(session.pair()))
    const endMs = beginMs + turnMs - 5_000
    time.at(endMs, () => {
      session.state.isLost = true
    })
    for (const { tab, client } of open)
      for (const atMs of [beginMs + minute, endMs + time.random() * 5_000])
        time.at(atMs, () => tab.after(0, () => void client.fetch(`/calls/${calls++}`).catch(() => {})))
  }
  await time.run(turns * turnMs)
  return { arrived: callers.size, astray: [...callers.values()].filter(({ size }) => size > 1).length }
}
