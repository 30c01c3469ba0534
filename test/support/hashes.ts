import type { Deps } from '../../src/deps.ts'

/** How many passwords these processes have hashed so far. */
export const hashesOf = (...nodes: { deps: Pick<Deps, 'metrics'> }[]): number =>
  nodes.reduce((sum, { deps }) => sum + Number(count.exec(deps.metrics.text())?.[1] ?? 0), 0)

const count = /^sallyport_password_hash_seconds_count (\d+)$/m
