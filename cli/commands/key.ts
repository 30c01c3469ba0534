import { newSecret } from '../../src/platform/crypto/secrets.ts'
import type { Command } from './command.ts'

export const key: Command = {
  usage: 'key',
  about: 'Print a new SECRET_KEY.',
  most: 0,
  run: async () => {
    process.stdout.write(`${newSecret()}\n`)
  },
}
