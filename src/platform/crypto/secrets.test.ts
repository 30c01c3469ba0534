import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { keyPath, knownSecrets, secretsOf } from './secrets.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'sallyport-secrets-'))
after(() => rm(dataDir, { recursive: true, force: true }))

test('a key that cannot be read does not count as missing', async () => {
  await mkdir(keyPath(dataDir))
  const asked = { secretKeys: [], dataDir }
  const refusal = /DATA_DIR: .*secret\.key cannot be read \(EISDIR.* Give it to the user who runs the service/
  await assert.rejects(knownSecrets(asked), refusal)
  await assert.rejects(
    secretsOf(asked, async () => false),
    refusal,
  )
  assert.deepEqual(await readdir(dataDir), ['secret.key'])
})
