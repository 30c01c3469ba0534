import { sweepMailLinks } from './queries.ts'

/** Links and codes that are mailed. */
export const links = {
  name: 'links',
  tables: ['mail_links'],
  jobs: [{ name: 'delete mail links', run: sweepMailLinks }],
}
