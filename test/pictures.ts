/**
 * Pictures of the hosted pages, of a service that runs: `npx node test/pictures.ts` makes those of the docs, and with
 * a folder those of every state, by width, theme and language, to look at.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright-core'
import { hotp, stepAt } from '../src/platform/crypto/otp.ts'
import { browserPath } from './support/chromium.ts'
import { freePort } from './support/free-port.ts'
import { fromBase32 } from './support/second-factor.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

const root = join(import.meta.dirname, '..')
const password = 'correct horse battery'

type Walk = {
  page: Page
  at: (path: string) => string
  email: string
  /** A page of the console. */
  ofConsole: (path: string) => string
  /** Runs a command beside the service. */
  command: (...args: string[]) => void
}

const send = (page: Page, act?: string) =>
  page
    .locator(act === undefined ? 'main button[type=submit]' : `main button[value=${act}]`)
    .first()
    .click()

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) {
    const field = page.locator(`main [name=${name}]`).first()
    if (await field.isVisible()) await field.fill(text)
  }
}

const register = async ({ page, at, email }: Walk) => {
  await page.goto(at('/account/register'))
  await fill(page, { email, password, passwordConfirmation: password })
  await send(page)
  await page.waitForURL((url) => !url.pathname.endsWith('/register'))
}

const signIn = async ({ page, at, email }: Walk, typed = password) => {
  await page.goto(at('/account/sign-in?prompt=login'))
  await fill(page, { email, password: typed })
  await send(page)
  await page.waitForLoadState()
}

const guard = async (walk: Walk) => {
  const { page, at } = walk
  await register(walk)
  await page.goto(at('/account/two-factor'))
  await send(page)
  const secret = (await page.textContent('.secret')) ?? ''
  await fill(page, { code: hotp(fromBase32(secret.replaceAll(' ', '')), stepAt(Date.now())) })
  await send(page, 'confirm')
  await page.waitForLoadState()
}

const opened =
  (path: string) =>
  ({ page, at }: Walk) =>
    page.goto(at(path))
const settings = (path: string) => async (walk: Walk) => {
  await register(walk)
  await walk.page.goto(walk.at(path))
}

/** By name, how each is come to. */
const askAs = async ({ at }: Walk, path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(at(path), { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

/** An operator's page about somebody whose password was guessed at. */
const atConsole = (path: string) => async (walk: Walk) => {
  const { page, ofConsole, command, email } = walk
  await guard(walk)
  const code = (await page.locator('.codes li').first().textContent()) ?? ''
  command('users', 'confirm', email, '--reason', 'seen at the desk')
  const scopes =
    'overview:read,users:read,users:write,users:delete,factors:remove,acts:read,keys:revoke,webhooks:read'
  command('operators', 'add', email, '--scope', scopes)
  const ada = `ada.${email}`
  await askAs(walk, '/auth/register', { email: ada, password, passwordConfirmation: password })
  command('users', 'confirm', ada, '--reason', 'seen at the desk')
  for (let times = 0; times < 14; times++)
    await askAs(walk, '/auth/token', { grant_type: 'password', email: ada, password: 'wrong' })
  await page.goto(ofConsole('/sign-in'))
  await fill(page, { email, password })
  await send(page)
  await page.waitForURL(/second-step/)
  await page.goto(ofConsole('/second-step?method=backup_code'))
  await fill(page, { code })
  await page.locator('main button[type=submit]').last().click()
  await page.waitForURL(ofConsole(''))
  await page.goto(ofConsole(`/people?q=${encodeURIComponent(ada)}`))
  await page.click(`text=${ada}`)
  await page.waitForURL(/\/people\/person/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await page.goto(ofConsole(path.replace('{id}', id)))
}

const states: Record<string, (walk: Walk) => Promise<unknown>> = {
  welcome: opened('/'),
  'sign-in': opened('/account/sign-in'),
  'sign-in-wrong': (walk) => signIn(walk, 'wrong'),
  'sign-in-locked': async (walk) => {
    for (let times = 0; times < 12; times++) await signIn(walk, 'wrong')
  },
  'forgot-password': opened('/account/forgot-password'),
  register: opened('/account/register'),
  'register-wrong': async (walk) => {
    await walk.page.goto(walk.at('/account/register'))
    await fill(walk.page, { email: walk.email, password: 'short', passwordConfirmation: 'short' })
    await send(walk.page)
  },
  'password-shown': async ({ page, at }) => {
    await page.goto(at('/account/sign-in'))
    await fill(page, { password })
    await page.click('.show')
  },
  'offer-passkey': register,
  account: settings('/account'),
  activity: settings('/account/activity'),
  sessions: settings('/account/sessions'),
  'two-factor': settings('/account/two-factor'),
  'two-factor-set-up': async (walk) => {
    await settings('/account/two-factor')(walk)
    await send(walk.page)
  },
  'backup-codes': guard,
  'second-step': async (walk) => {
    await guard(walk)
    await signIn(walk)
  },
  'second-step-wrong': async (walk) => {
    await guard(walk)
    await signIn(walk)
    await fill(walk.page, { code: '000000' })
    await send(walk.page)
  },
  passkeys: settings('/account/passkeys'),
  'confirm-it-is-you': async (walk) => {
    await register(walk)
    await walk.page.goto(walk.at('/account/confirm-it-is-you?next=/account/passkeys/add'))
  },
  email: settings('/account/email'),
  password: settings('/account/password'),
  data: settings('/account/data'),
  close: settings('/account/close'),
  'sign-out': settings('/account/sign-out'),
  'link-over': opened('/account/verify-email'),
  'not-found': opened('/account/nothing-here'),
  'console-person': atConsole('/people/person?id={id}'),
  'console-why': atConsole('/people/why?id={id}'),
  'console-act': atConsole('/people/act?id={id}&act=block'),
}

type Look = {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  locale: string
  /** Only what a window shows of a long page. */
  isCut?: boolean
}

const desk: Look = { width: 1_280, height: 800, colorScheme: 'light', locale: 'en' }
const phone: Look = { width: 375, height: 740, colorScheme: 'light', locale: 'en' }

/** Those of the docs. */
const documented: Record<string, [state: string, look: Look]> = {
  'sign-in': ['sign-in', { ...desk, width: 720, height: 640 }],
  'sign-in-dark': ['sign-in', { ...desk, width: 720, height: 640, colorScheme: 'dark' }],
  account: ['account', { ...desk, width: 1_000, height: 760 }],
  'account-on-a-phone': ['account', phone],
  'console-person': ['console-person', { ...desk, width: 1_000, height: 860, isCut: true }],
  'console-why': ['console-why', { ...desk, width: 1_000, height: 700, isCut: true }],
}

const looks: Record<string, Look> = {
  desk,
  'narrow-dark-de': { ...phone, width: 320, colorScheme: 'dark', locale: 'de' },
  'phone-fr': { ...phone, locale: 'fr' },
  'phone-es': { ...phone, locale: 'es' },
}

const startService = async (folder: string) => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const ownPort = await freePort()
  const { PATH } = process.env
  const env = {
    PATH,
    PORT: `${port}`,
    ADMIN_LISTEN: `${ownPort}`,
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    PRODUCT_NAME: 'Harbour',
    HOME_URL: 'https://harbour.example.com/',
    TERMS_URL: 'https://harbour.example.com/terms',
    PRIVACY_URL: 'https://harbour.example.com/privacy',
    DEVELOPER_LINKS: 'off',
    REGISTRATIONS_PER_HOUR: '0',
    FAILURES_PER_ADDRESS: '0',
  }
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) if (line.includes('listening at')) break
  const command = (...args: string[]) => {
    const run = spawnSync(process.execPath, ['cli/sallyport.js', ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(run.stderr)
  }
  const ofConsole = (path: string) => `http://localhost:${ownPort}/console${path}`
  return { child, at: (path: string) => origin + path, ofConsole, command }
}

let people = 0

const picture = async (
  browser: Browser,
  walk: Pick<Walk, 'at' | 'ofConsole' | 'command'>,
  [state, { width, height, colorScheme, locale, isCut = false }]: [string, Look],
  path: string,
) => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale })
  const page = await context.newPage()
  await addAuthenticator(page)
  people += 1
  await states[state]!({ ...walk, page, email: `robin+${people}@example.com` })
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path, fullPage: !isCut, caret: 'hide' })
  await context.close()
  process.stdout.write(`${path}\n`)
}

const given = process.argv[2]
const into = given ?? join(root, 'docs/pictures')
const all = Object.keys(states).flatMap((state) =>
  Object.entries(looks).map(([name, look]): [string, [string, Look]] => [`${state}-${name}`, [state, look]]),
)
const folder = await mkdtemp(join(tmpdir(), 'sallyport-pictures-'))
const { child, ...walk } = await startService(folder)
const browser = await chromium.launch({ executablePath: browserPath!, chromiumSandbox: false })
try {
  await mkdir(into, { recursive: true })
  for (const [name, what] of given ? all : Object.entries(documented))
    await picture(browser, walk, what, join(into, `${name}.png`))
} finally {
  await browser.close()
  child.kill()
  await rm(folder, { recursive: true })
}
