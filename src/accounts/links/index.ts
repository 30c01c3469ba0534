import { sweepMailLinks } from './queries.ts'

export const links = {
  name: 'links',
  tables: ['mail_links'],
  jobs: [{ name: 'delete mail links', run: sweepMailLinks }],
}
