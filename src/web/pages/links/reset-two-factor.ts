import { linkGoodUntil } from '#accounts/links/good-until.ts'
import { beginReset } from '#flows/second-factor/lost/begin.ts'
import { linkPaths } from '#messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const resetTwoFactorPage: LinkPage = {
  name: 'reset-two-factor',
  path: linkPaths['reset-two-factor'],
  summary: 'The page that starts the removal of a lost second factor.',
  goodUntil: (deps, token) => linkGoodUntil(deps, 'two-factor-reset', token),
  act: beginReset,
}
