import type { Client } from '../../deps.ts'
import { Refused } from '../../platform/errors.ts'
import { SignInFailed } from '../../platform/sign-in-failed.ts'
import { withParameters } from './redirect-uri.ts'

/** Where an application waits, and the state to return. */
type Return = {
  redirectUri: string
  clientState?: string | undefined
  client: Pick<Client, 'noteRefused'>
}

/**
 * Runs a step of a sign-in, and reports a failure to the application at its own address (RFC 6749 §4.1.2.1).
 * @returns where to send the browser
 * @throws only bugs
 */
export const leadingBack = async (
  { redirectUri, clientState, client }: Return,
  step: () => Promise<string>,
): Promise<string> => {
  try {
    return await step()
  } catch (error) {
    client.noteRefused?.(error)
    const { code, message } = failureOf(error)
    return withParameters(redirectUri, { error: code, error_description: message, state: clientState })
  }
}

// a redirect does not carry the status
const failureOf = (error: unknown): SignInFailed => {
  if (error instanceof SignInFailed) return error
  if (error instanceof Refused) {
    const code = error.status === 400 ? 'invalid_request' : 'temporarily_unavailable'
    return new SignInFailed(code, error.message, { rule: error.rule, cause: error })
  }
  throw error
}
