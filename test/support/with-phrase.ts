import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { atEnd } from './at-end.ts'

// all that a new factor needs: a folder, its line in the list, and that of its module
const lines = [
  [
    'src/credentials/index.ts',
    'codeFactors = { totp, backup_code: backupCode }',
    'codeFactors = { totp, phrase, backup_code: backupCode }',
    "import { phrase } from './phrase/credential.ts'",
  ],
  [
    'src/modules.ts',
    '  totpFactors,',
    '  totpFactors,\n  phrases,',
    "import { phrases } from './credentials/phrase/index.ts'",
  ],
] as const

/** @returns the program of a service that knows one more second factor */
export const programWithPhrase = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-phrase-'))
  atEnd(() => rm(folder, { recursive: true }))
  const here = resolve(import.meta.dirname, '../..')
  for (const copied of ['src', 'contract', 'package.json'])
    await cp(join(here, copied), join(folder, copied), { recursive: true })
  for (const shared of ['node_modules', 'packages']) await symlink(join(here, shared), join(folder, shared))
  await cp(join(import.meta.dirname, 'phrase'), join(folder, 'src/credentials/phrase'), { recursive: true })
  await cp(
    join(import.meta.dirname, 'phrase/phrases.sql'),
    join(folder, 'src/platform/db/migrations/9000-phrases.sql'),
  )
  for (const [file, before, after, imported] of lines) {
    const text = await readFile(join(folder, file), 'utf8')
    assert.equal(text.split(before).length, 2, `${file}: ${before}`)
    await writeFile(join(folder, file), `${imported}\n${text.replace(before, after)}`)
  }
  return join(folder, 'src/main.ts')
}
