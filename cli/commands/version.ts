import { version } from '../../src/platform/version.ts'
import type { Command } from './command.ts'
import { print } from './output.ts'

export const versionCommand: Command = {
  usage: 'version',
  about: 'Print the version.',
  most: 0,
  run: async () => print(await version()),
}
