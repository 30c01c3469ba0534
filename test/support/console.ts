import assert from 'node:assert/strict'
import { consoleScopes } from '../../src/credentials/operators/scopes.ts'
import type { KeyScope } from '../../src/credentials/service-keys/scopes.ts'
import { grantOperator } from '../../src/flows/operators/staff/grant.ts'
import { type Browser, type Landing, newBrowser, subjectIn } from './browser.ts'
import type { Person } from './people.ts'
import { type Guarded, registerGuarded } from './second-factor.ts'
import type { TestService } from './service.ts'
import { sql } from './sql.ts'
import { titleOf } from './visitors.ts'

/** Somebody with a confirmed address and a second factor who may use the console, many times an hour. */
export const newConsoleOperator = async (
  service: TestService,
  scopes: readonly KeyScope[] = consoleScopes,
): Promise<Guarded> => {
  const person = await registerGuarded(service)
  await makeOperator(service, person, scopes)
  return person
}

export const makeOperator = async (
  { deps }: TestService,
  { userId }: Pick<Person, 'userId'>,
  scopes: readonly KeyScope[] = consoleScopes,
): Promise<void> => {
  await deps.db.run(sql`update emails set verified_at = now() where user_id = ${userId}`)
  const granted = { userId, scopes: [...scopes], actsPerHour: 10_000, removalsPerDay: 10_000 }
  assert.ok(await grantOperator(deps, granted, { kind: 'operator' }))
}

/** The console of a service, as browsers see it. */
export const consoleOf = (service: Pick<TestService, 'adminAddress'>) => {
  const at = (path: string) => `${service.adminAddress}/console${path}`

  /** Presses a button of a page as it is now. */
  const press = async (
    browser: Browser,
    path: string,
    form: Record<string, string> = {},
  ): Promise<Landing> => {
    const page = await browser.open(at(path))
    return browser.submit({ ...page, url: new URL(at(path)) }, { ...seenIn(page), ...form })
  }

  const cookieOf = (browser: Browser, name = 'console') =>
    browser.cookies.get(new URL(service.adminAddress).origin)?.get(`sallyport-${name}`)

  /** A browser in which an operator is at the console, which uses up a backup code. */
  const operatorBrowser = async ({ email, password, backup }: Guarded, browser = newBrowser()) => {
    await press(browser, '/sign-in', { email, password })
    const page = await press(browser, '/second-step?method=backup_code', { code: backup.pop()! })
    assert.equal(titleOf(page), 'Overview', page.text)
    return browser
  }

  return { at, press, cookieOf, operatorBrowser }
}

/** What the form of an act says about the state that it was shown for. */
export const seenIn = ({ text }: { text: string }): Record<string, string> => {
  const seen = /name="seen" value="([^"]+)"/.exec(text)?.[1]
  return { ...subjectIn(text), ...(seen !== undefined && { seen }) }
}
