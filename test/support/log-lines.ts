import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'

/** A line that the service may log. Values known only at run time are `…`; `fields` is undefined where they are. */
export type LogLine = { level: string; text: string; fields: string[] | undefined }

const root = join(import.meta.dirname, '../..')
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Texts that are not at the place of the call, by its expression. */
const texts: Record<string, string | undefined> = {
  'src/main.ts line': '… is not a setting. Did you mean …?',
  'src/platform/http/replies.ts refused.message': 'Something went wrong.',
  'src/start.ts error': '…',
  // of its callers
  'src/platform/http/overload.ts text': undefined,
}

/** Every line of the source, read from its calls. */
export const logLines = (): LogLine[] =>
  globSync('src/**/*.{ts,js}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap(linesIn)

const linesIn = (file: string): LogLine[] => {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: LogLine[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...linesOf(node, source))
    // Fastify's own line
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'listenTextResolver')
      found.push({
        level: 'info',
        text: textsOf((node.initializer as ts.ArrowFunction).body, source)[0] ?? '',
        fields: [],
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const linesOf = ({ expression, arguments: given }: ts.CallExpression, source: ts.SourceFile): LogLine[] => {
  const isSeldom = expression.getText() === 'tellSeldom'
  const called = isSeldom ? ['warn'] : levelsOf(expression)
  const last = given.at(-1)
  if (called.length === 0 || !last) return []
  const [first] = given.slice(isSeldom ? 1 : 0, -1)
  const isBare = !first && last.getText() === 'error'
  const fields = isBare ? ['err'] : first ? fieldsOf(first, source) : []
  return called.flatMap((level) =>
    textsOf(last, source).map((text) => ({
      level,
      text,
      fields: isSeldom && fields ? ['reqId', ...fields, 'unsaid'] : fields,
    })),
  )
}

/** Of `log.warn`, or of `log[…]` with each level that it names. */
const levelsOf = (callee: ts.Expression): string[] => {
  const isOfLog = (of: ts.Expression) => /(^|\.)log$/.test(of.getText())
  if (ts.isPropertyAccessExpression(callee) && isOfLog(callee.expression))
    return levels.filter((level) => level === callee.name.text)
  if (ts.isElementAccessExpression(callee) && isOfLog(callee.expression))
    return levels.filter((level) => callee.argumentExpression.getText().includes(`'${level}'`))
  return []
}

const textsOf = (given: ts.Node, source: ts.SourceFile): string[] => {
  if (ts.isStringLiteralLike(given)) return [given.text]
  if (ts.isTemplateExpression(given))
    return [given.head.text + given.templateSpans.map(({ literal }) => `…${literal.text}`).join('')]
  if (ts.isElementAccessExpression(given)) {
    const words = objectNamed(given.expression.getText(), source)
    return (
      words?.properties.map((each) => (each as ts.PropertyAssignment).initializer.getText().slice(1, -1)) ??
      []
    )
  }
  const key = `${source.fileName} ${given.getText()}`
  if (!Object.hasOwn(texts, key)) throw new Error(`${key}: say in ${import.meta.filename} what it logs`)
  return [texts[key]].filter((text) => text !== undefined)
}

const fieldsOf = (given: ts.Expression, source: ts.SourceFile): string[] | undefined => {
  const object = ts.isObjectLiteralExpression(given) ? given : objectNamed(given.getText(), source)
  return object?.properties.flatMap((each) => {
    if (!ts.isSpreadAssignment(each)) return [each.name?.getText() ?? '']
    return [...each.getText().matchAll(/[{,] ?(\w+)(?=[,: }])/g)].map(([, name = '']) => name)
  })
}

/** The object of that name in a file. */
const objectNamed = (name: string, source: ts.SourceFile): ts.ObjectLiteralExpression | undefined => {
  let found: ts.ObjectLiteralExpression | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name)
      if (node.initializer && ts.isObjectLiteralExpression(node.initializer)) found = node.initializer
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
