import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

type Manifest = { name: string; version: string; description: string; dependencies?: Record<string, string> }

const root = join(import.meta.dirname, '../..')

/** The packages of this project that the program consists of. */
export const ownPackages: (Manifest & { folder: string })[] = Object.values<string>(manifest.dependencies)
  .filter((version) => version.startsWith('file:'))
  .map((version) => version.replace('file:', ''))
  .map((folder) => ({ ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')), folder }))
