import type { Finding } from './finding.ts'
import type { Found, SchemaPlace } from './schemas.ts'

/**
 * What was found as if clients called the service, told of a call in which the service calls its clients: they get what
 * is sent in the event, and send what is in the reply.
 */
export const turned = ({ findings, places }: Found): Found => ({
  findings: findings.flatMap((finding): Finding[] => {
    const rule = turnedRule(finding)
    return rule ? [{ ...finding, rule, place: turnedPlace(finding.place), isEvent: true }] : []
  }),
  places: places.map(
    (place): SchemaPlace => ({
      ...place,
      isEvent: true,
      place: turnedPlace(place.place),
      direction: place.direction === 'request' ? 'response' : 'request',
      subject: { parameter: 'header', header: 'parameter', body: 'body', property: 'property' }[
        place.subject
      ] as SchemaPlace['subject'],
    }),
  ),
})

const turnedPlace = (place: string): string =>
  place.replace(/^request\b/, 'event').replace(/^response\b/, 'reply')

const turnedRule = ({ rule, isRequired }: Finding): string | undefined => {
  if (rule === 'response-header-added') return `reply-header-added-${isRequired ? 'required' : 'optional'}`
  if (rule.startsWith('security-'))
    return rule === 'security-added' ? 'event-security-added' : 'event-security-changed'
  const turn = turns.find(([pattern]) => pattern.test(rule))
  return directly[rule] ?? (turn && rule.replace(...turn))
}

const directly: Record<string, string> = {
  'request-parameter-added-optional': 'event-parameter-added',
  'request-parameter-added-required': 'event-parameter-added',
  'request-parameter-location-changed': 'event-parameter-form-changed',
  'request-parameter-empty-allowed': 'event-parameter-form-widened',
  'request-parameter-empty-refused': 'event-parameter-form-narrowed',
  'request-parameter-reserved-allowed': 'event-parameter-form-widened',
  'request-parameter-reserved-refused': 'event-parameter-form-narrowed',
  'request-parameter-became-list': 'event-parameter-form-widened',
  'request-parameter-no-longer-list': 'event-parameter-form-narrowed',
  'request-body-added-optional': 'event-body-added',
  'request-body-added-required': 'event-body-added',
}

/** Promises and announcements are told the same way in both directions of a call. Where a reply leads is not told. */
const turns: [pattern: RegExp, by: string][] = [
  [/^request-parameter-(deprecated|no-longer-deprecated|sunset-\S+)$/, 'response-header-$1'],
  [/^response-header-(deprecated|no-longer-deprecated|sunset-\S+)$/, 'request-parameter-$1'],
  [/^request-(parameter|body|media-type|encoding)-(\S+)$/, 'event-$1-$2'],
  [/^response-(?:success|error)-status-(\S+)$/, 'reply-status-$1'],
  [/^response-(header|media-type)-(\S+)$/, 'reply-$1-$2'],
]
