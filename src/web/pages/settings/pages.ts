import type { HostedPage } from '../hosted-page.ts'
import { activityPage } from './activity.ts'
import { addAppPage } from './add-app.ts'
import { addPasskeyPage } from './add-passkey.ts'
import { appPage } from './app.ts'
import { closePage } from './close.ts'
import { closedPage } from './closed.ts'
import { codesPage } from './codes.ts'
import { confirmIdentityPage } from './confirm-identity.ts'
import { dataPage } from './data.ts'
import { emailPage } from './email.ts'
import { leaveToLinkPage } from './leave-to-link.ts'
import { overviewPage } from './overview.ts'
import { passkeyPage } from './passkey.ts'
import { passkeysPage } from './passkeys.ts'
import { passwordPage } from './password.ts'
import { providersPage } from './providers.ts'
import { renewCodesPage } from './renew-codes.ts'
import { sessionsPage } from './sessions.ts'
import { setUpPage } from './set-up.ts'
import { turnOffPage } from './turn-off.ts'
import { twoFactorPage } from './two-factor.ts'
import { waysBackPage } from './ways-back.ts'

/** For people who are signed in. */
export const settingsPages: readonly HostedPage[] = [
  overviewPage,
  activityPage,
  sessionsPage,
  emailPage,
  passwordPage,
  twoFactorPage,
  setUpPage,
  codesPage,
  renewCodesPage,
  addAppPage,
  appPage,
  turnOffPage,
  passkeysPage,
  addPasskeyPage,
  passkeyPage,
  providersPage,
  leaveToLinkPage,
  waysBackPage,
  dataPage,
  closePage,
  closedPage,
  confirmIdentityPage,
]
