import { type ParseArgsConfig, parseArgs } from 'node:util'
import { adviceOn } from './advice.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** @throws an `Error` that says which option is unknown, and which one may have been meant */
export const argumentsOf = <Known extends Options>(args: string[], options: Known, usage: string) => {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (cause) {
    // advice about names that begin with a dash follows
    const [sentence = ''] = (cause as Error).message.split('. ')
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(sentence) ?? []
    const names = [...Object.keys(options), 'help', 'version'].map((name) => `--${name}`)
    const advice = unknown === undefined ? '' : adviceOn(unknown, names)
    throw new Error(`${sentence.replace(/\.$/, '')}.${advice} ${usage}`, { cause })
  }
}
