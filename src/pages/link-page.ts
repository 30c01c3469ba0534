import type { Client, Deps } from '../deps.ts'
import { type Html, html } from '../html.ts'
import { paragraphs } from './page.ts'

/** The page that the link of a mail opens: it says what will happen, and does it when its button is pressed. */
export type LinkPage = {
  path: string
  summary: string
  ask: { title: string; lead: readonly string[]; button: string }
  done: { title: string; lead: readonly string[] }
  /** Whether the link is still good. Looking spends nothing: programs that scan mail open every link in it. */
  isGood(deps: Deps, token: string): Promise<boolean>
  /** What the button does. @throws when the link is not good any more */
  act(deps: Deps, token: string, client: Client): Promise<unknown>
}

// the action is this page without its query, so that the token is in no address any more
export const askingForm = ({ ask }: LinkPage, token: string): Html => html`${paragraphs(ask.lead)}
<form method="post" action="?">
<input type="hidden" name="token" value="${token}">
<button type="submit">${ask.button}</button>
</form>`
