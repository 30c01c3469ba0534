import { newBrowser } from '../browser.ts'
import { consoleOf, makeOperator } from '../console.ts'
import { registerGuarded } from '../second-factor.ts'
import type { TestService } from '../service.ts'
import type { RefusedCase } from './case.ts'

/** Of the console. */
export const consoleCases = (service: TestService): RefusedCase[] => [
  {
    rule: 'console.not_granted',
    code: 'insufficient_scope',
    provoke: async () => {
      const person = await registerGuarded(service)
      const { press } = consoleOf(service)
      const enter = async () => {
        const browser = newBrowser()
        await press(browser, '/sign-in', { email: person.email, password: person.password })
        return press(browser, '/second-step?method=backup_code', { code: person.backup.pop()! })
      }
      return { userId: person.userId, ask: enter, lift: () => makeOperator(service, person) }
    },
  },
]
