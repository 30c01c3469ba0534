import type { HostedPage } from '../pages/hosted-page.ts'
import { languagePageAt } from '../pages/language.ts'
import { actsPage } from './acts/acts.ts'
import { consolePaths } from './paths.ts'
import { personActivityPage } from './people/activity.ts'
import { invitePage } from './people/invite.ts'
import { peoplePage } from './people/people.ts'
import { personPage } from './people/person.ts'
import { personActPage } from './people/person-act.ts'
import { whyPage } from './people/why.ts'
import { eventsPage } from './service/events.ts'
import { keyActPage, keysPage } from './service/keys.ts'
import { mailActPage, mailsPage } from './service/mails.ts'
import { operatorsPage } from './service/operators.ts'
import { consoleOverviewPage } from './service/overview.ts'
import { settingsPage } from './service/settings.ts'
import { webhookActPage } from './service/webhook-acts.ts'
import { webhookPage, webhooksPage } from './service/webhooks.ts'
import { provePage } from './sign-in/prove.ts'
import { consoleStepPage } from './sign-in/second-step.ts'
import { consoleSignInPage } from './sign-in/sign-in.ts'
import { consoleSignOutPage } from './sign-in/sign-out.ts'

/** The way in, and everything behind it. */
export const pagesOfConsole: readonly HostedPage[] = [
  consoleSignInPage,
  consoleStepPage,
  provePage,
  consoleSignOutPage,
  languagePageAt(consolePaths.language, consolePaths.overview),
  consoleOverviewPage,
  peoplePage,
  personPage,
  whyPage,
  personActivityPage,
  personActPage,
  invitePage,
  actsPage,
  eventsPage,
  mailsPage,
  mailActPage,
  keysPage,
  keyActPage,
  webhooksPage,
  webhookPage,
  webhookActPage,
  settingsPage,
  operatorsPage,
]
