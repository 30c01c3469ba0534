import { strict as assert } from 'node:assert'
import { benchmarkAddress, password, uniqueEmail } from './ask.ts'

/** Somebody who has just registered on the hosted pages. @returns their cookies */
export const newVisitor = async (base: string): Promise<string> => {
  const answer = await fetch(`${base}/account/register`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': benchmarkAddress() },
    body: new URLSearchParams({ email: uniqueEmail(), password, passwordConfirmation: password }),
  })
  assert.equal(answer.status, 303, await answer.text())
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
