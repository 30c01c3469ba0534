import type { Mailing } from '../mailing.ts'
import { overtakenBefore } from '../overtaken.ts'
import { register, signIn } from '../people.ts'
import { answerChallenge, challengeFor, registerGuarded } from '../second-factor.ts'
import { as, type RefusedCase } from './case.ts'

/** Of requests whose sign-in was ended, or used, while they were looked at. Nobody can lift that: signing in once more passes. */
export const overtakenCases = (service: Mailing): RefusedCase[] => {
  return [
    {
      rule: 'sign_in.overtaken',
      code: 'invalid_credentials',
      provoke: async () => {
        const person = await register(service)
        const at = await overtakenBefore(service, () =>
          as(service, person.accessToken)('DELETE', '/users/me/sessions'),
        )
        return { userId: person.userId, ask: () => signIn(at, person), again: () => signIn(at, person) }
      },
    },
    {
      rule: 'challenge.overtaken',
      code: 'invalid_challenge',
      provoke: async () => {
        const person = await registerGuarded(service)
        const challenge = await challengeFor(service, person)
        const at = await overtakenBefore(service, () =>
          as(service, person.accessToken)('DELETE', '/users/me/sessions'),
        )
        const answer = (to: string) => answerChallenge(at, to, person.backup.pop()!)
        return {
          userId: person.userId,
          ask: () => answer(challenge),
          again: async () => answer(await challengeFor(service, person)),
        }
      },
    },
  ]
}
