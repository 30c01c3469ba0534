import vine from '@vinejs/vine'
import { passwordField } from '../../credentials/password/fields.ts'
import { exact, optional } from '../../platform/exact.ts'
import { readBody } from '../../platform/http/body.ts'
import { endpoints } from '../../platform/http/endpoint.ts'
import { languages } from '../../platform/languages.ts'
import { authenticateOwner } from '../../sessions/authenticate.ts'
import { chooseOwnLanguage } from './choose-language.ts'
import { closeOwnAccount } from './closing/close-own.ts'
import { exportAccount } from './export.ts'
import { listEventsOf } from './list-events.ts'
import { listOwnMails } from './list-mails.ts'
import { pageQuery } from './page.ts'
import { showAccount, showOwnAccount } from './show.ts'

const changeBody = vine.create({ language: exact(vine.enum(languages).nullable()) })
// Vine's message would not say that null has to be sent
const documentedChange = {
  type: 'object',
  properties: { language: { type: ['string', 'null'], enum: [...languages, null] } },
  required: ['language'],
}
const deletionBody = vine.create({ password: optional(passwordField()) })

const path = '/users/:id'

export const accountRoutes = endpoints((endpoint, deps) => {
  endpoint('GET', '/users/me', {
    summary: 'The account of the access token.',
    answers: { 200: ['The account.', 'Account'] },
    guard: showOwnAccount,
  })

  endpoint('GET', path, {
    summary: 'An account, as seen by its owner.',
    answers: { 200: ['The account.', 'Account'] },
    guard: showAccount,
  })

  endpoint('PATCH', path, {
    summary: 'Choose the language of an account.',
    description: 'Emails are in it from now on. Null stands for the language of the service.',
    bodySchema: documentedChange,
    answers: { 204: ['It is chosen.'] },
    refusals: [422],
    guard: authenticateOwner,
    handle: async ({ who, sent }) => {
      const { language } = await readBody(changeBody, sent)
      return chooseOwnLanguage(deps, who.userId, language)
    },
  })

  endpoint('GET', `${path}/events`, {
    summary: 'What happened to an account, newest first.',
    query: pageQuery,
    answers: { 200: ['A page of events.', 'EventPage'] },
    guard: authenticateOwner,
    handle: ({ who, query }) => listEventsOf(deps, who.userId, query),
  })

  endpoint('GET', `${path}/mails`, {
    summary: 'Emails to an account within about a week, newest first.',
    query: pageQuery,
    answers: { 200: ['A page of emails.', 'MailPage'] },
    guard: authenticateOwner,
    handle: ({ who, query }) => listOwnMails(deps, who.userId, query),
  })

  endpoint('GET', `${path}/export`, {
    summary: 'Everything the service holds about a person.',
    description:
      'Includes the newest thousand events and emails; `nextEvents` and `nextMails` lead to older ones.',
    answers: { 200: ['Everything except secrets and their digests.', 'AccountExport'] },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who }) => exportAccount(deps, who),
  })

  endpoint('DELETE', path, {
    summary: 'Close an account.',
    description:
      'Ends all sessions. The body may be absent; `password` renews a proof of identity older than 15 minutes.',
    body: deletionBody,
    isBodyOptional: true,
    answers: {
      202: ['It will be deleted after the grace period unless its owner signs in.', 'AccountDeletion'],
      204: ['It is deleted.'],
      403: ['A more recent proof of identity is required.', 'ReauthenticationRequired'],
    },
    refusals: [429],
    guard: authenticateOwner,
    handle: ({ who, body: { password }, client }) => closeOwnAccount(deps, who, password, client),
  })
})
