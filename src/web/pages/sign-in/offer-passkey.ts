import { hasPasskey } from '#credentials/passkeys/queries/passkeys.ts'
import { needRelyingParty } from '#credentials/passkeys/relying-party.ts'
import { addPasskey } from '#flows/second-factor/passkeys/add.ts'
import { countPasskeyChange, offerPasskey } from '#flows/second-factor/passkeys/begin.ts'
import { isRefusedAs, Refused } from '#platform/errors.ts'
import { html } from '#platform/html.ts'
import type { Visitor } from '#sessions/authenticate-visit.ts'
import { buttonForm, problemNote } from '../forms.ts'
import { act, type HostedPage, type Onward, type Reads, untouched, type Visit } from '../hosted-page.ts'
import { attestationForm } from '../passkey-answer.ts'
import { passkeyForm } from '../passkey-form.ts'
import { paths } from '../paths.ts'
import { ownerOf } from '../settings/owner.ts'
import { readFlow, schemeOf } from './flow.ts'
import { declineOffer } from './offer.ts'
import { signInPage } from './sign-in.ts'

export const offerPasskeyPage: HostedPage = {
  path: paths.offerPasskey,
  summary: 'Offers a passkey to somebody who has just signed in without one.',
  subject: 'account',
  isOnce: true,
  query: signInPage.query!,

  view: async (visit, again) => {
    const { words, deps, query } = visit
    needRelyingParty(deps)
    const flow = readFlow(deps, query)
    const visitor = await visit.visitor(readPasskey)
    if (!visitor || visitor.awaitsEmail || (await visit.read(readPasskey))) return onward(visit)
    const begun = await beginOr(visit, visitor)
    if (!begun && again === untouched) return onward(visit)
    const { title, afterCode, lead, button, failed, later } = words.offer
    return {
      title: visitor.methods.includes('email_code') ? afterCode : title,
      formAction: schemeOf(flow),
      hasScript: true,
      content: html`<p>${lead}</p>
${problemNote(words, again, [])}
${begun && passkeyForm(visit, { kind: 'create', options: begun.asked.publicKey, byItself: begun.byItself?.publicKey, act: 'add', button, failed })}
${buttonForm(visit, later, { act: 'later', look: 'plain' })}`,
    }
  },

  acts: {
    add: act({
      body: () => attestationForm,
      run: async (visit, { credential }) => {
        const { deps, client } = visit
        try {
          const owner = await ownerOf(visit)
          if (owner.awaitsEmail) return onward(visit)
          await countPasskeyChange(deps, owner)
          await addPasskey(deps, owner, { credential }, client)
        } catch (error) {
          // the visit has ended meanwhile
          if (!isRefusedAs(error, 'unauthorized')) throw error
        }
        return onward(visit)
      },
    }),
    later: act({
      run: async (visit) => {
        needRelyingParty(visit.deps)
        declineOffer(visit)
        return onward(visit)
      },
    }),
  },
}

/** To the destination of the sign-in. */
const onward = ({ at, deps, query }: Visit): Onward => ({
  to: at(paths.onward, readFlow(deps, query).parameters),
})

const readPasskey: Reads<boolean> = (runner, { userId }) => hasPasskey(runner, userId)

/**
 * @returns undefined if none can be added now, for instance with a second factor: a sign-in must not end at an offer
 */
const beginOr = (visit: Visit, visitor: Visitor) =>
  offerPasskey(visit.deps, visitor, visit.client).catch((error: unknown) => {
    if (error instanceof Refused && error.status < 500) return undefined
    throw error
  })
