import { forgotPasswordPage } from './forgot-password.ts'
import type { HostedPage } from './hosted-page.ts'
import { languagePage } from './language.ts'
import { acceptInvitationPage } from './links/accept-invitation.ts'
import { confirmNewEmailPage } from './links/confirm-new-email.ts'
import { keepTwoFactorPage } from './links/keep-two-factor.ts'
import { hostedLinkPage } from './links/link-page.ts'
import { resetPasswordPage } from './links/reset-password.ts'
import { resetTwoFactorPage } from './links/reset-two-factor.ts'
import { undoEmailChangePage } from './links/undo-email-change.ts'
import { verifyEmailPage } from './links/verify-email.ts'
import { settingsPages } from './settings/pages.ts'
import { awaitEmailPage } from './sign-in/await-email.ts'
import { emailCodePage } from './sign-in/email-code.ts'
import { enrolmentPage } from './sign-in/enrolment.ts'
import { lostFactorPage } from './sign-in/lost-factor.ts'
import { offerPasskeyPage } from './sign-in/offer-passkey.ts'
import { onwardPage } from './sign-in/onward.ts'
import { providerPage, signedInPage } from './sign-in/provider.ts'
import { registerPage } from './sign-in/register.ts'
import { secondStepPage } from './sign-in/second-step.ts'
import { signInPage } from './sign-in/sign-in.ts'
import { signOutPage } from './sign-in/sign-out.ts'

const linkPages = [
  acceptInvitationPage,
  verifyEmailPage,
  resetPasswordPage,
  confirmNewEmailPage,
  undoEmailChangePage,
  resetTwoFactorPage,
  keepTwoFactorPage,
]

/** Pages that emails lead to, whatever `PAGES` says, and the choice below them. */
export const mailedPages: readonly HostedPage[] = [
  ...linkPages.map(hostedLinkPage),
  forgotPasswordPage,
  languagePage,
]

/** The way in, and the settings. */
export const accountPages: readonly HostedPage[] = [
  signInPage,
  registerPage,
  emailCodePage,
  secondStepPage,
  enrolmentPage,
  offerPasskeyPage,
  awaitEmailPage,
  lostFactorPage,
  providerPage,
  signedInPage,
  onwardPage,
  signOutPage,
  ...settingsPages,
]
