import type { Health, SeenCaller } from '../../contract/wire.ts'
import { inquiryHeader, isAnswerTo, newInquiry } from '../../src/platform/crypto/inquiry.ts'
import type { KeyRing } from '../../src/platform/crypto/keys.ts'
import { type Answer, ask } from './ask.ts'

/** The program at an address; `seen`, if it proves to have our key: how it sees us. */
export type Reached = Answer & { seen: SeenCaller | undefined }

/** @throws Node's error, without an answer */
export const reach = async (
  address: string,
  keys: KeyRing,
  headers: Record<string, string> = {},
): Promise<Reached> => {
  const inquiry = newInquiry(keys, Date.now())
  const answer = await ask(`${address}/health/live`, { ...headers, [inquiryHeader]: inquiry })
  const { caller } = healthIn(answer.body)
  return { ...answer, seen: isAnswerTo(keys, inquiry, String(caller?.proof)) ? caller : undefined }
}

/** @throws Node's error, without an answer */
export const readiness = async (
  address: string,
  keys: KeyRing,
): Promise<{ isReady: boolean; server: string | undefined }> => {
  const headers = { [inquiryHeader]: newInquiry(keys, Date.now()) }
  const { status, body } = await ask(`${address}/health/ready`, headers)
  return { isReady: status === 200, server: healthIn(body).server }
}

/** Whether such a service answered, though perhaps another one. */
export const isService = ({ status, body }: Answer): boolean =>
  status === 200 && healthIn(body).status === 'ok'

const healthIn = (body: string): Partial<Health> => {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
