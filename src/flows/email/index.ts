import { sweepFormerEmails } from './queries.ts'
import { emailRoutes } from './routes.ts'

export const emailChange = {
  name: 'email',
  tables: ['former_emails'],
  routes: emailRoutes,
  jobs: [{ name: 'delete former addresses', run: sweepFormerEmails }],
}
