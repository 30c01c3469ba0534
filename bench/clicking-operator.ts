import { setTimeout as sleep } from 'node:timers/promises'

/** Which pages are opened, with which cookie, and how long after each other; nothing more once `isOver`. */
export type Clicks = { pages: string[]; cookie: string; everyMs: number } | { isOver: true }
/** How many were, and what the slowest took. */
export type Clicked = { clicks: number; slowestMs: number }

/** An operator at the console, in a process of its own, while that has a parent. One page after the other, each of them whole. */
let isOver = true

const click = async ({ pages, cookie, everyMs }: Exclude<Clicks, { isOver: true }>): Promise<Clicked> => {
  let [clicks, slowestMs] = [0, 0]
  for (isOver = false; !isOver; clicks++) {
    const begunMs = performance.now()
    const page = await fetch(pages[clicks % pages.length] as string, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
    })
    await page.text()
    if (page.status !== 200) throw new Error(`${page.url} answers ${page.status}`)
    slowestMs = Math.max(slowestMs, performance.now() - begunMs)
    await sleep(Math.max(0, begunMs + everyMs - performance.now()))
  }
  return { clicks, slowestMs }
}

process.on('message', async (told: Clicks) => {
  if ('isOver' in told) isOver = true
  else process.send?.(await click(told))
})
process.once('disconnect', () => process.exit())
