import { type Check, fail, ok } from './check.ts'

const mostSeconds = 2

export const clockCheck: Check = {
  name: 'clock',
  run: async (facts) => {
    await facts.database()
    const opened = await facts.opened()
    if (!opened) return []
    const seconds = (opened.server.at.getTime() - opened.clockMs) / 1_000
    const apart = Math.abs(seconds).toFixed(1)
    if (Math.abs(seconds) < mostSeconds) return [ok(`This machine and the database are ${apart} s apart.`)]
    return [
      fail(
        `The database's clock is ${apart} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine's.`,
        'Let NTP set the clocks of both machines: one-time codes go by one, expiry by the other.',
      ),
    ]
  },
}
