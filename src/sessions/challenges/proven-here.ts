import type { CountedAccount } from '../../accounts/limits/clear-password-failures.ts'
import { findPasswordAccount } from '../../credentials/password/queries.ts'
import type { Client, Deps } from '../../deps.ts'
import type { HalfWay } from '../queries/challenges.ts'

/**
 * The account whose failures a complete sign-in clears. Failures count by place: the second step proves nothing about the
 * place of the first.
 */
export const provenHere = async (
  { db }: Pick<Deps, 'db'>,
  { userId, bucket, methods }: { userId: string } & Pick<HalfWay, 'bucket' | 'methods'>,
  client: Client,
): Promise<CountedAccount | undefined> => {
  const isOnePlace = bucket === client.bucket && methods.includes('password')
  return isOnePlace ? findPasswordAccount(db, { userId }, client.bucket) : undefined
}
