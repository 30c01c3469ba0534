import { test } from 'node:test'
import { newOperator } from '../support/operators.ts'
import { register, signIn } from '../support/people.ts'
import { startMailing } from '../support/mailing.ts'

const service = await startMailing()
const { ask } = await newOperator(service, 'users:read', 'users:write')

test('tryout', async () => {
  const person = await register(service)
  for (let nth = 0; nth < 12; nth++) {
    const answer = await signIn(service, { ...person, password: 'a wrong one' })
    console.log(answer.status, answer.headers.get('x-request-id'))
  }
  await signIn(service, { ...person, email: 'nobody@example.com' })
  await new Promise((r) => setTimeout(r, 2500))
  console.log(JSON.stringify((await ask('GET', `/users/${person.userId}/refusals`)).body, null, 1).slice(0, 3000))
  console.log((await ask('GET', `/users/${person.userId}/waits`)).body)
  console.log(service.logs.filter((l) => l.includes('"rule"')).slice(-2))
  console.log(service.logs.filter((l) => l.includes('"err"')).slice(-2))
})
