import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import manifest from '../../packages/client/package.json' with { type: 'json' }
import { commentsOn } from '../support/editor.ts'
import { installClient } from '../support/packed-client.ts'
import { compilers, faultsIn } from '../support/strict-compilers.ts'

const root = join(import.meta.dirname, '../..')
const folder = await installClient()
cpSync(join(import.meta.dirname, '../client/program/types.ts'), join(folder, 'types.ts'))

const resolutions = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
}

const places = {
  'in a browser': { lib: ['es2022', 'dom'], types: [] },
  'on Node': { lib: ['es2022'], types: ['node'] },
}

const link = (name: string) => {
  const [own, place] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
  mkdirSync(join(place, '..'), { recursive: true })
  if (existsSync(own)) symlinkSync(own, place)
}

link('@types/node')

for (const compiler of compilers) {
  for (const [resolution, modules] of Object.entries(resolutions)) {
    for (const [place, types] of Object.entries(places)) {
      test(`${compiler} accepts the packed types ${place}, by ${resolution}`, () => {
        assert.equal(faultsIn(compiler, folder, ['types.ts'], { ...modules, ...types }), '')
      })
    }
  }

  test(`${compiler} accepts every entry point, beside the frameworks`, () => {
    for (const name of ['@types/express', 'express', 'fastify', 'hono'])
      if (!existsSync(join(folder, 'node_modules', name))) link(name)
    const lines = Object.keys(manifest.exports).map(
      (entry, nth) => `export * as entry${nth} from '${join('sallyport-client', entry)}'\n`,
    )
    writeFileSync(join(folder, 'entries.ts'), lines.join(''))
    const faults = faultsIn(compiler, folder, ['entries.ts'], {
      ...resolutions.nodenext,
      ...places['on Node'],
    })
    // the frameworks' own types are not ours to check
    assert.deepEqual(faults.match(/^(entries|node_modules\/sallyport-client).*/gm) ?? [], [])
  })
}

test('an editor shows the descriptions of the functions', () => {
  const names = [
    'signOut',
    'sessions.end',
    'account.prove',
    'email.resend',
    'password.change',
    'twoFactor.disable',
    'signInWithPasskey',
    'passkeys.add',
  ]
  const program = join(folder, 'shown.ts')
  const lines = names.map((name) => `void sallyport.${name}\n`)
  writeFileSync(program, ["import { sallyport } from './types.ts'\n", ...lines].join(''))
  assert.deepEqual(
    commentsOn(program, names).map((comment) => comment.split('.')[0]),
    [
      'Ends the session here and at the service',
      'Ends one',
      'Answers a refusal with `reauthentication_required`: renews the proof of identity',
      'Sends the email to confirm the address again',
      'Changes it, or sets the first one',
      'Turns it off',
      'Signs in with a passkey, which needs no second step',
      'Lets the person create one',
    ],
  )
})
