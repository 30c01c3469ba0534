import {
  mailsToAddress,
  mailsToUser,
  resetsByAddress,
  signInCodesByAddress,
} from '../../../src/accounts/limits/rules.ts'
import { askForCode } from '../email-code.ts'
import { post } from '../http.ts'
import { codeIn, type Mailing, nextMail } from '../mailing.ts'
import { newEmail, register } from '../people.ts'
import { challengeFor, registerGuarded } from '../second-factor.ts'
import { askForReset } from '../two-factor-reset.ts'
import { type Ask, as, operating, type RefusedCase, withSettings } from './case.ts'
import { clientThere, fromPlace, useUp } from './use-up.ts'

const code = 'too_many_attempts'

/** Of emails, and of what is asked for without an account. */
export const mailLimitCases = (service: Mailing, ask: Ask): RefusedCase[] => {
  const operate = operating(ask)
  return [
    {
      rule: 'limit.resets',
      code,
      provoke: async () => {
        const lift = await useUp(service, resetsByAddress(clientThere)[0])
        return { ask: () => post(service, '/auth/password/forgot', { email: newEmail() }, fromPlace), lift }
      },
    },
    {
      rule: 'limit.sign_in_codes',
      code,
      provoke: async () => {
        const at = await withSettings(service, { emailSignIn: true })
        const lift = await useUp(service, signInCodesByAddress(clientThere)[0])
        return { ask: () => askForCode(at, newEmail(), fromPlace), lift }
      },
    },
    {
      rule: 'limit.mailed_code',
      code,
      provoke: async () => {
        const { email, userId, accessToken } = await register(service)
        const confirmed = (code: string) => post(service, '/auth/email/verify', { email, code })
        const mailed = async () => codeIn(await nextMail(service, email, 'Confirm'))
        const code = await mailed()
        const wrong = code === '000000' ? '000001' : '000000'
        for (let nth = 0; nth < 5; nth++) await confirmed(wrong)
        return {
          userId,
          ask: () => confirmed(code),
          lift: () => operate('DELETE', `/users/${userId}/locks`),
          again: async () => {
            // five wrong ones spend the code
            await as(service, accessToken)('POST', `/users/${userId}/email/verification`)
            return confirmed(await mailed())
          },
        }
      },
    },
    {
      rule: 'limit.reset_mails',
      code,
      provoke: async () => {
        const { userId } = await register(service)
        const lift = await useUp(service, mailsToUser(userId, 'reset'))
        return { ask: () => ask('POST', `/users/${userId}/password-reset`), lift }
      },
    },
    {
      rule: 'limit.invite_mails',
      code,
      provoke: async () => {
        const email = newEmail()
        const lift = await useUp(service, mailsToAddress(email, 'invite'))
        return { ask: () => ask('POST', '/users', { email, sendInvite: true }), lift }
      },
    },
    {
      rule: 'limit.email_change_mails',
      code,
      provoke: async () => {
        const { userId, accessToken } = await register(service)
        const lift = await useUp(service, mailsToUser(userId, 'email change'))
        const change = () => as(service, accessToken)('POST', `/users/${userId}/email`, { email: newEmail() })
        return { userId, ask: change, lift }
      },
    },
    {
      rule: 'limit.two_factor_reset_mails',
      code,
      provoke: async () => {
        const person = await registerGuarded(service)
        const { userId } = person
        const lift = await useUp(service, mailsToUser(userId, 'two-factor reset'))
        const challenge = await challengeFor(service, person)
        return { userId, ask: () => askForReset(service, challenge), lift }
      },
    },
  ]
}
