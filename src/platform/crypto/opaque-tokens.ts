import { randomBytes } from 'node:crypto'
import { sha256 } from './hmac.ts'
import { idBytes, uuidBytes, uuidText } from './id.ts'

const secretBytes = 32

/** How a token is looked up: by the ids in it, and the digest that is stored in its place. */
export type OpaqueKey<Name extends string> = Record<Name, string> & { digest: Buffer }

/** Tokens of one kind: `prefix ‖ base64url( ids ‖ 256 random bits )`. Reading one needs no query. */
export const opaqueTokens = <Name extends string>(prefix: string, ...names: readonly Name[]) => {
  const keyOf = (raw: Buffer) => {
    const ids = names.map((name, at) => [name, uuidText(raw.subarray(at * idBytes, (at + 1) * idBytes))])
    return { ...Object.fromEntries(ids), digest: sha256(raw) } as OpaqueKey<Name>
  }
  return {
    issue: (ids: Record<Name, string>): { token: string; key: OpaqueKey<Name> } => {
      const raw = Buffer.concat([...names.map((name) => uuidBytes(ids[name])), randomBytes(secretBytes)])
      return { token: prefix + raw.toString('base64url'), key: keyOf(raw) }
    },
    /** A token has one spelling; anything else is `undefined`. */
    read: (token: string): OpaqueKey<Name> | undefined => {
      const raw = Buffer.from(token.slice(prefix.length), 'base64url')
      const isWhole = raw.length === names.length * idBytes + secretBytes
      return isWhole && prefix + raw.toString('base64url') === token ? keyOf(raw) : undefined
    },
  }
}
