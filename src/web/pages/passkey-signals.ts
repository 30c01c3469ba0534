import type { PasskeySignals } from '#contract/wire.ts'
import { relyingPartyOf } from '#credentials/passkeys/relying-party.ts'
import { readSignals } from '#flows/second-factor/passkeys/signals.ts'
import { type Html, html } from '../../platform/html.ts'
import type { Reads } from './hosted-page.ts'

/** Undefined where there are no passkeys. */
export const readOwnSignals: Reads<PasskeySignals | undefined> = async (runner, claimed, { deps }) =>
  relyingPartyOf(deps.config) ? readSignals(deps, claimed, runner) : undefined

/** Has the script tell the browser which passkeys are left, and of whom. The page needs `hasScript`. */
export const tellBrowser = (signals: PasskeySignals | undefined): Html | undefined =>
  signals && html`<div hidden data-signals="${JSON.stringify(signals)}"></div>`
