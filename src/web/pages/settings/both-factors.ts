import vine from '@vinejs/vine'
import { passwordField } from '../../../credentials/password/fields.ts'
import { reauthenticationRequired } from '../../../platform/errors.ts'
import { optional } from '../../../platform/exact.ts'
import { html } from '../../../platform/html.ts'
import { isRecent } from '../../../sessions/proof/fresh-proof.ts'
import type { FactorAnswer } from '../../../sessions/proof/renew.ts'
import type { Visitor } from '../../../sessions/visits/authenticate.ts'
import { type Field, inputs } from '../forms.ts'
import { act, type HostedPage, type Outcome, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { answerOf, currentPasswordField, eitherCodeField } from './fields.ts'
import { settingsView } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'
import { readWays, type Ways } from './ways.ts'

type BothFactorsPage = Pick<HostedPage, 'path' | 'summary'> & {
  /** Its words. */
  name: 'renewCodes' | 'turnOff'
  isDangerous?: boolean
  run(visit: Visit, owner: Visitor, proofs: Proofs): Promise<Outcome>
}

type Proofs = FactorAnswer & { password?: string | undefined }

/** A page that takes a code each time, and the password as well if it was last proven some time ago. */
export const bothFactorsPage = ({ path, summary, name, isDangerous, run }: BothFactorsPage): HostedPage =>
  ownPage({
    path,
    summary,
    reads: readWays,

    view: async (visit, again, ways) => {
      const { words, at } = visit
      const fields = await fieldsOf(visit, ways)
      if (fields.length === 0) return { to: at(paths.twoFactor) }
      const { title, lead, button } = words.settings[name]
      return settingsView(visit, again, {
        title,
        section: 'twoFactor',
        fields,
        content: html`<p>${lead}</p>
<form method="post">${inputs(words, fields, again)}
<button type="submit"${isDangerous ? html` class="danger"` : undefined}>${button}</button></form>
<p><a href="${at(paths.twoFactor)}">${words.settings.cancel}</a></p>`,
      })
    },

    acts: {
      '': act({
        body: () => vine.create({ code: vine.string(), password: optional(passwordField()) }),
        run: async (visit, { code, password }) => {
          return run(visit, await ownerOf(visit), { ...answerOf(code), password })
        },
      }),
    },
  })

/** @returns none without a second factor. @throws 403 for a stale proof that no password renews */
const fieldsOf = async (visit: Visit, { methods, hasPassword }: Ways): Promise<Field[]> => {
  const { words } = visit
  if (methods.length === 0) return []
  const { provenSecondsAgo } = await ownerOf(visit)
  if (isRecent(provenSecondsAgo)) return [eitherCodeField(words)]
  if (!hasPassword) throw reauthenticationRequired(methods)
  return [currentPasswordField(words), eitherCodeField(words)]
}
