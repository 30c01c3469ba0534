import { homedir } from 'node:os'
import { join } from 'node:path'
import { onOrphaned } from '../../src/main.ts'
import { startInTestMode } from '../../src/test-mode/start.ts'
import { readArgs, wholeNumber } from './args.ts'
import type { Command } from './command.ts'
import { print } from './output.ts'

const usage = 'test [--port N]'
const options = { port: { type: 'string' } } as const

const details = `
Prints one line of JSON once it is ready: {"url":"http://localhost:…"}. Everything is in
memory, and gone when it ends, or the process that started it. Beside the whole interface it
serves /test: mails, people, codes, time. It takes the settings of serve, but none that lead
elsewhere. The guide: docs/guides/test-your-application.md
`

export const testCommand: Command = {
  usage,
  about: 'Run a throw-away service for the tests of an application.',
  details,
  run: async (args) => {
    const { values } = readArgs(usage, args, options, { least: 0, most: 0 })
    const port = values.port === undefined ? undefined : wholeNumber('port', values.port, 65_535)
    const ending = untilToldToEnd()
    const service = await startInTestMode({
      port,
      settings: { ...process.env, PORT: undefined },
      // an empty one counts as unset (XDG Base Directory Specification)
      cache: join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sallyport'),
      logTo: process.stderr,
    })
    print(JSON.stringify({ url: service.url }))
    await ending
    await service.stop()
    process.exit()
  },
}

/** Resolves on a signal, or once the parent process has ended: a killed test cannot send one. */
const untilToldToEnd = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => resolve())
  onOrphaned(resolve)
  return promise
}
