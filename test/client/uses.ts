import { type Client, createPasskey, getPasskey } from '../../packages/client/src/index.ts'
import type { Asked } from '../support/asked.ts'

type Place = {
  sallyport: Client
  /** What the next answer is: the token is stale, or there is a second step, or the setup of a second factor. */
  state: { isStale: boolean; isGuarded: boolean; mustEnrol: boolean }
  asked: Asked[]
}

type Use = (place: Place) => Promise<unknown>

const id = '0190b8a6-7c00-7000-8000-000000000000'
const email = 'ada@example.com'
const password = 'another password of the tests'
const token = 'a token of an email'
const code = '123456'
const provider = 'example'
const redirectUri = 'https://app.example.com/signed-in'

const startStep = async ({ sallyport, state }: Place) => {
  state.isGuarded = true
  const step = await sallyport.signIn({ email, password })
  if (step.state !== 'two_factor') throw new Error('there is no second step')
  return step
}

const startEnrolment = async ({ sallyport, state }: Place) => {
  state.mustEnrol = true
  const step = await sallyport.register({ email, password })
  if (step.state !== 'two_factor_enrolment') throw new Error('there is nothing to set up')
  return step
}

const locationFor = (state: unknown) => `${redirectUri}?code=a-code&state=${state}`

/** Each function of the client, used in every way that it has. */
export const uses: Record<string, Use[]> = {
  register: [
    ({ sallyport }) => sallyport.register({ email, password }),
    ({ sallyport }) => sallyport.register({ email, password, passwordConfirmation: password }),
    async (place) => (await startEnrolment(place)).begin().then(() => {}),
    async (place) => (await startEnrolment(place)).confirm(code),
    async (place) => (await startEnrolment(place)).addPasskey({ name: 'key' }),
    async (place) => {
      const { startPasskey, confirmPasskey } = await startEnrolment(place)
      await confirmPasskey({ credential: await createPasskey(startPasskey) })
    },
  ],
  signIn: [
    ({ sallyport }) => sallyport.signIn({ email, password }),
    async (place) => (await startStep(place)).answer({ method: 'totp', code }).then(() => {}),
    async (place) => (await startStep(place)).answerWithPasskey(),
    async (place) => (await startStep(place)).answerWithPasskey({ trustDevice: true }),
    async (place) =>
      (await startStep(place)).answer({ method: 'totp', code, trustDevice: true }).then(() => {}),
    async (place) => {
      const { answer, startPasskey } = await startStep(place)
      await answer({ method: 'passkey', credential: await getPasskey(startPasskey) })
    },
    async (place) => (await startStep(place)).requestRemoval(),
  ],
  signInWithEmailCode: [
    async ({ sallyport }) => void (await sallyport.signInWithEmailCode('ada@example.com')),
  ],
  signInWithPasskey: [({ sallyport }) => sallyport.signInWithPasskey()],
  startPasskey: [async ({ sallyport }) => void (await sallyport.startPasskey())],
  finishPasskey: [async ({ sallyport }) => sallyport.finishPasskey(await getPasskey(sallyport.startPasskey))],
  resume: [
    async (place) => {
      await startStep(place)
      const step = await place.sallyport.resume()
      if (step?.state === 'two_factor') await step.answer({ method: 'backup_code', code })
    },
    async (place) => {
      await startEnrolment(place)
      const step = await place.sallyport.resume()
      if (step?.state === 'two_factor_enrolment') await step.confirm(code)
    },
  ],
  signOut: [
    ({ sallyport }) => sallyport.signOut(),
    ({ sallyport }) => sallyport.signOut({ forgetDevice: true }),
    ({ sallyport, state }) => {
      state.isStale = true
      return sallyport.signOut()
    },
  ],
  fetch: [
    ({ sallyport, state }) => {
      state.isStale = true
      return sallyport.fetch('/users/me')
    },
  ],
  providers: [({ sallyport }) => sallyport.providers()],
  startRedirect: [
    ({ sallyport }) => sallyport.startRedirect({ provider, redirectUri }),
    ({ sallyport }) => sallyport.startRedirect({ redirectUri, prompt: 'create', loginHint: email }),
  ],
  finishRedirect: [
    async ({ sallyport }) => {
      const address = await sallyport.startRedirect({ provider, redirectUri })
      await sallyport.finishRedirect(locationFor(new URL(address).searchParams.get('state')))
    },
  ],

  'account.get': [({ sallyport }) => sallyport.account.get()],
  'account.events': [
    ({ sallyport }) => sallyport.account.events(),
    ({ sallyport }) => sallyport.account.events({ limit: 10, cursor: 'a cursor' }),
  ],
  'account.mails': [({ sallyport }) => sallyport.account.mails({ limit: 10, cursor: 'a cursor' })],
  'account.export': [({ sallyport }) => sallyport.account.export()],
  'account.setLanguage': [
    ({ sallyport }) => sallyport.account.setLanguage('de'),
    ({ sallyport }) => sallyport.account.setLanguage(null),
  ],
  'account.prove': [
    ({ sallyport }) => sallyport.account.prove({ method: 'password', password }),
    ({ sallyport }) => sallyport.account.prove({ method: 'totp', code }),
    ({ sallyport }) => sallyport.account.prove({ method: 'backup_code', code }),
    async ({ sallyport }) => sallyport.account.prove(await sallyport.passkeys.proof()),
  ],
  'account.close': [({ sallyport }) => sallyport.account.close()],

  'password.change': [
    ({ sallyport }) => sallyport.password.change({ password }),
    ({ sallyport }) => sallyport.password.change({ password, currentPassword: password }),
  ],
  'password.forgot': [({ sallyport }) => sallyport.password.forgot(email)],
  'password.reset': [({ sallyport }) => sallyport.password.reset({ token, password })],
  'password.staying': [({ sallyport }) => sallyport.password.staying(token)],
  'password.removeStaying': [
    ({ sallyport }) => sallyport.password.removeStaying(token, { kind: 'session', id }),
  ],

  'email.change': [({ sallyport }) => sallyport.email.change(email)],
  'email.resend': [({ sallyport }) => sallyport.email.resend()],
  'email.verify': [
    ({ sallyport }) => sallyport.email.verify({ token }),
    ({ sallyport }) => sallyport.email.verify({ email, code }),
  ],
  'email.verifyOwn': [({ sallyport }) => sallyport.email.verifyOwn({ token })],
  'email.takeOver': [({ sallyport }) => sallyport.email.takeOver({ token, password })],
  'email.undo': [
    ({ sallyport }) => sallyport.email.undo({ token }),
    ({ sallyport }) => sallyport.email.undo({ token, password }),
  ],

  'sessions.list': [({ sallyport }) => sallyport.sessions.list()],
  'sessions.end': [({ sallyport }) => sallyport.sessions.end(id)],
  'sessions.endAll': [({ sallyport }) => sallyport.sessions.endAll()],

  'trustedDevices.list': [({ sallyport }) => sallyport.trustedDevices.list()],
  'trustedDevices.forget': [({ sallyport }) => sallyport.trustedDevices.forget(id)],
  'trustedDevices.forgetAll': [({ sallyport }) => sallyport.trustedDevices.forgetAll()],

  'twoFactor.settings': [({ sallyport }) => sallyport.twoFactor.settings()],
  'twoFactor.begin': [({ sallyport }) => sallyport.twoFactor.begin()],
  'twoFactor.confirm': [({ sallyport }) => sallyport.twoFactor.confirm(code)],
  'twoFactor.disable': [
    ({ sallyport }) => sallyport.twoFactor.disable({ code }),
    ({ sallyport }) => sallyport.twoFactor.disable({ code, method: 'backup_code' }),
    async ({ sallyport }) => sallyport.twoFactor.disable(await sallyport.passkeys.proof()),
  ],
  'twoFactor.renewBackupCodes': [
    ({ sallyport }) => sallyport.twoFactor.renewBackupCodes({ code }),
    ({ sallyport }) => sallyport.twoFactor.renewBackupCodes({ code, method: 'totp' }),
    async ({ sallyport }) => sallyport.twoFactor.renewBackupCodes(await sallyport.passkeys.proof()),
  ],
  'twoFactor.confirmRemoval': [({ sallyport }) => sallyport.twoFactor.confirmRemoval(token)],
  'twoFactor.cancelRemoval': [({ sallyport }) => sallyport.twoFactor.cancelRemoval(token)],

  'authenticators.list': [({ sallyport }) => sallyport.authenticators.list()],
  'authenticators.begin': [
    ({ sallyport }) => sallyport.authenticators.begin(),
    ({ sallyport }) => sallyport.authenticators.begin({ name: 'tablet', replaces: id, code }),
  ],
  'authenticators.confirm': [({ sallyport }) => sallyport.authenticators.confirm(code)],
  'authenticators.rename': [({ sallyport }) => sallyport.authenticators.rename(id, 'tablet')],
  'authenticators.remove': [({ sallyport }) => sallyport.authenticators.remove(id)],

  'passkeys.signal': [({ sallyport }) => sallyport.passkeys.signal()],
  'passkeys.list': [({ sallyport }) => sallyport.passkeys.list()],
  'passkeys.add': [
    ({ sallyport }) => sallyport.passkeys.add(),
    ({ sallyport }) => sallyport.passkeys.add({ name: 'phone', asSecondFactor: true }),
  ],
  'passkeys.rename': [({ sallyport }) => sallyport.passkeys.rename(id, 'phone')],
  'passkeys.setAsSecondFactor': [
    async ({ sallyport }) =>
      sallyport.passkeys.setAsSecondFactor(id, true, await sallyport.passkeys.proof({ passkeyId: id })),
  ],
  'passkeys.remove': [
    ({ sallyport }) => sallyport.passkeys.remove(id),
    ({ sallyport }) => sallyport.passkeys.remove(id, { code }),
  ],
  'passkeys.proof': [({ sallyport }) => sallyport.passkeys.proof()],

  'identities.list': [({ sallyport }) => sallyport.identities.list()],
  'identities.startLink': [
    async ({ sallyport }) => void (await sallyport.identities.startLink(provider, redirectUri)),
  ],
  'identities.finishLink': [
    async ({ sallyport, asked }) => {
      await sallyport.identities.startLink(provider, redirectUri)
      const { state } = Object(asked.at(-1)?.body)
      await sallyport.identities.finishLink(locationFor(state))
    },
  ],
  'identities.unlink': [({ sallyport }) => sallyport.identities.unlink(provider)],
}
