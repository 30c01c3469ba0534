import { type PlainRule, removals } from './verdict.ts'

/**
 * The judgement on webhooks and callbacks, in which the service calls its clients: they get the event, and send the
 * reply. What differs in the schemas of an event is judged like a response, and those of a reply like a request.
 */
export const eventRules: Record<string, PlainRule> = {
  'callback-added': ['added', 'fine', 'The operation has a new callback.'],
  'callback-removed': ['removed', 'unless deprecated', 'The callback was removed{after}.'],
  'callback-changed': ['modified', 'breaks', 'The callback goes to another address.'],
  'webhook-added': ['added', 'fine', 'There is a new event.'],
  'webhook-removed': ['removed', 'unless deprecated', 'The event was removed{after}.'],

  'event-parameter-added': ['added', 'fine', 'Events have a new parameter.'],
  ...removals('event-parameter', 'The parameter'),
  'event-parameter-became-required': ['modified', 'fine', 'Events now always have the parameter.'],
  'event-parameter-became-optional': ['modified', 'breaks', 'Events may now come without the parameter.'],
  'event-parameter-form-changed': [
    'modified',
    'breaks',
    'The serialization of the parameter changed from {from} to {to}.',
  ],
  'event-parameter-form-widened': [
    'modified',
    'breaks',
    'The parameter may now be serialized in other ways too.',
  ],
  'event-parameter-form-narrowed': ['modified', 'fine', 'The parameter is serialized in fewer ways.'],
  'event-body-added': ['added', 'fine', 'Events may now have a body.'],
  'event-body-removed': ['removed', 'breaks', 'Events no longer have a body.'],
  'event-body-became-required': ['modified', 'fine', 'Events now always have a body.'],
  'event-body-became-optional': ['modified', 'breaks', 'Events may now come without a body.'],
  'event-media-type-added': ['added', 'breaks', 'Events may now come in another media type.'],
  'event-media-type-removed': ['removed', 'fine', 'Events no longer come in the media type.'],
  'event-encoding-changed': ['modified', 'breaks', 'The parts of the body are encoded differently.'],
  'event-encoding-widened': ['modified', 'breaks', 'A part of the body may now be of more types.'],
  'event-encoding-narrowed': ['modified', 'fine', 'A part of the body may now be of fewer types.'],
  'event-security-added': ['added', 'fine', 'Events now come with credentials.'],
  'event-security-changed': ['modified', 'breaks', 'Events come with other credentials, or with none.'],

  'reply-status-added': ['added', 'fine', 'Clients may now reply with another status.'],
  'reply-status-removed': ['removed', 'breaks', 'Clients may no longer reply with the status.'],
  'reply-media-type-added': ['added', 'fine', 'Replies may now use another media type.'],
  'reply-media-type-removed': ['removed', 'breaks', 'Replies with the media type are refused.'],
  'reply-header-added-optional': ['added', 'fine', 'There is a new optional header.'],
  'reply-header-added-required': [
    'added',
    'breaks',
    'There is a new required header, so replies without it are refused.',
  ],
  ...removals('reply-header', 'The header'),
  'reply-header-became-required': ['modified', 'breaks', 'The header is now required.'],
  'reply-header-became-optional': ['modified', 'fine', 'The header is now optional.'],
  'reply-header-form-changed': [
    'modified',
    'breaks',
    'The serialization of the header changed from {from} to {to}.',
  ],
}
