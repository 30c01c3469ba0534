import { disableTwoFactor } from '../../../flows/two-factor/disable.ts'
import { paths } from '../paths.ts'
import { bothFactorsPage } from './both-factors.ts'
import { withNews } from './frame.ts'

export const turnOffPage = bothFactorsPage({
  path: paths.turnOff,
  summary: 'Turns two-factor authentication off.',
  name: 'turnOff',
  alsoOf: ({ settings: { turnOff } }, { methods }) => (methods.includes('passkey') ? [turnOff.passkeys] : []),
  isDangerous: true,
  run: async (visit, owner, proofs) => {
    await disableTwoFactor(visit.deps, owner, proofs, visit.client)
    visit.cookies.drop('codes')
    return withNews(visit, paths.twoFactor, 'two-factor-off')
  },
})
