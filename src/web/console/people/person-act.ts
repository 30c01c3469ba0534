import { actPage } from '../acts/act-page.ts'
import { consolePaths } from '../paths.ts'
import { addressOf, personAsked } from './one-person.ts'
import { personActs } from './person-acts.ts'

/** Whatever is done to somebody's account, and what it will do. */
export const personActPage = actPage({
  path: consolePaths.personAct,
  summary: 'Does something to an account.',
  section: 'people',
  acts: personActs,
  find: async (visit) => {
    const user = await personAsked(visit)
    // a sign-in in between changes nothing that was decided on
    const { lastSignInAt: _, twoFactor, ...state } = user
    return { target: user, name: addressOf(user), state: { ...state, isGuarded: twoFactor.enabled } }
  },
  // an account that was deleted has no page any more
  back: ({ at }, { done, ...query }) =>
    done === 'delete' ? at(consolePaths.people, { done }) : at(consolePaths.person, { ...query, done }),
})
