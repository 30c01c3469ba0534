import type { OperationName } from './contender.ts'
import type { Row } from './report.ts'

/** How many times as good Sallyport has to be at 16 connections: at least, and ideally. */
type Target = readonly [
  operation: OperationName,
  against: string,
  least: number,
  aim: number,
  by?: string,
  /** The other contender's operation, if it differs. */
  otherwise?: OperationName,
]

const targets: Target[] = [
  ['check', 'better-auth', 11, 16],
  ['check', 'adonisjs', 9.5, 12],
  ['check', 'oidc-provider', 4.2, 5.5],
  ['check', 'gotrue', 10, 13],
  ['check', 'better-auth-cached', 4, 6],
  ['check', 'fastify', 1.5, 1.8],
  // a check by another service costs at most 1.2 times as much, and a hundred at once a tenth of a hundred
  ['introspect', 'sallyport', 1 / 1.2, 1, 'sallyport', 'check'],
  ['introspect-batch', 'sallyport', 0.1, 0.15, 'sallyport', 'introspect'],
  ['refresh', 'better-auth', 7.5, 10],
  ['refresh', 'adonisjs', 9, 11],
  ['refresh', 'oidc-provider', 4.4, 6],
  ['refresh', 'gotrue', 22, 28],
  ['refresh', 'pg', 1, 1.3],
  ['refresh', 'pgbench', 1, 1.3],
  ['sign-in', 'better-auth', 6.5, 8],
  ['sign-in', 'adonisjs', 2.6, 3.2],
  ['sign-in', 'argon2', 0.85, 0.92],
  ['register', 'better-auth', 6.5, 8],
  ['register', 'adonisjs', 2.6, 3.2],
  ['check', 'better-auth', 6, 9, 'sallyport-embedded'],
  ['refresh', 'better-auth', 5, 6, 'sallyport-embedded'],
  ['passkey', 'sallyport', 20, 30, 'sallyport', 'sign-in'],
  ['check', 'sallyport', 0.95, 0.98, 'sallyport-million'],
  ['refresh', 'sallyport', 0.95, 0.98, 'sallyport-million'],
]

/** Figures that must be small: at most a value of their own, or a share of another's. */
type Limit = readonly [
  operation: OperationName,
  figure: 'p99' | 'cpuMicrosEach' | 'idleMb' | 'readyMs',
  most: number,
  aim: number,
  of?: string,
]

const limits: Limit[] = [
  ['check-beside-sign-ins', 'p99', 5, 3],
  ['check-beside-sign-ins', 'p99', 1 / 50, 1 / 100, 'better-auth'],
  ['check', 'cpuMicrosEach', 3, 2.5, 'node-http'],
  ['check', 'idleMb', 85, 70],
  ['check', 'idleMb', 1, 2 / 3, 'better-auth'],
  ['check', 'readyMs', 1, 2 / 3, 'better-auth'],
]

/** In Markdown, a line for each target that these rows can judge. */
export const verdicts = (rows: readonly Row[], installations: Record<string, number>): string => {
  const find = (contender: string, operation: OperationName) =>
    rows.find((row) => row.contender === contender && row.operation === operation && row.connections === 16)
  const lines = targets.flatMap(
    ([operation, against, least, aim, by = 'sallyport', otherwise = operation]) => {
      const ours = find(by, operation)
      const theirs = find(against, otherwise)
      if (!ours || !theirs) return []
      const ratio = ours.perSecond / theirs.perSecond
      return [
        [
          `${operation}, ${by} against ${against}${otherwise === operation ? '' : `, ${otherwise}`}`,
          ratio.toFixed(2),
          String(round(least)),
          String(aim),
          told(ratio >= least),
        ],
      ]
    },
  )
  const smallLines = limits.flatMap(([operation, figure, most, aim, of]) => {
    const [ours, theirs] = [find('sallyport', operation), of ? find(of, operation) : undefined]
    if (!ours || (of && !theirs)) return []
    const measured = ours[figure] / (theirs?.[figure] ?? 1)
    const name = `${operation}, ${figure}${of ? ` of ${of}’s` : ''}`
    return [[name, measured.toFixed(3), String(round(most)), String(round(aim)), told(measured <= most)]]
  })
  const { sallyport, 'better-auth': peer } = installations
  if (sallyport && peer) {
    const part = sallyport / peer
    smallLines.push(['installation of better-auth’s', part.toFixed(3), '1', '0.667', told(part <= 1)])
  }
  const sizes = Object.entries(installations).map(([name, mb]) => `${name} ${mb.toFixed(0)} MB`)
  return [
    tableOf('at least', lines),
    tableOf('at most', smallLines),
    sizes.length > 0 ? `Production installations: ${sizes.join(', ')}.\n` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

const tableOf = (limit: string, lines: string[][]) =>
  lines.length === 0
    ? ''
    : [['figure', 'measured', limit, 'aim', ''], ['---', '---:', '---:', '---:', '---'], ...lines]
        .map((cells) => `| ${cells.join(' | ')} |\n`)
        .join('')

const round = (number: number) => Math.round(number * 1_000) / 1_000

const told = (isHeld: boolean) => (isHeld ? 'held' : 'missed')
