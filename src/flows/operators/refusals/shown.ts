import type { RunningWait } from '#accounts/limits/find-waits.ts'
import type { RefusalRow } from '#accounts/refusals/queries/read.ts'
import type { AdminRefusal, AdminWait } from '#contract/admin.ts'
import { explain, isShut, type KnownPlace } from '#messages/texts/explanations.ts'
import type { Language } from '#platform/languages.ts'
import { limitRuleOf } from '#platform/refusals/rules.ts'

type Told = { language: Language; nowMs: number; known: KnownPlace | undefined }

export const shownRefusal = (
  { userId, firstAt, lastAt, address, ...row }: RefusalRow & { userId: string | null },
  { language, nowMs, known }: Told,
): AdminRefusal => {
  const liftsAt = liftedAt(row.facts, lastAt)
  const isOver = liftsAt !== undefined && liftsAt.getTime() <= nowMs
  return {
    ...row,
    userId,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    ip: address,
    because: explain(language, { ...row, liftsAt: isOver ? undefined : liftsAt, known }),
    liftsAt: liftsAt?.toISOString() ?? null,
  }
}

const liftedAt = (facts: RefusalRow['facts'], at: Date): Date | undefined => {
  const { waitSeconds } = facts
  return typeof waitSeconds === 'number' && !isShut(facts)
    ? new Date(at.getTime() + waitSeconds * 1_000)
    : undefined
}

export const shownWait = (
  { name, place, facts, seconds }: RunningWait,
  { language, nowMs, known }: Told,
): AdminWait => {
  const rule = limitRuleOf(name)
  const endsAt = isShut(facts) ? undefined : new Date(nowMs + seconds * 1_000)
  return {
    rule,
    place: place ?? null,
    facts,
    because: explain(language, { rule, facts, liftsAt: endsAt, known }),
    endsAt: endsAt?.toISOString() ?? null,
  }
}
