import { type PlainRule, removals } from './verdict.ts'

/**
 * The judgement on everything but schemas, by rule. Where the two best-known tools for it, bump.sh and oasdiff, judge
 * differently, this is the stricter judgement of the two.
 */
export const interfaceRules: Record<string, PlainRule> = {
  'operation-added': ['added', 'fine', 'The operation is new.'],
  ...removals('operation', 'The operation'),
  'path-added': ['added', 'fine', 'The operation is new, and so is its path.'],
  'path-removed': ['removed', 'unless deprecated', 'The operation and its path were removed{after}.'],
  'operation-deprecated': ['modified', 'fine', 'The operation works as before, but is going to be removed.'],
  'operation-no-longer-deprecated': ['modified', 'fine', 'The operation is no longer going to be removed.'],
  'operation-id-added': ['modified', 'fine', 'The operation now has the id {to}.'],
  'operation-id-changed': [
    'modified',
    'fine',
    'The id changed from {from} to {to}: requests stay the same, but generated clients may use another name.',
  ],
  'operation-id-removed': [
    'modified',
    'fine',
    'The id {from} was removed: requests stay the same, but generated clients may use another name.',
  ],
  'sunset-added': ['modified', 'fine', 'It is available until {to}.'],
  'sunset-put-off': ['modified', 'fine', 'It is available until {to} instead of {from}.'],
  'sunset-brought-forward': ['modified', 'breaks', 'It is available until {to} only, instead of {from}.'],
  'sunset-removed': [
    'modified',
    'breaks',
    'It may be removed at any time, although it was announced to stay until {from}.',
  ],

  'path-parameter-renamed': [
    'modified',
    'fine',
    'The path parameter {from} is now called {to}, but only in the document: its name is never sent.',
  ],
  'request-parameter-added-optional': ['added', 'fine', 'There is a new optional parameter.'],
  'request-parameter-added-required': [
    'added',
    'breaks',
    'There is a new required parameter, so requests without it are refused.',
  ],
  ...removals('request-parameter', 'The parameter'),
  'request-parameter-became-required': ['modified', 'breaks', 'The parameter is now required.'],
  'request-parameter-became-optional': ['modified', 'fine', 'The parameter is now optional.'],
  'request-parameter-location-changed': [
    'modified',
    'breaks',
    'The parameter moved from the {from} to the {to}.',
  ],
  'request-parameter-form-changed': [
    'modified',
    'breaks',
    'The serialization of the parameter changed from {from} to {to}.',
  ],

  'request-parameter-empty-allowed': ['modified', 'fine', 'The parameter may now be sent without a value.'],
  'request-parameter-empty-refused': [
    'modified',
    'breaks',
    'The parameter may no longer be sent without a value.',
  ],
  'request-parameter-reserved-allowed': [
    'modified',
    'fine',
    'Reserved characters in the parameter may now be sent as they are.',
  ],
  'request-parameter-reserved-refused': [
    'modified',
    'breaks',
    'Reserved characters in the parameter must now be percent-encoded.',
  ],
  'request-parameter-became-list': [
    'modified',
    'fine',
    'The parameter now takes several values, and a single one works as before.',
  ],
  'request-parameter-no-longer-list': ['modified', 'breaks', 'The parameter now takes a single value only.'],

  'request-body-added-optional': ['added', 'fine', 'Requests may now have a body.'],
  'request-body-added-required': ['added', 'breaks', 'Requests must now have a body.'],
  'request-body-removed': ['removed', 'breaks', 'The request body was removed.'],
  'request-body-became-required': ['modified', 'breaks', 'The request body is now required.'],
  'request-body-became-optional': ['modified', 'fine', 'The request body is now optional.'],
  'request-media-type-added': ['added', 'fine', 'Requests may now use another media type.'],
  'request-media-type-removed': ['removed', 'breaks', 'Requests with the media type are refused.'],
  'request-encoding-changed': ['modified', 'breaks', 'The parts of the body are encoded differently.'],
  'request-encoding-widened': ['modified', 'fine', 'A part of the body may now be of more types.'],
  'request-encoding-narrowed': ['modified', 'breaks', 'A part of the body may now be of fewer types.'],

  'response-success-status-added': ['added', 'fine', 'The operation may now succeed with another status.'],
  'response-success-status-removed': ['removed', 'breaks', 'The operation no longer has the success status.'],
  'response-error-status-added': ['added', 'fine', 'The operation may now fail with another status.'],
  'response-error-status-removed': ['removed', 'fine', 'The operation no longer has the error status.'],
  'response-media-type-added': ['added', 'fine', 'Responses are now available in another media type.'],
  'response-media-type-removed': [
    'removed',
    'breaks',
    'Responses are no longer available in the media type.',
  ],
  'response-header-added': ['added', 'fine', 'Responses have a new header.'],
  ...removals('response-header', 'The header'),
  'response-header-became-required': ['modified', 'fine', 'Responses now always have the header.'],
  'response-header-became-optional': ['modified', 'breaks', 'Responses may now come without the header.'],
  'response-header-form-changed': [
    'modified',
    'breaks',
    'The serialization of the header changed from {from} to {to}.',
  ],
  'response-link-added': ['added', 'fine', 'Responses have a new link.'],
  'response-link-removed': ['removed', 'breaks', 'Responses no longer have the link.'],
  'response-link-changed': [
    'modified',
    'breaks',
    'The link leads to another operation, or passes on other values.',
  ],

  'server-added': ['added', 'fine', 'There is another address to call.'],
  'server-removed': ['removed', 'breaks', 'The address can no longer be called.'],

  'security-added': ['added', 'breaks', 'Requests now need credentials.'],
  'security-removed': ['removed', 'breaks', 'Requests no longer need credentials, so anybody can make them.'],
  'security-alternative-added': ['added', 'breaks', 'There is another way to authenticate.'],
  'security-alternative-removed': [
    'removed',
    'unless deprecated',
    'A way to authenticate was removed{after}.',
  ],
  'security-scope-added': ['added', 'breaks', 'Credentials need another scope.'],
  'security-scope-removed': ['removed', 'fine', 'Credentials no longer need the scope.'],
  'security-scheme-changed': [
    'modified',
    'breaks',
    'Credentials are of another kind, or are sent in another place.',
  ],
  'security-unused-scheme-changed': [
    'modified',
    'fine',
    'It works differently, but no operation asked for it.',
  ],
  'security-unused-flow-removed': [
    'removed',
    'fine',
    'A way to get a token was removed, but no operation asked for one.',
  ],
  'security-scheme-deprecated': ['modified', 'fine', 'It works as before, but is going to be removed.'],
  'security-scheme-no-longer-deprecated': ['modified', 'fine', 'It is no longer going to be removed.'],
  'security-flow-added': ['added', 'fine', 'There is another way to get a token.'],
  'security-flow-removed': ['removed', 'breaks', 'A way to get a token was removed.'],
}
