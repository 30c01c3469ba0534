import { isTooLate } from '#credentials/passkeys/is-too-late.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { askToSignIn } from '#flows/second-factor/passkeys/ask.ts'
import { signInByPasskey } from '#flows/sign-in/grants/passkey.ts'
import { isRefusedAs } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { act, type Visit } from '../hosted-page.ts'
import { assertionForm } from '../passkey-answer.ts'
import { passkeyForm } from '../passkey-form.ts'
import { readFlow } from './flow.ts'
import { lastMark } from './last-way.ts'
import { backToSignIn, enter } from './next.ts'

// autofill waits for somebody to touch a field
const waitingSeconds = 15 * 60

export const hasPasskeys = ({ deps }: Visit): boolean => relyingPartyOf(deps.config) !== undefined

/** The sign-in by passkey, if available. @param above what is hidden with it */
export const passkeyEntry = (visit: Visit, above: readonly Html[] = []): Html | undefined => {
  if (!hasPasskeys(visit)) return
  const texts = visit.words.passkey
  return passkeyForm(visit, {
    kind: 'get',
    options: askToSignIn(visit.deps, waitingSeconds).publicKey,
    act: 'passkey',
    button: html`${texts.signIn}${lastMark(visit, 'passkey')}`,
    failed: texts.failed,
    look: 'plain',
    hasAutofill: true,
    fields: above,
  })
}

/** It proves both factors, so no second step follows. */
export const enterByPasskey = act({
  body: () => assertionForm,
  run: async (visit, { credential }) => {
    const { deps, client, query } = visit
    try {
      return await enter(visit, readFlow(deps, query), () =>
        signInByPasskey(deps, { credential }, client, 'page'),
      )
    } catch (error) {
      if (!isRefusedAs(error, 'invalid_credentials')) throw error
      if (isTooLate(deps, credential, { purpose: 'sign-in' })) {
        client.noteRefused?.(error)
        return backToSignIn(visit, 'expired')
      }
      throw error
    }
  },
})
