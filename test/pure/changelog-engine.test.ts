import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const watch = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const load = (url, context, next) => {
    if (url.includes('openapi-changes')) console.log(url)
    return next(url, context)
  }
  registerHooks({ load })`)}`

/** Which modules of the engine a program loads. */
const loadedBy = async (program: string): Promise<string[]> => {
  const args = ['--import', watch, '--input-type=module', '--eval', program, 'sallyport', 'help']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 60_000 })
  return stdout.split('\n').filter((line) => line.startsWith('file:'))
}

test('the service starts and serves its changelog without loading the comparison engine', async () => {
  const rest = `
    await import('./cli/main.ts')
    await import('./src/main.ts')
    const { published } = await import('./src/web/changelog/published.ts')
    const [newest, before] = await published.releases()`
  // what is said in the same words, and of which operations, is told apart without them
  const loaded = (await loadedBy(rest)).map((url) => basename(url)).sort()
  assert.deepEqual(loaded, ['concerning.ts', 'group-by.ts', 'made-of.ts', 'nameless.ts', 'same-words.ts'])
  const comparing = `${rest}
    const { compareReleases } = await import('openapi-changelog')
    await compareReleases(before, newest)`
  assert.ok((await loadedBy(comparing)).length > 10)
})
