import { linkSealing, sweepMailLinks } from './queries.ts'

export const links = {
  tables: ['mail_links'],
  spread: { mail_links: 'user_id' },
  sealings: [linkSealing],
  jobs: [{ name: 'delete mail links', run: sweepMailLinks }],
}
