import { isTwoFactorRequired } from '#config/two-factor-policy.ts'
import { disableTwoFactor } from '#flows/second-factor/disable.ts'
import type { HostedPage } from '../hosted-page.ts'
import { paths } from '../paths.ts'
import { bothFactorsPage } from './both-factors.ts'
import { dropCodes } from './codes-cookie.ts'
import { withNews } from './frame.ts'

const page = bothFactorsPage({
  path: paths.turnOff,
  summary: 'Turns two-factor authentication off.',
  name: 'turnOff',
  alsoOf: ({ settings: { turnOff } }, { methods }) => (methods.includes('passkey') ? [turnOff.passkeys] : []),
  isDangerous: true,
  run: async (visit, owner, proofs) => {
    await disableTwoFactor(visit.deps, owner, proofs, visit.client)
    await dropCodes(visit, owner)
    return withNews(visit, paths.twoFactor, 'two-factor-off')
  },
})

/** Where every account needs a second factor, it leads to the page that says so. */
export const turnOffPage: HostedPage = {
  ...page,
  view: async (visit, again) =>
    isTwoFactorRequired(visit.deps) ? { to: visit.at(paths.twoFactor) } : page.view(visit, again),
}
