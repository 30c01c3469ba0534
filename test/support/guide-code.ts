import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript-5'
import { installClient } from './packed-client.ts'

const root = join(import.meta.dirname, '../..')

/** Every page that shows TypeScript. */
export const guides = globSync(['docs/**/*.md', 'packages/client/*.md', '*.md'], { cwd: root }).filter(
  (page) => /^ *```(ts|typescript)$/m.test(readFileSync(join(root, page), 'utf8')),
)

/** The TypeScript blocks of a page, in their order, as one program. */
export const codeOf = async (page: string): Promise<string> => {
  const text = await readFile(join(root, page), 'utf8')
  return [...text.matchAll(/^ *```(?:ts|typescript)\n(.*?)^ *```$/gms)].map((match) => match[1]).join('\n')
}

/** The packages that readers have installed beside the client. */
const frameworks = ['express', '@types/express', 'fastify', 'hono']

let application: Promise<string> | undefined

const installAll = async () => {
  const folder = await installClient()
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  for (const name of frameworks)
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

/**
 * Puts a program beside the contract and the packed client, as a reader would.
 * @param name what its folder's name begins with
 * @returns its path
 */
export const placeProgram = async (code: string, name = 'program'): Promise<string> => {
  application ??= installAll()
  const folder = await mkdtemp(join(tmpdir(), `sallyport-guide-${name}-`))
  await cp(join(root, 'contract/wire.ts'), join(folder, 'wire.ts'))
  await symlink(join(await application, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), code)
  return join(folder, 'program.ts')
}

const strictest = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
}

/** TypeScript 7's errors for programs; it has only a command so far. */
export const faultsByCommand = (programs: readonly string[]): string => {
  const flags = Object.keys(strictest).flatMap((name) => [`--${name}`, 'true'])
  const platform = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
  const args = [
    join(root, 'node_modules/typescript/bin/tsc'),
    '--ignoreConfig',
    ...flags,
    ...platform,
    ...programs,
  ]
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
}

/** TypeScript 5's errors for programs, in a browser's project or a server's. It reads shared files once. */
export const faultsIn = (programs: readonly string[], project: 'browser' | 'server'): string[] => {
  const options = {
    ...strictest,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    ...(project === 'browser'
      ? { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
      : { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }),
  } satisfies ts.CompilerOptions
  const all = ts.getPreEmitDiagnostics(ts.createProgram(programs, options))
  return all.map(({ messageText, start, file }) => {
    const { line = 0 } = file ? ts.getLineAndCharacterOfPosition(file, start ?? 0) : {}
    return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
}

/** The browser's version of a program. */
export const scriptOf = (code: string): string =>
  ts.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
