/** A hash as another system tells it: its own text, or the parts of it. */
export type GivenHash = {
  hash: string
  salt?: string | undefined
  /** Of `hash` and `salt`, where they are no text of the scheme's own. */
  encoding?: 'hex' | 'base64' | undefined
  saltEncoding?: 'utf8' | 'hex' | 'base64' | undefined
  saltPosition?: 'before' | 'after' | undefined
  /** Iterations; of bcrypt, their logarithm. */
  rounds?: number | undefined
  /** Of scrypt: N. Of Firebase's: its logarithm. */
  memoryCost?: number | undefined
  blockSize?: number | undefined
  parallelism?: number | undefined
  /** What the other system appended to each password. */
  pepper?: string | undefined
  signerKey?: string | undefined
  saltSeparator?: string | undefined
}

/** What is kept to hash a password as the other system did. */
export type Parameters = Readonly<Record<string, string | number>>

/** How other systems hash passwords. */
export type Scheme<Own extends Parameters = Parameters> = {
  /** Whether a guess costs next to nothing, so that such a hash must not be stored as it is. */
  readonly isFast: boolean
  /** @throws `FaultyHash` for what is none, or would cost too much */
  read(given: GivenHash): { digest: Buffer; parameters: Own }
  /** How much memory a password takes. */
  kibibytes(parameters: Own): number
  compute(parameters: Own, password: string): Promise<Buffer>
  /** A package that an installation may lack. */
  readonly needs?: { readonly name: string; isThere(): Promise<boolean> }
}

/** A hash that cannot be brought here. */
export class FaultyHash extends Error {
  readonly code: 'bad_hash' | 'cost_too_high' | 'needs_package'

  constructor(code: FaultyHash['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const badHash = (message: string): FaultyHash => new FaultyHash('bad_hash', message)
