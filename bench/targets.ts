import type { OperationName } from './contender.ts'
import type { Row } from './report.ts'

/** How many times as good Sallyport has to be at 16 connections. The first figure is the least, the second the aim. */
type Target = readonly [operation: OperationName, against: string, least: number, aim: number, by?: string]

const targets: Target[] = [
  ['check', 'better-auth', 11, 16],
  ['check', 'adonisjs', 9.5, 14],
  ['check', 'oidc-provider', 3.8, 5.5],
  ['check', 'better-auth-cached', 4, 6],
  ['check', 'fastify', 1.2, 1.5],
  ['refresh', 'better-auth', 7.5, 10],
  ['refresh', 'adonisjs', 7.5, 10],
  ['refresh', 'oidc-provider', 4.4, 6],
  ['refresh', 'pg', 1, 1.5],
  ['sign-in', 'better-auth', 6.5, 8],
  ['sign-in', 'adonisjs', 2.6, 3.2],
  ['sign-in', 'argon2', 0.75, 0.85],
  ['register', 'better-auth', 6.5, 8],
  ['register', 'adonisjs', 2.6, 3.2],
  ['check', 'better-auth', 1.5, 3, 'sallyport-embedded'],
  ['refresh', 'better-auth', 1, 1.5, 'sallyport-embedded'],
  ['check', 'sallyport', 0.8, 0.95, 'sallyport-million'],
  ['refresh', 'sallyport', 0.8, 0.95, 'sallyport-million'],
]

/** In Markdown, a line for each target that these rows can judge. */
export const verdicts = (rows: readonly Row[], installations: Record<string, number>): string => {
  const find = (contender: string, operation: OperationName) =>
    rows.find((row) => row.contender === contender && row.operation === operation && row.connections === 16)
  const lines = targets.flatMap(([operation, against, least, aim, by = 'sallyport']) => {
    const ours = find(by, operation)
    const theirs = find(against, operation)
    if (!ours || !theirs) return []
    const ratio = ours.perSecond / theirs.perSecond
    return [
      [
        `${operation}, ${by} against ${against}`,
        ratio.toFixed(2),
        String(least),
        String(aim),
        told(ratio >= least),
      ],
    ]
  })
  const sizes = Object.entries(installations).map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`)
  return [['ratio', 'measured', 'at least', 'aim', ''], ['---', '---:', '---:', '---:', '---'], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
    .concat(sizes.length > 0 ? `\nProduction installations: ${sizes.join(', ')}.\n` : '')
}

const told = (isHeld: boolean) => (isHeld ? 'held' : 'missed')
