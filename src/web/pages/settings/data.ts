import { exportAccount } from '#flows/account/export.ts'
import { html } from '#platform/html.ts'
import { buttonForm } from '../forms.ts'
import { act, type HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { settingsView } from './frame.ts'
import { ownerOf } from './owner.ts'

export const dataPage: HostedPage = {
  path: paths.data,
  summary: 'A copy of everything that is held about somebody.',
  download: 'AccountExport',
  isPrivate: true,

  view: async (visit, again) => {
    const { title, lead, button } = visit.words.settings.data
    return settingsView(visit, again, {
      title,
      section: 'data',
      content: html`<p>${lead}</p>${buttonForm(visit, button)}`,
    })
  },

  acts: {
    '': act({
      run: async (visit) => {
        const json = await exportAccount(visit.deps, await ownerOf(visit))
        return { file: visit.words.settings.data.fileName, json }
      },
    }),
  },
}
