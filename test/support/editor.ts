import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript-5'

/** An editor's descriptions of names in a program, by their text: `sallyport.signOut`. */
export const commentsOn = (program: string, names: readonly string[]): string[] => {
  const code = readFileSync(program, 'utf8')
  const options = { strict: true, module: ts.ModuleKind.NodeNext, types: [] }
  const editor = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getScriptFileNames: () => [program],
    getScriptVersion: () => '',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => dirname(program),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  return names.map((name) => {
    const shown = editor.getQuickInfoAtPosition(program, code.indexOf(name) + name.length - 1)
    return ts.displayPartsToString(shown?.documentation)
  })
}
