/**
 * Sets up a second factor, signs in with it, and turns it off again.
 *
 *     npx node examples/two-factor.ts http://127.0.0.1:3000
 */
import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import { createClient } from '../packages/client/src/index.ts'

const [service] = process.argv.slice(2)
if (!service) throw new Error('Usage: npx node examples/two-factor.ts http://127.0.0.1:3000')

const sallyport = createClient({ url: service })
const email = `${randomUUID()}@example.com`
const password = 'correct horse battery'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { state } = await sallyport.register({ email, password })
// where every account needs a second factor, it is set up before anybody is signed in, and cannot be turned off
if (state !== 'signed_in') throw new Error('This service has TWO_FACTOR=required')

// show `qr` or `secret`; here the authenticator app is a library
const { uri } = await sallyport.twoFactor.begin()
const app = URI.parse(uri)
say(`set up for ${app.label}`)

const { backup } = await sallyport.twoFactor.confirm(app.generate())
say(`confirmed, ${backup.length} backup codes to keep`)
await sallyport.signOut()

const step = await sallyport.signIn({ email, password })
if (step.state !== 'two_factor') throw new Error('The password alone was enough')
say(`asked for one of ${step.methods.join(', ')}`)

const backupCode = (code = '') => ({ method: 'backup_code', code })
// the code that confirmed is used up, so this is a backup code
await step.answer(backupCode(backup[0]))
say('signed in')

const renewed = await sallyport.twoFactor.renewBackupCodes(backupCode(backup[1]))
say(`${renewed.backup.length} new backup codes, the old ones no longer work`)

await sallyport.twoFactor.disable(backupCode(renewed.backup[0]))
say('turned off')
