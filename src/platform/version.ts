import { readFile } from 'node:fs/promises'

const manifest = new URL('../../package.json', import.meta.url)

/** Of this program. */
export const version = async (): Promise<string> => JSON.parse(await readFile(manifest, 'utf8')).version
