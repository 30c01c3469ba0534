import { activeMethods } from '#credentials/queries.ts'
import { requireProofBy } from '#sessions/proof/require-recent-proof.ts'
import type { Again, HostedPage, Outcome, Reads, Visit } from '../hosted-page.ts'
import { ownerOf } from './owner.ts'

type OwnPage<Found> = Omit<HostedPage, 'view' | 'reads' | 'isPrivate'> & {
  reads: Reads<Found>
  view(visit: Visit, again: Again, found: Found): Promise<Outcome> | Outcome
}

/** A page about the signed-in account, read in one round trip. */
export const ownPage = <Found>({ reads, view, ...page }: OwnPage<Found>): HostedPage => ({
  ...page,
  isPrivate: true,
  reads,
  view: async (visit, again) => view(visit, again, await visit.read(reads)),
})

/** The same for pages that need a recent proof of identity. */
export const provenPage = <Found>({ reads, view, ...page }: OwnPage<Found>): HostedPage =>
  ownPage({
    ...page,
    reads: (runner, claimed, visit) =>
      Promise.all([activeMethods(runner, claimed.userId), reads(runner, claimed, visit)]),
    view: async (visit, again, [methods, found]) => {
      await requireProofBy(visit.deps, await ownerOf(visit), methods, visit.client)
      return view(visit, again, found)
    },
  })
