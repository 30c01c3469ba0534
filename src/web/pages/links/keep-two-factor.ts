import { stopGoodUntil, stopReset } from '#flows/second-factor/lost/stop.ts'
import { linkPaths } from '#messages/mail/link.ts'
import type { LinkPage } from './link-page.ts'

export const keepTwoFactorPage: LinkPage = {
  name: 'two-factor-removal',
  path: linkPaths['two-factor-removal'],
  summary: 'The page that stops the removal of two-factor authentication.',
  goodUntil: stopGoodUntil,
  act: stopReset,
}
