import vine from '@vinejs/vine'
import { haveCode } from '#credentials/index.ts'
import { passwordField } from '#credentials/password/fields.ts'
import { reauthenticationRequired } from '#platform/errors.ts'
import { optional } from '#platform/exact.ts'
import { html } from '#platform/html.ts'
import type { Visitor } from '#sessions/authenticate-visit.ts'
import { asTyped } from '#sessions/proof/check-code.ts'
import type { FactorAnswer } from '#sessions/proof/factors.ts'
import { isRecent } from '#sessions/proof/fresh-proof.ts'
import { type Field, inputs, usernameField } from '../forms.ts'
import { type Again, act, type HostedPage, type Outcome, type Visit } from '../hosted-page.ts'
import { paragraphs } from '../page.ts'
import { assertionForm } from '../passkey-answer.ts'
import { paths } from '../paths.ts'
import type { PageWords } from '../words.ts'
import { eitherCodeField, passwordBeside } from './fields.ts'
import { settingsView } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import { readOwnWays, type Ways } from './ways.ts'

type BothFactorsPage = Pick<HostedPage, 'path' | 'summary'> & {
  /** Its words. */
  name: 'renewCodes' | 'turnOff'
  /** Further words at the beginning. */
  alsoOf?: (words: PageWords, ways: Ways) => readonly string[]
  isDangerous?: boolean
  run(visit: Visit, owner: Visitor, proofs: Proofs): Promise<Outcome>
}

type Proofs = FactorAnswer & { password?: string | undefined }

/** A page that requires a passkey or a code each time, and with a code the password as well, unless freshly proven. */
export const bothFactorsPage = ({
  path,
  summary,
  name,
  alsoOf,
  isDangerous,
  run,
}: BothFactorsPage): HostedPage =>
  ownPage({
    path,
    summary,
    reads: readOwnWays,

    view: async (visit, again, ways) => {
      const { words, at } = visit
      if (ways.methods.length === 0) return { to: at(paths.twoFactor) }
      const fields = await codeFields(visit, ways, again)
      const { title, lead, button } = words.settings[name]
      const look = isDangerous ? 'danger' : ''
      const other =
        fields.length === 0
          ? undefined
          : html`<form method="post">${usernameField(ways.email)}${inputs(visit, fields, again)}
<button type="submit" class="${look}">${button}</button></form>`
      return settingsView(visit, again, {
        title,
        section: 'twoFactor',
        fields,
        hasScript: ways.passkeys.length > 0,
        content: html`${paragraphs(alsoOf ? [lead, ...alsoOf(words, ways)] : [lead])}
${await proveByPasskey(visit, ways, { other, look })}
<p><a href="${at(paths.twoFactor)}">${words.settings.cancel}</a></p>`,
      })
    },

    acts: {
      '': act({
        body: () => vine.create({ code: vine.string(), password: optional(passwordField()) }),
        run: async (visit, { code, password }) =>
          run(visit, await ownerOf(visit), { ...asTyped(code), password }),
      }),
      passkey: act({
        body: () => assertionForm,
        run: async (visit, { credential }) =>
          run(visit, await ownerOf(visit), { method: 'passkey', credential }),
      }),
    },
  })

/** @returns none without a code to type. @throws 403 for a stale proof that no password renews */
export const codeFields = async (
  visit: Visit,
  { methods, hasPassword }: Ways,
  again: Again,
): Promise<Field[]> => {
  const { words } = visit
  if (!haveCode(methods)) return []
  const code = eitherCodeField(words, methods)
  const { provenSecondsAgo } = await ownerOf(visit)
  if (isRecent(provenSecondsAgo)) return [code]
  if (!hasPassword) throw reauthenticationRequired(methods)
  return [passwordBeside(words, again), code]
}
