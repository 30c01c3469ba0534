import { type SettingName, settings } from '#config/settings.ts'
import { type Html, html } from '#platform/html.ts'
import { keysOf } from '#platform/keys-of.ts'
import type { Visit } from '../../pages/hosted-page.ts'
import { consolePage } from '../console-page.ts'
import { consoleView } from '../frame.ts'
import { listOfRows, listRow } from '../parts.ts'
import { consolePaths } from '../paths.ts'
import { saidByOthers } from '../words-of-others.ts'

export const settingsPage = consolePage({
  path: consolePaths.settings,
  summary: 'What is set, and where it differs from the default. No secrets.',
  scope: 'overview:read',

  view: async (visit, again) => {
    const { words, deps } = visit
    const names = keysOf(settings)
    const isSet = (name: SettingName) => deps.config.given[name] !== undefined
    const texts = words.console.settings
    const rowsOf = (some: readonly SettingName[]) =>
      listOfRows(
        visit,
        some.map((name) => settingRow(visit, name)),
      )
    return consoleView(visit, again, {
      title: words.console.sections.settings,
      section: 'settings',
      content: html`<p>${texts.lead}</p>
<h2>${texts.set}</h2>
${rowsOf(names.filter(isSet))}
<h2>${texts.usual}</h2>
${rowsOf(names.filter((name) => !isSet(name)))}`,
    })
  },
})

const settingRow = ({ words, deps }: Visit, name: SettingName): Html => {
  const { secret, standard } = words.console.settings
  const given = deps.config.given[name]
  const usual = settings[name].default
  const value = given === null ? secret : (given ?? usual)
  return listRow(
    html`<code>${name}</code> ${value === '' ? '–' : html`<bdi>${saidByOthers(value, 300)}</bdi>`}`,
    given !== undefined && given !== null && given !== usual && usual !== ''
      ? html`${standard(usual)}`
      : undefined,
  )
}
