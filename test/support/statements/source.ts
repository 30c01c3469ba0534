import { globSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'

const root = join(import.meta.dirname, '../../..')

/** The files that may have SQL, which `layers.test.ts` keeps the others from. */
const files = globSync('src/**/{queries,queries/*}.ts', { cwd: root })
  .concat(
    globSync('src/platform/db/**/*.ts', {
      cwd: root,
      exclude: ['**/*.test.ts', '**/{queries,queries/*}.ts'],
    }),
  )
  .sort()

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)
const program = ts.createProgram(
  files.map((file) => join(root, file)),
  options,
)

export const checker = program.getTypeChecker()

/** A template of SQL: the parts of its text between what is inserted, and its name if it is a whole statement. */
export type Piece = { file: string; line: number; parts: readonly string[]; name: string | undefined }

const tags = ['query', 'run', 'firstRow', 'onlyRow', 'anyRow', 'countRows']

const pieceOf = (node: ts.Node, source: ts.SourceFile, file: string): Piece | undefined => {
  if (!ts.isTaggedTemplateExpression(node)) return
  const { tag, template } = node
  const call = ts.isCallExpression(tag) && tags.includes(tag.expression.getText(source)) ? tag : undefined
  if (!call && tag.getText(source) !== 'sql') return
  const name = call?.arguments.find(ts.isStringLiteral)?.text
  const parts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
  return { file, line: line + 1, parts, name }
}

const piecesOf = (file: string): Piece[] => {
  const source = program.getSourceFile(join(root, file))
  const found: Piece[] = []
  const visit = (node: ts.Node): void => {
    const piece = source && pieceOf(node, source, file)
    if (piece) found.push(piece)
    ts.forEachChild(node, visit)
  }
  if (source) visit(source)
  return found
}

/** Every template of SQL that the program has. */
export const pieces: readonly Piece[] = files.flatMap(piecesOf)

/** A function that is given a runner or a database first, and the types of its parameters. */
export type Asking = { file: string; path: readonly string[]; parameters: readonly ts.Symbol[] }

/** What a module exports, or has as a property of what it exports. */
const askingIn = (file: string): Asking[] => {
  const source = program.getSourceFile(join(root, file))
  const module = source && checker.getSymbolAtLocation(source)
  return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
    const type = checker.getTypeOfSymbol(exported)
    return [
      { path: [exported.name], type },
      ...checker
        .getPropertiesOfType(type)
        .map((part) => ({ path: [exported.name, part.name], type: checker.getTypeOfSymbol(part) })),
    ].flatMap(({ path, type }) => {
      const parameters = type.getCallSignatures()[0]?.getParameters() ?? []
      const [first] = parameters
      const given = first && checker.getTypeOfSymbol(first).aliasSymbol?.name
      return given === 'Runner' || given === 'Db' ? [{ file: join(root, file), path, parameters }] : []
    })
  })
}

const withSql = new Set(pieces.map(({ file }) => file))

export const askingFunctions: readonly Asking[] = files.filter((file) => withSql.has(file)).flatMap(askingIn)
