import { findMailbox } from '#accounts/users/queries/emails.ts'
import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { countBackupCodes } from '#credentials/backup-codes/queries.ts'
import { listIdentities } from '#credentials/identities/queries/identities.ts'
import { isWayIn } from '#credentials/passkeys/queries/passkeys.ts'
import { findPasswordAccount } from '#credentials/password/queries.ts'
import { secondStepMethods } from '#credentials/second-step-methods.ts'
import { listAuthenticators } from '#credentials/totp/queries/authenticators.ts'
import { type Means, type Way, waysWithout } from '#flows/account/ways-back.ts'
import type { Runner } from '#platform/db/db.ts'
import { type Html, html } from '#platform/html.ts'
import type { Visit } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { appName } from './app-name.ts'
import { settingsView } from './frame.ts'
import { providerName } from './means.ts'
import { ownPage } from './own-page.ts'
import { readPasskeys } from './ways.ts'

export const waysBackPage = ownPage({
  path: paths.waysBack,
  summary: 'What somebody can do who loses one of the things that they sign in with.',
  reads: async (runner, claimed, visit) => ({
    means: await readMeans(runner, claimed, visit),
    isGuarded: (await secondStepMethods(visit.deps, runner, claimed.userId)).length > 0,
  }),

  view: (visit, again, { means, isGuarded }) => {
    const { words, deps } = visit
    const { emailSignIn, twoFactorResetHours } = deps.config
    const rules = { isGuarded, hasMailedCodes: emailSignIn, hasRemoval: twoFactorResetHours > 0 }
    return settingsView(visit, again, {
      title: words.settings.sections.waysBack,
      section: 'waysBack',
      content: html`<p>${words.settings.waysBack.lead}</p>${adviceOn(visit, means)}
${means.map((lost) => lossOf(visit, lost, waysWithout(lost, means, rules)))}`,
    })
  },
})

const readMeans = async (runner: Runner, owner: { userId: string }, visit: Visit): Promise<Means[]> => {
  const { userId } = owner
  const { words, deps, client } = visit
  const [account, passkeys, identities, apps, codesLeft, mailbox] = await Promise.all([
    findPasswordAccount(runner, { userId }, client.bucket),
    readPasskeys(runner, owner, visit),
    listIdentities(runner, userId),
    listAuthenticators(runner, userId),
    countBackupCodes(runner, userId),
    findMailbox(runner, userId),
  ])
  const isRequired = isTwoFactorRequired(deps)
  return [
    ...(typeof account?.phc === 'string' ? [{ kind: 'password' } as const] : []),
    ...passkeys.map((passkey) => ({
      kind: 'passkey' as const,
      name: passkey.name,
      signsIn: isWayIn(passkey),
      isSecondFactor: passkey.secondFactorSince !== null || (isRequired && passkey.signsIn),
    })),
    ...identities.map(({ provider }) => ({ kind: 'provider' as const, name: providerName(visit, provider) })),
    ...apps.map(({ name }) => ({ kind: 'totp' as const, name: appName(words, name) })),
    ...(codesLeft > 0 ? [{ kind: 'backup_code' } as const] : []),
    ...(mailbox
      ? [{ kind: 'mailbox' as const, name: mailbox.typed, isProven: mailbox.verifiedAt !== null }]
      : []),
  ]
}

const adviceOn = ({ words, at }: Visit, all: readonly Means[]): Html | undefined => {
  const mailbox = all.find((means) => means.kind === 'mailbox')
  if (!mailbox || mailbox.isProven) return
  const { unconfirmed, confirm } = words.settings.waysBack
  return html`
<p>${unconfirmed(mailbox.name)} <a href="${at(paths.settings)}">${confirm}</a></p>`
}

const lossOf = ({ words, deps }: Visit, lost: Means, ways: readonly Way[]): Html => {
  const texts = words.settings.waysBack
  const oneOf = new Intl.ListFormat(words.language, { type: 'disjunction' })
  const wayOf = ({ by, names, next }: Way) => {
    const first = by === 'provider' ? oneOf.format(names) : texts.by[by]
    const seconds = next.map((second) =>
      second === 'wait' ? texts.wait(deps.config.twoFactorResetHours) : texts.next[second],
    )
    return html`<li>${seconds.length > 0 ? texts.both(first, oneOf.format(seconds)) : first}</li>`
  }
  return html`<h2>${texts.lost[lost.kind]('name' in lost ? lost.name : '')}</h2>
${ways.length > 0 ? html`<ul>${ways.map(wayOf)}</ul>` : html`<p>${texts.none}</p>`}`
}
