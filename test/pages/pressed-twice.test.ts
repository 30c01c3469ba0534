import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { insertIdentity } from '../../src/credentials/identities/queries/identities.ts'
import { newPasskey, type SoftwarePasskey } from '../../src/test-mode/authenticator.ts'
import { accountPages, mailedPages } from '../../src/web/pages/pages.ts'
import { changeEmail, changeToken, registerProven } from '../support/address-change.ts'
import { type Browser, type Landing, newBrowser } from '../support/browser.ts'
import { appUrl } from '../support/federation.ts'
import { freePort } from '../support/free-port.ts'
import { inviteTo } from '../support/invitation.ts'
import { linkIn, codeIn as mailedCodeIn, nextMail, startMailing } from '../support/mailing.ts'
import { askedOn } from '../support/passkey-pages.ts'
import { addPasskey } from '../support/passkeys.ts'
import { newEmail, register } from '../support/people.ts'
import { resetToken } from '../support/reset.ts'
import { appOf, type Guarded, registerGuarded } from '../support/second-factor.ts'
import { resetTokenFor, waitingReset } from '../support/two-factor-reset.ts'
import { carriedIn, secretIn, titleOf, visitorsOf } from '../support/visitors.ts'

const start = async (more: Record<string, string> = {}) => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const provider = {
    OAUTH_PROVIDERS: 'github',
    OAUTH_GITHUB_CLIENT_ID: 'id',
    OAUTH_GITHUB_CLIENT_SECRET: 's',
  }
  const settings = {
    PORT: String(port),
    PUBLIC_URL: address,
    OAUTH_REDIRECT_URIS: appUrl,
    REGISTRATIONS_PER_HOUR: '1000',
    EMAIL_SIGN_IN: 'on',
  }
  return { ...(await startMailing({ ...settings, ...provider, ...more })), address }
}
const service = await start()
const strict = await start({ TWO_FACTOR: 'required' })
const { at, press, visitorOf, newcomer, guardedVisitorOf, setUp } = visitorsOf(service)
const onStrict = visitorsOf(strict)
// lets nobody in before the address is confirmed
const waiting = await start({ EMAIL_VERIFICATION: 'required' })
const onWaiting = visitorsOf(waiting)
const password = 'a password of the tests'
const newPassword = { password: 'another of the tests', passwordConfirmation: 'another of the tests' }

/** A page that is open, and what is filled in there. */
type Ready = { browser: Browser; page: Landing; form?: Record<string, string> }

const openIn = async (browser: Browser, path: string, form?: Record<string, string>): Promise<Ready> => ({
  browser,
  page: await browser.open(at(path)),
  ...(form && { form }),
})
const asNewcomer = async (path: string, form?: Record<string, string>) =>
  openIn((await newcomer()).browser, path, form)
const byLink = async (path: string, token: Promise<string> | string, form?: Record<string, string>) =>
  openIn(newBrowser(), `${path}?token=${await token}`, form)
const guarded = async () => {
  const person = await registerGuarded(service)
  const browser = await guardedVisitorOf(person)
  await press(browser, '/confirm-it-is-you', { act: 'code', code: person.backup.pop()! })
  return { person, browser }
}
const newKey = (origin = service.address) => newPasskey({ origin })
const created = (key: SoftwarePasskey, page: Landing) => ({
  name: 'Mine',
  credential: JSON.stringify(key.create(askedOn(page, 'create'))),
})
const withKey = async (act = 'begin') => {
  const { person, browser } = await newcomer()
  const key = newKey()
  const page = await press(browser, '/passkeys/add', { act })
  const after = await browser.submit(page, { act: 'add', ...created(key, page) })
  const [, id = ''] = /passkey\?id=([0-9a-f-]+)"/.exec((await browser.open(at('/passkeys'))).text) ?? []
  return { person, browser, key, after, path: `/passkeys/passkey?id=${id}` }
}
const answered = async (ready: Promise<Ready> | Ready, key: SoftwarePasskey): Promise<Ready> => {
  const { page, ...rest } = await ready
  return { ...rest, page, form: { credential: JSON.stringify(key.get(askedOn(page))) } }
}
/** Presses a button that then asks for a second factor, which the next press brings along. */
const askedBy = async (ready: Promise<Ready>, act: string): Promise<Ready> => {
  const { browser, page, form } = await ready
  const asked = await browser.submit(page, { act, ...form })
  assert.equal(titleOf(asked), "Confirm it's you", asked.text)
  return { browser, page: asked, form: carriedIn(asked) }
}
const byKey = async (ready: Promise<Ready>, act: string, key: SoftwarePasskey): Promise<Ready> => {
  const asked = await askedBy(ready, act)
  return { ...asked, form: { ...asked.form, ...(await answered(asked, key)).form } }
}
const byCode = async (ready: Promise<Ready>, act: string, code: string): Promise<Ready> => {
  const asked = await askedBy(ready, act)
  return { ...asked, form: { ...asked.form, code } }
}
const submitted = async (ready: Promise<Ready>): Promise<Landing> => {
  const { browser, page, form = {} } = await ready
  return browser.submit(page, form)
}
const atSecondStep = async (person: Guarded, path = '/second-step') => {
  const browser = newBrowser()
  await press(browser, '/sign-in', { email: person.email, password })
  return openIn(browser, path)
}
/** Signed in, on a device that is trusted. */
const atSecondStepOf = async (person: Guarded) => {
  const { browser } = await atSecondStep(person)
  await press(browser, '/second-step', { code: person.code(), trustDevice: 'yes' })
  return { browser }
}
const ofApp = async (form?: Record<string, string>) => {
  const { person, browser } = await guarded()
  const [, id = ''] = /app\?id=([0-9a-f-]+)"/.exec((await browser.open(at('/two-factor'))).text) ?? []
  return { person, ...(await openIn(browser, `/two-factor/app?id=${id}`, form)) }
}
/** Of a proven address: from before the first proof, nothing stays. */
const withAddedKey = async () => {
  const person = await registerProven(service)
  await addPasskey(service, person, { passkey: newKey() })
  return person
}
/** What a page lists to be removed. */
const staying = async (ready: Promise<Ready>): Promise<Ready> => {
  const { browser, page } = await ready
  const [, kind = '', id = ''] =
    /name="kind" value="([^"]+)">.*?name="id" value="([^"]+)"/.exec(page.text) ?? []
  assert.ok(id, page.text)
  return { browser, page, form: { kind, id } }
}
const registeredOn = async (
  { press }: Pick<typeof onStrict, 'press'>,
  email = newEmail(),
): Promise<Ready> => {
  const browser = newBrowser()
  const form = { email, password, passwordConfirmation: password }
  return { browser, page: await press(browser, '/register', form) }
}
const enrolling = () => registeredOn(onStrict)
const codeIn = (page: Landing, { clock } = service) => appOf({ clock }, secretIn(page)).code()
const withCodes = async (): Promise<Ready> => {
  const { browser } = await newcomer()
  const { page } = await setUp(browser)
  const codes = await browser.submit(page, { act: 'confirm', code: codeIn(page) })
  return { browser, page: codes, form: { code: /<li>([0-9A-Z-]{19})</.exec(codes.text)?.[1] ?? '' } }
}

/** Every button of every page: its path and act, how somebody comes to it, and where it leads them. */
const acts: Record<string, [ready: () => Promise<Ready>, ends: string]> = {
  '/account/accept-invitation ': [
    async () => {
      const { link } = await inviteTo(service, newEmail())
      return byLink('/accept-invitation', link.searchParams.get('token')!, newPassword)
    },
    'Your account is ready',
  ],
  '/account/verify-email ': [
    async () => {
      const { email } = await register(service)
      const link = linkIn(await nextMail(service, email, 'Confirm'))
      return byLink('/verify-email', link.searchParams.get('token')!)
    },
    'Your email address is confirmed',
  ],
  '/account/verify-email take-over': [
    async () => {
      const { email } = await register(service)
      const link = linkIn(await nextMail(service, email, 'Confirm'))
      return byLink('/verify-email', link.searchParams.get('token')!, newPassword)
    },
    'Your new password is set',
  ],
  '/account/reset-password ': [
    async () => byLink('/reset-password', resetToken(service, (await register(service)).email), newPassword),
    'Your new password is set',
  ],
  '/account/reset-password remove': [
    async () => {
      const person = await withAddedKey()
      return staying(byLink('/reset-password', resetToken(service, person.email)))
    },
    'Set a new password',
  ],
  '/account/confirm-new-email ': [
    async () => byLink('/confirm-new-email', changeToken(service, await registerProven(service), newEmail())),
    'Your address has been changed',
  ],
  '/account/undo-email-change ': [
    async () => {
      const { undoToken } = await changeEmail(service, await registerProven(service))
      return byLink('/undo-email-change', undoToken, newPassword)
    },
    'Your email address has been restored',
  ],
  '/account/undo-email-change remove': [
    async () => {
      const { undoToken } = await changeEmail(service, await withAddedKey())
      return staying(byLink('/undo-email-change', undoToken))
    },
    'Undo the change of your email address',
  ],
  '/account/reset-two-factor ': [
    async () => byLink('/reset-two-factor', resetTokenFor(service, await registerGuarded(service))),
    'Two-factor authentication will be removed',
  ],
  '/account/keep-two-factor ': [
    async () => byLink('/keep-two-factor', waitingReset(service, await registerGuarded(service))),
    'Two-factor authentication stays on',
  ],
  '/account/forgot-password ': [
    async () => openIn(newBrowser(), '/forgot-password', { email: newEmail() }),
    'Check your email',
  ],
  '/account/sign-in ': [
    async () => openIn(newBrowser(), '/sign-in', { email: (await register(service)).email, password }),
    'Your account',
  ],
  '/account/sign-in passkey': [
    async () => answered(openIn(newBrowser(), '/sign-in'), (await withKey()).key),
    'Your account',
  ],
  '/account/register ': [
    () => openIn(newBrowser(), '/register', { email: newEmail(), password, passwordConfirmation: password }),
    'Your account',
  ],
  '/account/second-step ': [
    async () => {
      const person = await registerGuarded(service)
      return { ...(await atSecondStep(person)), form: { code: person.code(), trustDevice: 'yes' } }
    },
    'Your account',
  ],
  '/account/second-step passkey': [
    async () => {
      const { person, key } = await withKey('begin-key')
      return answered(atSecondStep(person as Guarded), key)
    },
    'Your account',
  ],
  '/account/set-up-second-factor begin': [enrolling, 'Set up a second factor'],
  '/account/set-up-second-factor confirm': [
    async () => {
      const { browser, page } = await enrolling()
      const begun = await browser.submit(page, { act: 'begin' })
      return { browser, page: begun, form: { code: codeIn(begun, strict) } }
    },
    'Your backup codes',
  ],
  '/account/set-up-second-factor begin-key': [enrolling, 'Set up a second factor'],
  '/account/set-up-second-factor add-key': [
    async () => {
      const { browser, page } = await enrolling()
      const begun = await browser.submit(page, { act: 'begin-key' })
      return { browser, page: begun, form: created(newKey(strict.address), begun) }
    },
    'Your backup codes',
  ],
  '/account/set-up-second-factor start-over': [enrolling, 'Sign in'],
  '/account/offer-passkey add': [
    async () => {
      const { browser, page } = await asNewcomer('/offer-passkey')
      return { browser, page, form: created(newKey(), page) }
    },
    'Your account',
  ],
  '/account/offer-passkey later': [() => asNewcomer('/offer-passkey'), 'Your account'],
  '/account/sign-in email-code': [
    () => openIn(newBrowser(), '/sign-in', { email: newEmail() }),
    'Check your email',
  ],
  '/account/register email-code': [
    () => openIn(newBrowser(), '/register', { email: newEmail() }),
    'Check your email',
  ],
  '/account/email-code ': [
    async () => {
      const [browser, email] = [newBrowser(), newEmail()]
      const page = await press(browser, '/sign-in', { act: 'email-code', email })
      return { browser, page, form: { code: mailedCodeIn(await nextMail(service, email, 'Your code')) } }
    },
    'Your account',
  ],
  '/account/lost-second-factor ': [
    async () => atSecondStep(await registerGuarded(service), '/lost-second-factor'),
    'Check your email',
  ],
  '/account/confirm-address code': [
    async () => {
      const email = newEmail()
      const ready = await registeredOn(onWaiting, email)
      return { ...ready, form: { code: mailedCodeIn(await nextMail(waiting, email)) } }
    },
    'Your account',
  ],
  '/account/language ': [
    async () => {
      const { browser, page } = await asNewcomer('')
      return { browser, page: { ...page, url: new URL(at('/language')) }, form: { language: 'en' } }
    },
    'Sallyport',
  ],
  '/account/confirm-address ': [() => registeredOn(onWaiting), 'Confirm your email address'],
  '/account/sign-out ': [() => asNewcomer('/sign-out'), 'Sign in'],
  '/account verify': [() => asNewcomer(''), 'Your account'],
  '/account/sessions end': [
    async () => {
      const { person, browser } = await newcomer()
      await visitorOf(person)
      const ready = await openIn(browser, '/sessions')
      return { ...ready, form: { id: /name="id" value="([^"]+)"/.exec(ready.page.text)?.[1] ?? '' } }
    },
    'Sessions',
  ],
  '/account/sessions forget': [
    async () => {
      const { browser } = await atSecondStepOf(await registerGuarded(service))
      const ready = await openIn(browser, '/sessions')
      const [, id = ''] =
        /name="act" value="forget">[\s\S]*?name="id" value="([^"]+)"/.exec(ready.page.text) ?? []
      return { ...ready, form: { act: 'forget', id } }
    },
    'Sessions',
  ],
  '/account/sessions end-others': [() => asNewcomer('/sessions'), 'Sessions'],
  '/account/sessions end-all': [() => asNewcomer('/sessions'), 'Sign in'],
  '/account/email ': [() => asNewcomer('/email', { email: newEmail() }), 'Change your email address'],
  '/account/password ': [
    () => asNewcomer('/password', { currentPassword: password, ...newPassword }),
    'Your account',
  ],
  '/account/two-factor/set-up begin': [() => asNewcomer('/two-factor/set-up'), 'Set up an authenticator app'],
  '/account/two-factor/set-up confirm': [
    async () => {
      const { browser } = await newcomer()
      const { page } = await setUp(browser)
      return { browser, page, form: { code: codeIn(page) } }
    },
    'Your backup codes',
  ],
  '/account/two-factor/codes ': [withCodes, 'Two-factor authentication'],
  '/account/two-factor/renew-codes ': [
    async () => {
      const { person, browser } = await guarded()
      return openIn(browser, '/two-factor/renew-codes', { code: person.code() })
    },
    'Your backup codes',
  ],
  '/account/two-factor/renew-codes passkey': [
    async () => {
      const { browser, key } = await withKey('begin-key')
      return answered(openIn(browser, '/two-factor/renew-codes'), key)
    },
    'Your backup codes',
  ],
  '/account/two-factor/turn-off ': [
    async () => {
      const { person, browser } = await guarded()
      return openIn(browser, '/two-factor/turn-off', { code: person.code() })
    },
    'Two-factor authentication',
  ],
  '/account/two-factor/turn-off passkey': [
    async () => {
      const { browser, key } = await withKey('begin-key')
      return answered(openIn(browser, '/two-factor/turn-off'), key)
    },
    'Two-factor authentication',
  ],
  '/account/two-factor/add-app ': [
    async () => {
      const { person, browser } = await guarded()
      return byCode(openIn(browser, '/two-factor/add-app', { name: 'Tablet' }), '', person.code())
    },
    'Set up an authenticator app',
  ],
  '/account/two-factor/app rename': [() => ofApp({ name: 'Watch' }), 'Two-factor authentication'],
  '/account/two-factor/app replace': [
    async () => {
      const { person, ...ready } = await ofApp()
      return byCode(Promise.resolve(ready), 'replace', person.code())
    },
    'Set up an authenticator app',
  ],
  '/account/two-factor/app remove': [
    async () => {
      const { person, browser, page } = await ofApp()
      const key = newKey()
      const begun = await submitted(
        byCode(openIn(browser, '/passkeys/add'), 'begin-key', person.backup.pop()!),
      )
      await browser.submit(begun, { act: 'add', ...created(key, begun) })
      return { browser, page: await browser.open(page.url.href) }
    },
    'Two-factor authentication',
  ],
  '/account/passkeys/add begin': [() => asNewcomer('/passkeys/add'), 'Add a passkey'],
  '/account/passkeys/add begin-key': [() => asNewcomer('/passkeys/add'), 'Add a passkey'],
  '/account/passkeys/add add': [
    async () => {
      const { browser } = await newcomer()
      const page = await press(browser, '/passkeys/add', { act: 'begin-key' })
      return { browser, page, form: created(newKey(), page) }
    },
    'Your backup codes',
  ],
  '/account/passkeys/passkey rename': [
    async () => {
      const { browser, path } = await withKey()
      return openIn(browser, path, { name: 'Watch' })
    },
    'Passkeys',
  ],
  '/account/passkeys/passkey guard': [
    async () => {
      const { browser, key, path } = await withKey()
      return byKey(openIn(browser, path), 'guard', key)
    },
    'Your backup codes',
  ],
  '/account/passkeys/passkey resign': [
    async () => {
      const { browser, key, path } = await withKey()
      await submitted(byKey(openIn(browser, path), 'guard', key))
      return byKey(openIn(browser, path), 'resign', key)
    },
    'Passkeys',
  ],
  '/account/passkeys/passkey remove': [
    async () => {
      const { browser, path } = await withKey()
      return openIn(browser, path)
    },
    'Passkeys',
  ],
  '/account/providers link': [() => asNewcomer('/providers', { provider: 'github' }), 'Continue to GitHub'],
  '/account/providers unlink': [
    async () => {
      const { person, browser } = await newcomer()
      const identity = { provider: 'github', subject: person.userId, email: undefined }
      await service.deps.db.transaction((runner) => insertIdentity(runner, person.userId, identity))
      return openIn(browser, '/providers', { provider: 'github' })
    },
    'Linked providers',
  ],
  '/account/close ': [
    async () => {
      const { person, browser } = await newcomer()
      return openIn(browser, '/close', { email: person.email })
    },
    'Your account is closed',
  ],
  '/account/confirm-it-is-you password': [
    () => asNewcomer('/confirm-it-is-you', { password }),
    'Your account',
  ],
  '/account/confirm-it-is-you passkey': [
    async () => {
      const { browser, key } = await withKey()
      return answered(openIn(browser, '/confirm-it-is-you'), key)
    },
    'Your account',
  ],
  '/account/confirm-it-is-you code': [
    async () => {
      const { person, browser } = await guarded()
      return openIn(browser, '/confirm-it-is-you', { code: person.code() })
    },
    'Your account',
  ],
}

test('every button with an effect is covered', () => {
  const all = [...mailedPages, ...accountPages].flatMap(({ path, acts = {}, download }) =>
    download ? [] : Object.keys(acts).map((act) => `${path} ${act}`),
  )
  assert.deepEqual(Object.keys(acts).sort(), all.sort())
})

const hiddenIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(subject|press)" value="([^"]+)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

/** Sends the form as a browser does that goes on with the second answer and has forgotten the first. */
const pressTwice = ({ browser, page: { url, text }, form = {} }: Ready, act: string, afterMs: number) => {
  const jar = browser.cookies.get(url.origin) ?? new Map()
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const body = new URLSearchParams({ ...hiddenIn(text), ...(act && { act }), ...form })
  const send = async () => {
    const headers = { cookie, origin: url.origin, 'accept-language': 'en' }
    const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body })
    const { status } = response
    const cookies = response.headers.getSetCookie()
    return { status, to: response.headers.get('location'), cookies, text: await response.text() }
  }
  const first = send()
  return [first, sleep(afterMs).then(send)] as const
}

let turn: Promise<unknown> = Promise.resolve()
/** One at a time: people share a clock, and each code is good for one of its steps. Only what is waited for overlaps. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

suite('side by side', { concurrency: 8 }, () => {
  for (const [name, [ready, ends]] of Object.entries(acts)) {
    const [path = '', act = ''] = name.split(' ')
    test(`pressed twice, ${act || 'the button'} of ${path} takes effect once, and says so twice`, async () => {
      for (const afterMs of [0, 60, 300]) {
        const { open, presses } = await inTurn(async () => {
          const open = await ready()
          const presses = pressTwice(open, act, afterMs)
          await presses[0]
          return { open, presses }
        })
        const [first, second] = await Promise.all(presses)
        assert.ok(first.status < 400, first.text)
        assert.deepEqual(second, first)
        const { browser, page } = open
        const { origin } = page.url
        const jar = browser.cookies.get(origin) ?? new Map()
        browser.cookies.set(origin, jar)
        for (const line of second.cookies) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (line.includes('Max-Age=0')) jar.delete(key)
          else jar.set(key, value)
        }
        const landed = second.to ? await browser.open(new URL(second.to, page.url).href) : second
        assert.equal(titleOf(landed as Landing), ends)
      }
    })
  }
})
