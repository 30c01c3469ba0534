import vine from '@vinejs/vine'
import { findMailbox } from '#accounts/users/queries/emails.ts'
import { minuteOf } from '#messages/mail/minute.ts'
import { normalTypedCode } from '#platform/crypto/typed-code.ts'
import { isRefusedAs, wrongConfirmationCode } from '#platform/errors.ts'
import { type Html, html } from '#platform/html.ts'
import { type Field, inputs } from '../forms.ts'
import { act, type Onward, type Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { readFlow, schemeOf } from '../sign-in/flow.ts'
import { signInPage } from '../sign-in/sign-in.ts'
import type { PageWords } from '../words.ts'
import { dropCodes, readCodes } from './codes-cookie.ts'
import { settingsView, withNews } from './frame.ts'
import { ownPage } from './own-page.ts'
import { ownerOf } from './owner.ts'

export const codesPage = ownPage({
  path: paths.codes,
  summary: 'New backup codes, until one of them was typed back.',
  query: signInPage.query!,
  reads: (runner, { userId }) => findMailbox(runner, userId),

  view: async (visit, again, mailbox) => {
    const { words, at } = visit
    const owner = await ownerOf(visit)
    const codes = await readCodes(visit, owner)
    if (!codes) return afterCodes(visit) ?? { to: at(paths.twoFactor) }
    const texts = words.settings.codes
    const fields = [typedBack(words)]
    return settingsView(visit, again, {
      title: texts.title,
      section: 'twoFactor',
      formAction: schemeOf(readFlow(visit.deps, visit.query)),
      fields,
      content: html`${sheetOf(visit, codes, mailbox?.typed ?? '')}
<h2 class="screen">${texts.check}</h2>
<form method="post">${inputs(visit, fields, again)}
<button type="submit">${texts.button}</button></form>`,
    })
  },

  acts: {
    '': act({
      body: () => vine.create({ code: vine.string() }),
      run: async (visit, { code }) => {
        const owner = await ownerOf(visit)
        const codes = await readCodes(visit, owner)
        if (!codes) return afterCodes(visit) ?? { to: visit.at(paths.twoFactor) }
        if (!codes.some((one) => normalTypedCode(one) === normalTypedCode(code)))
          throw wrongConfirmationCode()
        await dropCodes(visit, owner)
        return afterCodes(visit) ?? withNews(visit, paths.twoFactor, 'codes-saved')
      },
    }),
  },
})

/** The destination of a sign-in that had to set up a second factor. */
const afterCodes = ({ deps, query, at }: Visit): Onward | undefined => {
  const { parameters, application } = readFlow(deps, query)
  return application || parameters.next ? { to: at(paths.onward, parameters) } : undefined
}

/** On the screen with ways to keep them, and on paper with what they are for. */
const sheetOf = ({ words, deps }: Visit, codes: string[], account: string): Html => {
  const texts = words.settings.codes
  const product = deps.config.productName
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(texts.file(product, account, codes.join('\n')))}`
  return html`<p class="screen">${texts.lead}</p>
<p class="paper">${texts.paper(account, product, minuteOf(new Date(deps.now()), words.language))}</p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
<p class="screen"><a class="button plain small" href="${file}" download="${texts.fileName}">${texts.download}</a></p>
<p class="screen soft">${texts.print}</p>`
}

const typedBack = ({ settings: { codes } }: PageWords): Field => ({
  name: 'code',
  label: codes.typeBack,
  hint: codes.typeBackHint,
  type: 'text',
  autocomplete: 'off',
  isCode: true,
  value: '',
  blamedBy: (refused) => (isRefusedAs(refused, 'wrong_code') ? codes.notOne : undefined),
})
