import vine from '@vinejs/vine'
import { mailedCodeSeconds } from '#credentials/mailed-code/queries.ts'
import { emailField } from '#credentials/password/fields.ts'
import { askForEmailCode } from '#flows/sign-in/email-code/ask.ts'
import { type Html, html } from '#platform/html.ts'
import { act, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readFlow } from './flow.ts'

/**
 * Another button of a form that asks for an address: it needs no password, so the browser asks for none.
 * Absent unless `EMAIL_SIGN_IN` is on.
 */
export const emailCodeButton = ({ deps, words }: Visit): Html | undefined =>
  deps.config.emailSignIn
    ? html`<button type="submit" name="act" value="email-code" class="plain" formnovalidate>${words.emailCode.ask}</button>`
    : undefined

/** Has a code mailed, and leads to where it is typed: its challenge goes into a cookie, so that a reload finds it. */
export const mailCode = act({
  body: () => vine.create({ email: emailField() }),
  run: async (visit, { email }) => {
    const { deps, client, cookies, at, query } = visit
    const { challenge } = await askForEmailCode(deps, email, client)
    cookies.write('hint', encodeURIComponent(email.typed), mailedCodeSeconds)
    cookies.write('email-code', challenge, mailedCodeSeconds)
    const { screen: _, ...parameters } = readFlow(deps, query).parameters
    return { to: at(paths.emailCode, parameters) }
  },
})
