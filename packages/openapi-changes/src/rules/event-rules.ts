import type { PlainRule } from './verdict.ts'

/**
 * The judgement on webhooks and callbacks, in which the service calls its clients: they get the event, and send the
 * reply. What differs in the schemas of an event is judged like an answer, and those of a reply like a request.
 */
export const eventRules: Record<string, PlainRule> = {
  'callback-added': ['added', 'fine', 'The operation may call back.'],
  'callback-removed': ['removed', 'unless deprecated', 'The operation no longer calls back{after}.'],
  'callback-changed': ['modified', 'breaks', 'The operation calls back at another address.'],
  'webhook-added': ['added', 'fine', 'There is an event more that one can be told of.'],
  'webhook-removed': ['removed', 'unless deprecated', 'Nobody is told of this event any more{after}.'],

  'event-parameter-added': ['added', 'fine', 'Events carry one parameter more.'],
  'event-parameter-removed': ['removed', 'unless deprecated', 'Events no longer carry the parameter{after}.'],
  'event-parameter-removed-before-sunset': [
    'removed',
    'breaks',
    'Events no longer carry the parameter, and it was promised to stay until {from}.',
  ],
  'event-parameter-became-required': ['modified', 'fine', 'Events always carry the parameter now.'],
  'event-parameter-became-optional': ['modified', 'breaks', 'Events may come without the parameter now.'],
  'event-parameter-form-changed': [
    'modified',
    'breaks',
    'The parameter is written another way: {from} became {to}.',
  ],
  'event-parameter-form-widened': ['modified', 'breaks', 'The parameter may be written in other ways too.'],
  'event-parameter-form-narrowed': ['modified', 'fine', 'The parameter is written in fewer ways.'],
  'event-body-added': ['added', 'fine', 'Events may have a body now.'],
  'event-body-removed': ['removed', 'breaks', 'Events have no body any more.'],
  'event-body-became-required': ['modified', 'fine', 'Events always have a body now.'],
  'event-body-became-optional': ['modified', 'breaks', 'Events may come without a body now.'],
  'event-media-type-added': ['added', 'breaks', 'Events may come in this media type too.'],
  'event-media-type-removed': ['removed', 'fine', 'Events no longer come in this media type.'],
  'event-encoding-changed': ['modified', 'breaks', 'The parts of the body are written another way.'],
  'event-security-added': ['added', 'fine', 'Events come with credentials now.'],
  'event-security-changed': ['modified', 'breaks', 'Events come with other credentials, or without.'],

  'reply-status-added': ['added', 'fine', 'Clients may reply with this status too.'],
  'reply-status-removed': ['removed', 'breaks', 'Replies with this status mean nothing any more.'],
  'reply-media-type-added': ['added', 'fine', 'Replies may be of this media type too.'],
  'reply-media-type-removed': ['removed', 'breaks', 'Replies of this media type are refused.'],
  'reply-header-added-optional': ['added', 'fine', 'Replies may carry one header more.'],
  'reply-header-added-required': ['added', 'breaks', 'Replies without the new header are refused.'],
  'reply-header-removed': ['removed', 'unless deprecated', 'The header means nothing any more{after}.'],
  'reply-header-removed-before-sunset': [
    'removed',
    'breaks',
    'The header means nothing any more, and it was promised to stay until {from}.',
  ],
  'reply-header-became-required': ['modified', 'breaks', 'Replies without the header are refused now.'],
  'reply-header-became-optional': ['modified', 'fine', 'The header may be left out now.'],
  'reply-header-form-changed': [
    'modified',
    'breaks',
    'The header is written another way: {from} became {to}.',
  ],
}
