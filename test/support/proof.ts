import assert from 'node:assert/strict'
import { type Answer, post } from './http.ts'
import type { Person } from './people.ts'
import type { Guarded } from './second-factor.ts'

type At = { address: string }

/** Renews the proof of identity, with any body. */
export const prove = (
  service: At,
  { accessToken }: Pick<Person, 'accessToken'>,
  body: object,
): Promise<Answer> => post(service, '/auth/proof', body, { token: accessToken })

/** The same by the second factor, with one of the backup codes. @throws unless it was right */
export const proveFactor = async (
  service: At,
  { accessToken, backup }: Pick<Guarded, 'accessToken' | 'backup'>,
): Promise<void> => {
  const answer = await prove(service, { accessToken }, { method: 'backup_code', code: backup.pop() })
  assert.equal(answer.status, 204, answer.text)
}

/** A second factor for a request: one of the backup codes. */
export const alongCode = ({ backup }: Pick<Guarded, 'backup'>) => ({
  method: 'backup_code',
  code: backup.pop(),
})
