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
): Promise<boolean> => isDigest(await computeForeign(recipe, password), digest)

export const isDigest = (computed: Uint8Array, digest: Uint8Array): boolean =>
  computed.length === digest.length && timingSafeEqual(computed, digest)

/** What the other system would have stored. */
export const computeForeign = ({ scheme, parameters }: ForeignRecipe, password: string): Promise<Buffer> =>
  schemeCalled(scheme).compute(parameters, password)

const muchKibibytes = 64 * 1_024

/** Whether it takes so much memory that one comes after the other. */
export const isLarge = ({ scheme, parameters }: ForeignRecipe): boolean =>
  schemeCalled(scheme).kibibytes(parameters) > muchKibibytes

/** A name for all that cost the same: texts, such as salts, make no difference. */
export const costOf = ({ scheme, parameters }: ForeignRecipe): string => {
  const numbers = Object.entries(parameters).filter(([, value]) => typeof value === 'number')
  return `${scheme} ${JSON.stringify(numbers.sort())}`
}

/** The package that a scheme needs and that is not installed. */
export const missingFor = async (name: string): Promise<string | undefined> => {
  const { needs } = isScheme(name) ? schemeCalled(name) : {}
  return needs && !(await needs.isThere()) ? needs.name : undefined
}

const schemeCalled = (name: SchemeName): Scheme => schemes[name]
