/**
 * Publishes the packages that `npm run pack` left in a folder, each after those that it needs, and skips versions that are out:
 * a run that failed can be run again. Nothing goes out while a library has changed without a new version.
 * `node tools/publish/main.ts FOLDER [option of npm publish…]`
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import program from '../../package.json' with { type: 'json' }
import { libraries } from '../pack/libraries.ts'
import { publishedAs } from './published.ts'

const [folder = '.', ...options] = process.argv.slice(2)

const packages = [...libraries.map(({ manifest }) => manifest), program]
  .map(({ name, version }) => ({
    name,
    spec: `${name}@${version}`,
    tarball: resolve(folder, `${name}-${version}.tgz`),
  }))
  .filter(({ tarball }) => existsSync(tarball))
  .map((one) => ({ ...one, published: publishedAs(one.spec, one.tarball) }))

// the program's version is the tag's, and another Node strips its types in another way
const changed = packages.filter(({ name, published }) => published === 'other' && name !== program.name)
const end = (...lines: string[]) => {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
if (packages.length === 0) end(`There is no package in ${folder}.`)
if (changed.length > 0)
  end(...changed.map(({ spec }) => `${spec} is out with other files: it needs a new version.`))

const publish = (spec: string, tarball: string) => {
  const { status } = spawnSync('npm', ['publish', ...options, tarball], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) end(`${spec} could not be published. What is before it is out: run this again.`)
}

for (const { spec, tarball, published } of packages) {
  if (published === 'no') publish(spec, tarball)
  process.stdout.write(`${spec} is ${published === 'no' ? 'published' : 'out already'}\n`)
}
