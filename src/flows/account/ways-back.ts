/** Something that a person signs in with, and may lose. `name`: what tells it from others of its kind. */
export type Means =
  | { kind: 'password' | 'backup_code' }
  | { kind: 'provider' | 'totp'; name: string }
  | { kind: 'mailbox'; name: string; isProven: boolean }
  | { kind: 'passkey'; name: string; signsIn: boolean; isSecondFactor: boolean }

type First = 'password' | 'passkey' | 'provider' | 'mailed_code' | 'new_password'
type Second = 'totp' | 'passkey' | 'backup_code' | 'wait'

/** A way in: what is proven first, with the names of the providers, and one of what must follow. */
export type Way = { by: First; names: readonly string[]; next: readonly Second[] }

export type Rules = {
  /** Whether a second factor is asked for after anything but a passkey. Losing it does not end that. */
  isGuarded: boolean
  /** Whether a code that is mailed signs in. */
  hasMailedCodes: boolean
  /** Whether a mailed link starts a wait that ends with the second factor removed. */
  hasRemoval: boolean
}

/** The ways in that are left to somebody who has lost one of their means, the quickest first; empty if only operators can help. */
export const waysWithout = (lost: Means, all: readonly Means[], rules: Rules): Way[] => {
  const left = all.filter((means) => means !== lost)
  const second = unique(left.flatMap((means) => secondOf(means, rules)))
  const isEnough = (by: First) =>
    !rules.isGuarded || by === 'passkey' || (isMailed(by) && !left.some(isProven))
  const ways = unique(left.flatMap((means) => firstOf(means, rules)))
    .filter((by) => isEnough(by) || second.length > 0)
    .sort((one, other) => quickest.indexOf(one) - quickest.indexOf(other))
    .map((by) => ({
      by,
      names: by === 'provider' ? providersIn(left) : [],
      next: isEnough(by) ? [] : second,
    }))
  const password = ways.find(({ by }) => by === 'password')
  // nobody sets a new one to get no further than by the one that they know
  return ways.filter(
    ({ by, next }) => by !== 'new_password' || !password || next.length < password.next.length,
  )
}

const quickest: readonly First[] = ['passkey', 'password', 'provider', 'mailed_code', 'new_password']

const isMailed = (by: First) => by === 'mailed_code' || by === 'new_password'

/** The first proof of a mailbox claims the account, and no second factor survives that. */
const isProven = (means: Means) => means.kind === 'mailbox' && means.isProven

const firstOf = (means: Means, { hasMailedCodes }: Rules): First[] => {
  if (means.kind === 'mailbox') return hasMailedCodes ? ['mailed_code', 'new_password'] : ['new_password']
  if (means.kind === 'passkey') return means.signsIn ? ['passkey'] : []
  return means.kind === 'password' || means.kind === 'provider' ? [means.kind] : []
}

const secondOf = (means: Means, { hasRemoval }: Rules): Second[] => {
  if (means.kind === 'mailbox') return hasRemoval ? ['wait'] : []
  if (means.kind === 'passkey') return means.isSecondFactor ? ['passkey'] : []
  return means.kind === 'totp' || means.kind === 'backup_code' ? [means.kind] : []
}

const providersIn = (all: readonly Means[]): string[] =>
  all.flatMap((means) => (means.kind === 'provider' ? [means.name] : []))

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
