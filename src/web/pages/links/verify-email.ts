import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { findConfirmed, takeOver } from '#flows/email/take-over.ts'
import { isLinkOf, verifyEmailAddress } from '#flows/email/verify.ts'
import { newPasswordBody } from '#flows/password/reset.ts'
import { linkPaths } from '#messages/mail/link.ts'
import { newPasswordFields } from '../new-password.ts'
import type { LinkPage } from './link-page.ts'

/** Opened outside the registering browser, it asks whether the person registered. */
export const verifyEmailPage: LinkPage = {
  name: 'verify-email',
  path: linkPaths['verify-email'],
  summary: 'The page that confirms an email address.',
  goodUntil: (deps, token) => linkGoodUntil(deps, 'verification', token),
  act: async (deps, token, client, _filled, visitor) =>
    verifyEmailAddress(deps, { token }, client, await visitor()),
  otherwise: {
    act: 'take-over',
    isOffered: async ({ visitor }, token) => {
      const who = await visitor()
      return !who || !isLinkOf(token, who)
    },
    form: {
      fields: (words, { config }) => newPasswordFields(words, config),
      body: newPasswordBody,
      beside: findConfirmed,
    },
    run: (deps, token, client, { password = '' }) => takeOver(deps, token, password, client),
  },
}
