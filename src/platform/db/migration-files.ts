import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('./migrations/', import.meta.url)

export type Migration = {
  version: number
  name: string
  script: string
  /** Programs that know the migrations up to this one can serve after it. Unknown of the first ones. */
  minVersion: number | undefined
}

/** Every file of `migrations/`, in order. A file whose first line names no `min_version` has its predecessor's. */
export const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations: Migration[] = []
  for (const [index, name] of names.entries()) {
    const script = await readFile(new URL(name, folder), 'utf8')
    const minVersion = declaredIn(script) ?? migrations.at(-1)?.minVersion
    migrations.push({ version: index + 1, name, script, minVersion })
  }
  return migrations
}

const declaredIn = (script: string): number | undefined => {
  const [, version] = /^-- min_version: (\d+)\n/.exec(script) ?? []
  return version === undefined ? undefined : Number(version)
}
