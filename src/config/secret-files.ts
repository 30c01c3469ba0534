import { readFileSync } from 'node:fs'
import type { Environment } from './environment.ts'

const secrets = ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL']

const suffix = '_FILE'

/** The names that lead to files, beside those of providers. */
export const secretFiles: readonly string[] = secrets.map((name) => name + suffix)

/**
 * The settings, with those that stand in files: `SECRET_KEY_FILE` names one that holds `SECRET_KEY`, as containers and systemd
 * hand out secrets. A line break at the end is not part of it.
 * @param faults collects what is wrong
 * @param names all by default; others are not even read, because a command may not be allowed to
 */
export const withSecretFiles = (
  environment: Environment,
  faults: string[],
  names?: readonly string[],
): Environment => {
  const all: Record<string, string | undefined> = { ...environment }
  for (const [given, path] of Object.entries(environment)) {
    const name = given.slice(0, -suffix.length)
    if (!given.endsWith(suffix) || !holdsSecret(name) || names?.includes(name) === false || !path?.trim())
      continue
    if (environment[name]?.trim()) faults.push(`${given}: ${name} is set, too. Set one of them.`)
    else all[name] = textIn(given, path.trim(), faults)
    delete all[given]
  }
  return all
}

/** Whether a setting's value is shown to nobody. */
export const holdsSecret = (name: string): boolean =>
  secrets.includes(name) || /^OAUTH_[A-Z0-9]+_[A-Z0-9_]+$/.test(name)

const textIn = (name: string, path: string, faults: string[]): string => {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    // nothing would stand for the default, which is never meant
    if (text.trim() === '') faults.push(`${name}: ${path} is empty.`)
    return text
  } catch (error) {
    faults.push(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return ''
  }
}
