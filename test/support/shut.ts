import { type Answer, get, send } from './http.ts'
import { refresh, type Tokens, tokensOf } from './people.ts'
import { assertRefused } from './refusals.ts'

/** Asserts that neither token of a session opens anything, anywhere. */
export const assertAllShut = async (
  service: { address: string },
  userId: string,
  { accessToken: token, refreshToken }: Tokens,
): Promise<void> => {
  const sessions = `/users/${userId}/sessions`
  for (const [method, path] of [
    ['GET', '/users/me'],
    ['GET', `/users/${userId}`],
    ['GET', sessions],
    ['DELETE', sessions],
    ['DELETE', `${sessions}/${userId}`],
    ['POST', '/auth/logout'],
  ] as const) {
    assertRefused(await send(service, method, path, { token }), 401, 'unauthorized')
  }
  assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
}

/** Asserts that any issued tokens are dead, and all other answers were invalid_credentials. */
export const assertNothingLives = async (
  service: { address: string },
  answers: readonly Answer[],
): Promise<void> => {
  for (const answer of new Map(answers.map((each) => [each.text, each])).values()) {
    if (answer.status === 200) {
      const { accessToken, refreshToken } = tokensOf(answer)
      assertRefused(await get(service, '/users/me', accessToken), 401, 'unauthorized')
      assertRefused(await refresh(service, refreshToken), 401, 'invalid_credentials')
    } else assertRefused(answer, 401, 'invalid_credentials')
  }
}
