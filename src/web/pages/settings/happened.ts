import type { EventType } from '#accounts/events/events.ts'
import type { EventRow } from '#accounts/events/queries/events.ts'
import type { Told } from '#messages/texts/en/events.ts'
import type { Visit } from '../hosted-page.ts'
import { meansOf, providerName } from './means.ts'

type Sentences = Readonly<Record<EventType, string | ((told: Told) => string)>>

/** An event in plain words. Every type has a sentence, or this does not compile. */
export const sentenceOf = (visit: Visit, { type, detail }: Pick<EventRow, 'type' | 'detail'>): string => {
  const { events, settings } = visit.words
  const sentences: Sentences = events.sentences
  if (!isKnown(sentences, type)) return settings.activity.other
  const sentence = sentences[type]
  return typeof sentence === 'string' ? sentence : sentence(toldOf(visit, detail))
}

const isKnown = (sentences: Sentences, type: string): type is EventType => Object.hasOwn(sentences, type)

const toldOf = (
  visit: Visit,
  { methods, method, grant, provider, left, reason }: EventRow['detail'],
): Told => {
  const ended: Readonly<Record<string, string>> = visit.words.events.ended
  return {
    means: Array.isArray(methods) ? meansOf(visit, methods.map(String)) : '',
    provider: typeof provider === 'string' ? providerName(visit, provider) : undefined,
    isMailed: grant === 'email_code',
    isPasskey: method === 'passkey' || grant === 'passkey',
    left: Number(left ?? 0),
    why: Object.hasOwn(ended, String(reason)) ? ended[String(reason)] : undefined,
  }
}
