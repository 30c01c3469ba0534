import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript-5'

/** A refusal created by a function of `errors.ts`. Values known only at run time are `…`. */
export type Refusal = { name: string; status: number; code: string; message: string }

const root = join(import.meta.dirname, '../..')
const errors = 'src/platform/errors.ts'
const failures = 'src/platform/sign-in-failed.ts'

const parsed = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)

// a service in test mode refuses more, and its guide says so
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/test-mode/**'] })
  .filter((file) => !file.endsWith('.test.ts') && file !== errors)
  .sort()
  .map(parsed)

const nodesOf = (node: ts.Node): ts.Node[] => [node, ...node.getChildren().flatMap(nodesOf)]

/** Every refusal that has a code. */
export const refusals = (): Refusal[] =>
  functionsOf(errors).flatMap(({ name, node }) =>
    nodesOf(node).flatMap((call) => {
      if (ts.isCallExpression(call) && call.expression.getText() === 'refused') {
        const [status, code, message] = call.arguments
        return [
          { name, status: Number(status?.getText()), code: textOf(code), message: textOf(message, node) },
        ]
      }
      // a body with more than a message and a code
      const [, status, message, code] =
        /^new Refused\(\s*(\d{3}),\s*\{\s*message: '(.+?)',\s*code: '(\w+)'/.exec(call.getText()) ?? []
      if (!ts.isNewExpression(call) || !status || !message || !code) return []
      return [{ name, status: Number(status), code, message }]
    }),
  )

/** Every failure of a sign-in with a provider: its `code` is what `redirect_uri` gets as `error`. */
export const signInFailures = (): Omit<Refusal, 'status'>[] =>
  functionsOf(failures).flatMap(({ name, node }) =>
    nodesOf(node)
      .filter(ts.isCallExpression)
      .filter(({ expression }) => expression.getText() === 'failed')
      .map(({ arguments: [code, message] }) => ({
        name,
        code: textOf(code),
        message: textOf(message, node),
      })),
  )

/** The folders whose files import one of these functions. */
export const thrownIn = (names: readonly string[]): string[] => {
  const files = sources.filter((source) =>
    source.statements
      .filter(ts.isImportDeclaration)
      .filter(({ moduleSpecifier }) => moduleSpecifier.getText().endsWith("/errors.ts'"))
      .some(({ importClause }) =>
        nodesOf(importClause as ts.Node).some((node) => names.includes(node.getText())),
      ),
  )
  return [...new Set(files.map(({ fileName }) => dirname(fileName).split('/').slice(0, 3).join('/')))]
}

/** The cause of each 503 in the source: a text, or the place of any other expression. */
export const causesOf503 = (): string[] =>
  sources.flatMap((source) =>
    nodesOf(source)
      .filter(ts.isCallExpression)
      .filter(({ expression }) => ['unavailable', 'unreachable'].includes(expression.getText()))
      .map(({ arguments: [cause] }) => {
        const [text] = cause && ts.isNewExpression(cause) ? (cause.arguments ?? []) : []
        return text && ts.isNewExpression(cause as ts.Node) && isText(text)
          ? textOf(text)
          : `${source.fileName} ${cause?.getText().split('(')[0] ?? ''}`.trim()
      }),
  )

type Named = { name: string; node: ts.ArrowFunction }

const functionsOf = (file: string): Named[] =>
  parsed(file)
    .statements.filter(ts.isVariableStatement)
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer) ? [{ name: name.getText(), node: initializer }] : [],
    )

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** @param within whose parameter it may be, which may have a default */
const textOf = (node: ts.Node | undefined, within?: ts.ArrowFunction): string => {
  if (node && ts.isStringLiteralLike(node)) return node.text
  if (node && ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  const standard = within?.parameters.find(({ name }) => name.getText() === node?.getText())?.initializer
  return standard ? textOf(standard) : '…'
}
