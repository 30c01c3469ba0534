import type { Profiler } from 'node:inspector'

/** The parts of a service that keep its thread busy. */
const parts = [
  'sending answers',
  'sending statements',
  'digests and signatures',
  'garbage',
  'pg',
  'Fastify and node:http',
  'statements, ours',
  'everything else of ours',
  'other',
] as const
export type Part = (typeof parts)[number]

/** @returns the share of each part in the busy time of the last seconds, and how busy the thread was in them, from 0 to 1 */
export const sharesOf = (
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  lastSeconds: number,
): { shares: Record<Part, number>; busy: number } => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const stackOf = (id: number | undefined): Frame[] => {
    const stack: Frame[] = []
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at)
      if (node) stack.push(node.callFrame)
    }
    return stack
  }
  const partOfNode = new Map(nodes.map(({ id }) => [id, partOf(stackOf(id))]))
  const micros = new Map<Part | undefined, number>()
  let left = lastSeconds * 1_000_000
  for (let at = samples.length - 1; at >= 0 && left > 0; at--) {
    const spent = timeDeltas[at] ?? 0
    const part = partOfNode.get(samples[at] as number)
    micros.set(part, (micros.get(part) ?? 0) + spent)
    left -= spent
  }
  const idle = micros.get(undefined) ?? 0
  const all = [...micros.values()].reduce((sum, each) => sum + each, 0)
  const shares = parts.map((part) => [part, (micros.get(part) ?? 0) / (all - idle)])
  return { shares: Object.fromEntries(shares), busy: 1 - idle / all }
}

type Frame = Pick<Profiler.ProfileNode['callFrame'], 'functionName' | 'url'>

/** @param stack the innermost first @returns undefined while nothing is done */
const partOf = (stack: readonly Frame[]): Part | undefined => {
  const [{ functionName, url } = { functionName: '', url: '' }] = stack
  if (functionName === '(idle)') return
  if (functionName === '(garbage collector)') return 'garbage'
  const isOf = (text: string) => stack.some((frame) => frame.url.includes(text))
  if (url === '' && /^write(v|Buffer|\w+String)$/.test(functionName))
    return isOf('/node_modules/pg/') || isOf('/platform/db/') ? 'sending statements' : 'sending answers'
  // Node's work belongs to its caller
  const owner = stack.find((frame) => frame.url.startsWith('file:'))?.url ?? ''
  if (owner.includes('/platform/crypto/') || owner.includes('/@simplewebauthn/'))
    return 'digests and signatures'
  if (/node_modules\/(pg|postgres)[-\w]*\//.test(owner)) return 'pg'
  if (owner.includes('/src/') && !owner.includes('/node_modules/'))
    return /\/platform\/db\/|queries\.ts$/.test(owner) ? 'statements, ours' : 'everything else of ours'
  return isOf('/node_modules/fastify') || isOf('node:_http') ? 'Fastify and node:http' : 'other'
}
