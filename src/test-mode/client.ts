import type { TestClient, TestMail, TestPerson, WantedMails } from './testing-types.ts'

/** What a test does with a service in test mode at this address. Each call throws an `Error` with the answer, if it is refused. */
export const testClient = (address: string): TestClient => {
  const url = address.replace(/\/$/, '')
  const ask = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${url}/test${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} /test${path}: ${answer.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as Body
  }
  const findMails = async (wanted: WantedMails = {}) => {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return (await ask<{ mails: TestMail[] }>('GET', `/mails?${query}`)).mails
  }
  const codeAt = async (path: string) => (await ask<{ code: string }>('GET', path)).code
  const nowAfter = async (asked: Promise<{ now: string }>) => (await asked).now
  return {
    url,
    person: (wanted = {}) => ask<TestPerson>('POST', '/people', wanted),
    mails: findMails,
    mail: async (wanted = {}) => {
      const newest = (await findMails(wanted)).at(-1)
      if (!newest) throw new Error(`no mail came: ${JSON.stringify(wanted)}`)
      return newest
    },
    code: (person) => codeAt(`/people/${encodeURIComponent(person)}/totp`),
    codeOf: (secret) => codeAt(`/totp?${new URLSearchParams({ secret })}`),
    advance: (add) => nowAfter(ask('POST', '/clock', { add })),
    now: () => nowAfter(ask('GET', '/clock')),
    passkey: (options, more = {}) => ask('POST', '/passkey', { options, ...more }),
    serviceKey: async (...scopes) => (await ask<{ key: string }>('POST', '/service-keys', { scopes })).key,
    fail: (failure) => ask('POST', '/fail', failure),
    reset: () => ask('POST', '/reset'),
  }
}
