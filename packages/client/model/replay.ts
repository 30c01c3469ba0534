import { clientOn } from '../src/client.ts'
import { memoryStorage, storeOf } from '../src/store.ts'
import { type Line, newLocks, newTab, type Tabs } from './browser.ts'
import { newService, type Rule } from './service.ts'
import { newTime } from './time.ts'

export type Way = { line: Line } & Tabs & Pick<Rule, 'windowFrom'>

const minute = 60_000
const workday = 8 * 60 * minute
const tabsOpen = 20

/** 5 % of all answers are lost. */
export const usualLine: Line = { lost: 0.05, slow: 0.02, slowMs: 6_000 }
export const slowLine: Line = { lost: 0.05, slow: 0.1, slowMs: 15_000 }

/**
 * A working day of one person with twenty tabs: each calls every four minutes or so, all of them together now and then, and
 * now and then one is frozen for some minutes.
 *
 * @returns whether the session was taken for stolen, and how often it was refreshed
 */
export const replay = async (
  seed: number,
  { line, windowFrom, ...tabs }: Way,
): Promise<{ isLost: boolean; refreshes: number }> => {
  const time = newTime(seed)
  const service = newService(time, { accessMs: 15 * minute, retryMs: 10_000, windowFrom })
  const storage = memoryStorage()
  await storeOf(storage, 'sallyport').begin(service.pair())
  const locks = newLocks(time, tabs)
  const exponential = (meanMs: number) => -Math.log(1 - time.random()) * meanMs

  const open = Array.from({ length: tabsOpen }, () => {
    const tab = newTab(time, line, service, locks)
    const client = clientOn(tab.platform, { url: 'http://service.invalid', storage })
    const call = () => void client.fetch('/users/me').catch(() => {})
    const callAgain = () => tab.after(exponential(4 * minute), () => [call(), callAgain()])
    const freezeAgain = () =>
      time.at(time.now() + exponential(60 * minute), () => [
        tab.freeze(exponential(3 * minute)),
        freezeAgain(),
      ])
    callAgain()
    freezeAgain()
    return { tab, call }
  })
  // the machine wakes up, or the line comes back
  const crowd = () =>
    time.at(time.now() + exponential(30 * minute), () => {
      for (const { tab, call } of open) tab.after(time.random() * 200, call)
      crowd()
    })
  crowd()

  await time.run(workday)
  return service.state
}

/** @returns how many of so many sessions are lost */
export const sessionsLost = async (way: Way, sessions = 25): Promise<number> => {
  const days = []
  for (let seed = 1; seed <= sessions; seed++) days.push(await replay(seed, way))
  return days.filter(({ isLost }) => isLost).length
}
