import { sweepMailLinks } from './queries.ts'

export const links = {
  name: 'links',
  tables: ['mail_links'],
  spread: { mail_links: 'user_id' },
  jobs: [{ name: 'delete mail links', run: sweepMailLinks }],
}
