import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** TypeScript 5, and 7. */
export const compilers = ['typescript-5', 'typescript'] as const

const strictest = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  // all that is packed is checked, too
  skipLibCheck: false,
  target: 'es2022',
  module: 'nodenext',
}

/** What a compiler says of files of an application, which it reads with everything that they import. */
export const faultsIn = (
  compiler: (typeof compilers)[number],
  folder: string,
  files: readonly string[],
  options: object,
): string => {
  const config = join(folder, `tsconfig.${compiler}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }))
  const program = join(root, 'node_modules', compiler, 'bin/tsc')
  return spawnSync(process.execPath, [program, '-p', config], { cwd: folder, encoding: 'utf8' }).stdout
}
