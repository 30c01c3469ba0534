import { type Check, fail, ok, warn } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  run: async ({ faults, misspelt }) => {
    const findings = [
      ...faults.map((fault) => fail(withFullStop(fault), 'Correct it: docs/settings.md has every setting.')),
      ...misspelt.map((line) => warn(line, 'Correct its name, or unset it.')),
    ]
    return findings.length > 0 ? findings : [ok('Every setting can be read.')]
  },
}

const withFullStop = (fault: string) => fault.replace(/(?<![.!?])$/, '.')
