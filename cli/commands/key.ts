import { parseKeySettings } from '../../src/config/config.ts'
import { keyRing } from '../../src/platform/crypto/keys.ts'
import { knownSecrets, newSecret } from '../../src/platform/crypto/secrets.ts'
import { wrongUse } from './args.ts'
import type { Command } from './command.ts'
import { print } from './output.ts'

const usage = 'key [--ids]'

export const key: Command = {
  usage,
  about: 'Print a new SECRET_KEY, or the ids of those in use.',
  details: `
Rows name the key that they need by its id, which tells nothing of it: docs/guides/rotate-keys.md
`,
  most: 1,
  run: async ([option]) => {
    if (option === undefined) return print(newSecret())
    if (option !== '--ids') throw wrongUse(usage)
    const secrets = await knownSecrets(parseKeySettings(process.env))
    if (!secrets) throw new Error('There is no key yet: SECRET_KEY is not set, and DATA_DIR has none.')
    print(...keyRing(secrets).map(({ id }) => id.toString('hex')))
  },
}
