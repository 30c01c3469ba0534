import { timingSafeEqual } from 'node:crypto'
import { badHash, type GivenHash, type Parameters, type Scheme } from './scheme.ts'
import { isScheme, type SchemeName, schemeOfText, schemes } from './schemes.ts'

/** How a password was hashed elsewhere. */
export type ForeignRecipe = { scheme: SchemeName; parameters: Parameters }

/** A password's hash of another system. */
export type ForeignHash = ForeignRecipe & { digest: Buffer }

/** @throws `FaultyHash` for what is none, or would cost too much */
export const readForeign = (given: GivenHash & { scheme?: string | undefined }): ForeignHash => {
  const scheme = given.scheme ?? schemeOfText(given.hash)
  if (scheme === undefined) throw badHash('nothing says how it was made')
  if (!isScheme(scheme)) throw badHash(`the scheme must be one of ${Object.keys(schemes).join(', ')}`)
  return { scheme, ...schemeCalled(scheme).read(given) }
}

/** Whether a guess costs next to nothing. */
export const isFastHash = ({ scheme }: ForeignRecipe): boolean => schemeCalled(scheme).isFast

/** Whether it is of that password, byte for byte as it is typed. */
export const matchesForeign = async (
  { digest, ...recipe }: ForeignHash,
  password: string,
): Promise<boolean> => {
  const computed = await computeForeign(recipe, password)
  return computed.length === digest.length && timingSafeEqual(computed, digest)
}

/** What the other system would have stored. Those that take much memory come one after the other. */
export const computeForeign = ({ scheme, parameters }: ForeignRecipe, password: string): Promise<Buffer> => {
  const { kibibytes, compute } = schemeCalled(scheme)
  const work = () => compute(parameters, password)
  return kibibytes(parameters) > muchKibibytes ? alone(work) : work()
}

const muchKibibytes = 64 * 1_024

const schemeCalled = (name: SchemeName): Scheme => schemes[name]

let last: Promise<unknown> = Promise.resolve()

const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const done = last.then(work)
  last = done.catch(() => {})
  return done
}
