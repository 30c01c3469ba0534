import vine from '@vinejs/vine'
import { operatorActor } from '#flows/operators/acts/actor-of.ts'
import { reasonField } from '#flows/operators/acts/bodies.ts'
import { notFound, orNotFound } from '#platform/errors.ts'
import type { BodyShape } from '#platform/exact.ts'
import { type Html, html } from '#platform/html.ts'
import { type Field, inputs } from '../../pages/forms.ts'
import { type Again, act, type HostedPage, type Outcome, type Visit } from '../../pages/hosted-page.ts'
import { type ConsoleSection, consoleView } from '../frame.ts'
import { requireProven, requireProvenForForm } from '../operator.ts'
import { factList } from '../parts.ts'
import { saidByOthers } from '../words-of-others.ts'
import type { ActName, ConsoleAct, ConsoleActs, Doing } from './console-act.ts'
import { requireSeen, seenField } from './seen.ts'

type Found<Target> = {
  target: Target
  /** As people know it. */
  name: Html
  /** Whatever, once changed, makes a form outdated. */
  state: object
}

type ActPage<Target> = Pick<HostedPage, 'path' | 'summary'> & {
  section: ConsoleSection
  acts: ConsoleActs<Target>
  /** @throws 404 */
  find(visit: Visit): Promise<Found<Target>>
  /** Where it leads afterwards. */
  back(visit: Visit, query: Record<string, string | undefined>): string
}

const bodyOf = <Target>(asked: ConsoleAct<Target> | undefined) =>
  vine.create({ ...asked?.input, reason: reasonField(), seen: vine.string() }) as BodyShape<
    Doing<Target>['typed'] & { reason: string; seen: string }
  >

/**
 * One page for everything that operators do to one kind of thing: what will happen, who is told, and a reason. It takes the
 * act's own scope and a proof of identity, to be seen and to be sent, and acts on what was seen only.
 */
export const actPage = <Target>(page: ActPage<Target>): HostedPage => {
  const { path, summary, acts, find, back } = page
  const askedFor = ({ query }: Visit): [ActName, ConsoleAct<Target>] => {
    const name = query.act as ActName
    const asked = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (!asked) throw notFound()
    return [name, asked]
  }
  const foundFor = async (visit: Visit, { nameOfPart }: ConsoleAct<Target>): Promise<Found<Target>> => {
    const found = await find(visit)
    if (!nameOfPart) return found
    const part = orNotFound(await nameOfPart(visit, found.target, visit.query.part ?? ''))
    return { ...found, name: html`${found.name}<br><bdi>${saidByOthers(part)}</bdi>` }
  }
  return {
    path,
    summary,
    query: {
      id: 'What it is about.',
      act: 'What is done.',
      part: 'One thing of it, by its id.',
    },
    isPrivate: true,

    view: async (visit, again) => {
      const [name, asked] = askedFor(visit)
      await requireProvenForForm(visit, asked.scope, again)
      return viewOf(visit, again, page, { name, asked, found: await foundFor(visit, asked) })
    },

    acts: {
      '': act({
        body: (_, visit) => bodyOf(visit && askedFor(visit)[1]),
        run: async (visit, { reason, seen, ...typed }): Promise<Outcome> => {
          const { deps, query } = visit
          const [name, asked] = askedFor(visit)
          const { operator } = await requireProven(visit, asked.scope)
          const { target, state } = await foundFor(visit, asked)
          requireSeen(visit, stateOf(visit, state), seen)
          const { isRemoval = false } = asked
          const actor = await operatorActor(deps, operator, { isRemoval })
          const doing = { actor, reason, target, part: query.part ?? '', typed }
          return (await asked.run(deps, doing, visit)) ?? { to: back(visit, { id: query.id, done: name }) }
        },
      }),
    },
  }
}

/** With what the address asks for: a form for one thing does nothing to another. */
const stateOf = ({ query: { id, act: name, part } }: Visit, state: object) => [id, name, part, state]

type Asked<Target> = { name: ActName; asked: ConsoleAct<Target>; found: Found<Target> }

const viewOf = <Target>(
  visit: Visit,
  again: Again,
  { section, back }: ActPage<Target>,
  { name, asked, found }: Asked<Target>,
): Promise<Outcome> => {
  const { words, query } = visit
  const { acts, tells, whatHappens, whoIsTold, cancel } = words.console
  const { title, what } = acts[name]
  const fields = [...(asked.fields?.(words) ?? []), reasonInput(visit, asked.tells)]
  return consoleView(visit, again, {
    title,
    section,
    fields,
    content: html`<p><b>${found.name}</b></p>
${factList([
  [whatHappens, html`${what}`],
  [whoIsTold, html`${tells[asked.tells]}`],
])}
<form method="post">
${inputs(visit, fields, again)}${seenField(visit, stateOf(visit, found.state))}
<button type="submit"${asked.isDangerous ? html` class="danger"` : undefined}>${title}</button>
</form>
<p><a href="${back(visit, { id: query.id })}">${cancel}</a></p>`,
  })
}

const isForOwner = (tells: ConsoleAct<never>['tells']) => tells === 'owner' || tells === 'activity'

const reasonInput = ({ words }: Visit, tells: ConsoleAct<never>['tells']): Field => ({
  name: 'reason',
  label: words.console.reason,
  hint: isForOwner(tells) ? words.console.reasonHint : words.console.reasonForOperators,
  type: 'text',
  autocomplete: 'off',
})
