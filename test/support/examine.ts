import assert from 'node:assert/strict'
import type { Check, NamedFinding } from '../../cli/doctor/check.ts'
import { factsOf } from '../../cli/doctor/facts.ts'
import { hashingCheck } from '../../cli/doctor/hashing.ts'
import { checks } from '../../cli/doctor/index.ts'
import { runChecks } from '../../cli/doctor/run-checks.ts'
import { type Environment, parseConfig, parseDatabaseSettings } from '../../src/config/config.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { openDatabase } from '../../src/platform/db/open.ts'
import { newLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start.ts'
import { register } from './people.ts'

/** How long a hash takes is for the machine and its load to say, and depends on no setting. */
const untimed = checks.filter((check) => check !== hashingCheck)

/** Everything that `doctor` finds, with these settings and no others, or what some of its checks do. */
export const examine = async (
  settings: Environment,
  by: readonly Check[] = untimed,
): Promise<NamedFinding[]> => {
  const facts = factsOf(settings)
  try {
    return await runChecks(by, facts, () => {})
  } finally {
    await facts.close()
  }
}

/** Only problems. */
export const faultsFound = async (settings: Environment): Promise<NamedFinding[]> =>
  (await examine(settings)).filter(({ status }) => status !== 'ok')

/** One fault, with what to do about it. */
export const assertFound = (
  findings: readonly NamedFinding[],
  name: string,
  status: NamedFinding['status'],
  message: RegExp,
  remedy: RegExp,
): void => {
  const found = findings.find((finding) => finding.name === name && message.test(finding.message))
  assert.ok(found, `${name} says nothing like ${message}:\n${JSON.stringify(findings, null, 2)}`)
  assert.equal(found.status, status)
  assert.match(found.remedy ?? '', remedy)
}

/** Opens a database that nobody else has open, for a moment. */
export const onDatabase = async <Result>(
  settings: Environment,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => {
  const db = await openDatabase(parseDatabaseSettings(settings), () => {})
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export const spoil = (settings: Environment, script: string): Promise<void> =>
  onDatabase(settings, (db) => db.script(script))

/** Starts a service, uses it, and stops it again. */
export const useOnce = async (settings: Environment): Promise<void> => {
  const service = await startService(parseConfig(settings), newLog('silent'))
  try {
    await register(service)
  } finally {
    await service.stop()
  }
}
