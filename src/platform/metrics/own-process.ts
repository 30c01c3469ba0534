import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import type { Metrics } from './metrics.ts'

const resolutionMs = 20

type Own = Pick<Metrics, 'memory' | 'startTime' | 'loopDelay' | 'buildInfo'>

/** Watches this process. @returns `read` sets the gauges, `end` ends the watch */
export const watchProcess = (
  { memory, startTime, loopDelay, buildInfo }: Own,
  version: string,
): { read(): void; end(): void } => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  startTime.set({}, performance.timeOrigin / 1_000)
  buildInfo.set({ version, node: process.versions.node }, 1)
  return {
    read: () => {
      memory.set({}, process.memoryUsage.rss())
      for (const percentile of ['50', '99'] as const)
        loopDelay.set({ percentile }, lateSeconds(delay.percentile(Number(percentile))))
      delay.reset()
    },
    end: () => void delay.disable(),
  }
}

// the timer itself takes its resolution
const lateSeconds = (ns: number) => Math.max(0, ns / 1e9 - resolutionMs / 1_000)
