import { stripTypeScriptTypes } from 'node:module'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownPackages } from './own-packages.ts'

const ownName = ownPackages.map(({ name }) => name).join('|')
const ownModule = new RegExp(`(?<=\\b(?:from |import\\())'((?:${ownName})(?:/[^']+)?)'`, 'g')

/**
 * JavaScript for `node_modules`, where Node strips no types. Every line stays where it is in the source.
 * @param path of the source
 */
export const javascriptOf = (text: string, path: string): string =>
  (path.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
    .replace(ownModule, (_, name: string) => `'${relativeTo(dirname(path), name)}'`)
    .replace(/(?<='(?:\.{1,2}\/|#)[^'\n]+)\.ts(?=')/g, '.js')

/** Packages of this project are folders of the tarball: nobody else's can take their places. */
const relativeTo = (folder: string, name: string) => {
  const path = relative(folder, fileURLToPath(import.meta.resolve(name)))
  return path.startsWith('.') ? path : `./${path}`
}
