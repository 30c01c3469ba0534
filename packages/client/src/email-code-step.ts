import { isRefused } from './refused.ts'
import type { Step } from './steps.ts'
import type { EmailCodeChallenge, Instant } from './wire.ts'

/** A code was asked for, and is typed here. */
export type EmailCodeStep = {
  state: 'email_code'
  /** When the code ends, however late its email comes. */
  expiresAt: Instant
  /**
   * Signs in, or returns the next step. Blanks, dashes and the case make no difference.
   *
   * @throws {Refused} `wrong_code` with `attemptsLeft`: ask for it again
   * @throws {Refused} `invalid_challenge`: it took too long, or too many tries. Ask for another email.
   */
  answer(code: string): Promise<Step>
}

/** What is kept of it, so that it survives a reload. */
export type KeptEmailCode = EmailCodeChallenge & { code: 'email_code' }

/** @param forget called once its challenge is over */
export const newEmailCodeStep = (
  { challenge, expiresAt }: EmailCodeChallenge,
  exchange: (grant: object) => Promise<Step>,
  forget: () => Promise<void>,
): EmailCodeStep => ({
  state: 'email_code',
  expiresAt,
  answer: async (code) => {
    try {
      return await exchange({ grant_type: 'email_code', challenge, code })
    } catch (error) {
      if (isRefused(error, 'invalid_challenge')) await forget()
      throw error
    }
  },
})
