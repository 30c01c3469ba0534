import { createClient } from '/sallyport-client/index.js'
import { at, attempt, onClick, onSubmit, show } from './forms.js'
import { provenBy } from './proof.js'
import { service } from './service.js'

const news = {
  expired: 'Your session is over. Please sign in again.',
  elsewhere: 'You signed out in another tab.',
}

const sallyport = createClient({
  url: service,
  // what happens here is awaited where it is asked for
  onChange: ({ state, cause }) => cause !== 'by_request' && start(state === 'signed_out' ? news[cause] : ''),
})
const proven = provenBy(sallyport)
let secondStep
/** Of a sign-in that waits for a second factor to be set up, or of somebody who is signed in. */
let setup

/** Shows what a page that was just loaded, or that another tab changed, should show. */
const start = async (told = '') => {
  at('news').textContent = told
  if (await sallyport.isSignedIn()) return showAccount()
  const step = await sallyport.resume()
  show('sign-in')
  // one that is over by now is said so there
  if (step) await attempt(at('sign-in'), () => proceed(step))
}

const proceed = (step) => {
  at('news').textContent = ''
  if (step.state === 'signed_in') return showAccount()
  if (step.state === 'two_factor_enrolment') return startSetup(step)
  if (step.state === 'email_verification') {
    at('news').textContent = 'Open the link that we have sent you, and load this page again.'
    return
  }
  secondStep = step
  show('second-step')
}

onSubmit('sign-in-form', async (credentials) => proceed(await sallyport.signIn(credentials)))
onSubmit('register-form', async (person) => proceed(await sallyport.register(person)))
onSubmit('second-step-form', async (answer) => proceed(await secondStep.answer(answer)))
onClick(at('sign-out'), async () => {
  // here nobody is signed in all the same
  await sallyport.signOut().catch(() => {
    at('news').textContent = 'You are signed out here, but the service could not be reached.'
  })
  show('sign-in')
})

const showAccount = () => {
  show('account')
  return attempt(at('account'), fillAccount)
}

const fillAccount = async () => {
  const [account, sessions] = await Promise.all([sallyport.account.get(), sallyport.sessions.list()])
  at('address').textContent = account.email
  at('two-factor-off').hidden = account.twoFactor.enabled
  at('turn-off-form').hidden = !account.twoFactor.enabled
  at('backup-left').textContent = account.twoFactor.backupCodesLeft
  at('sessions').replaceChildren(...sessions.map(sessionItem))
}

const sessionItem = ({ id, current, ip, userAgent, createdAt }) => {
  const since = new Date(createdAt).toLocaleString()
  const words = `${userAgent ?? 'Unknown browser'} at ${ip}, since ${since} `
  if (current) return itemOf(words, 'This is you.')
  const button = document.createElement('button')
  button.textContent = 'End'
  button.ariaLabel = `End the session at ${ip}, since ${since}`
  onClick(button, () => sallyport.sessions.end(id).then(fillAccount))
  return itemOf(words, button)
}

const itemOf = (...content) => {
  const item = document.createElement('li')
  item.append(...content)
  return item
}

onClick(at('set-up'), () => startSetup(sallyport.twoFactor))
const startSetup = async (from) => {
  setup = from
  const { qr, secret } = await proven(() => setup.begin())
  at('qr').src = qr
  at('secret').textContent = secret
  show('setup')
}
onSubmit('setup-form', async ({ code }) => {
  const { backup } = await setup.confirm(code)
  at('backup-codes').replaceChildren(...backup.map((one) => itemOf(one)))
  show('backup')
})
onSubmit('turn-off-form', ({ code }) => sallyport.twoFactor.disable({ code }).then(showAccount))

for (const button of document.querySelectorAll('[data-show]'))
  button.addEventListener('click', () =>
    button.dataset.show === 'account' ? showAccount() : show(button.dataset.show),
  )

await start()
