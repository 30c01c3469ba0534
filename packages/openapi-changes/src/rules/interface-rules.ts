import type { PlainRule } from './verdict.ts'

/**
 * The judgement on everything but schemas, by rule. Where the two best-known tools for it, bump.sh and oasdiff, judge
 * differently, this is the stricter judgement of the two.
 */
export const interfaceRules: Record<string, PlainRule> = {
  'operation-added': ['added', 'fine', 'The operation is new.'],
  'operation-removed': ['removed', 'unless deprecated', 'The operation is gone{after}.'],
  'path-added': ['added', 'fine', 'The operation is new, and so is its path.'],
  'path-removed': ['removed', 'unless deprecated', 'The operation is gone with its path{after}.'],
  'operation-removed-before-sunset': [
    'removed',
    'breaks',
    'The operation is gone, and it was promised to stay until {from}.',
  ],
  'operation-deprecated': ['modified', 'fine', 'The operation works as before, and is going to be removed.'],
  'operation-no-longer-deprecated': ['modified', 'fine', 'The operation is going to stay after all.'],
  'operation-id-added': ['modified', 'fine', 'The operation has got the id {to}.'],
  'operation-id-changed': [
    'modified',
    'fine',
    'The id went from {from} to {to}: requests stay the same, and generated clients may call it by another name.',
  ],
  'operation-id-removed': [
    'modified',
    'fine',
    'The id {from} is gone: requests stay the same, and generated clients may call it by another name.',
  ],
  'sunset-added': ['modified', 'fine', 'It stays until {to}.'],
  'sunset-put-off': ['modified', 'fine', 'It stays until {to}, and no longer until {from} only.'],
  'sunset-brought-forward': ['modified', 'breaks', 'It goes on {to}, and {from} was promised.'],
  'sunset-removed': ['modified', 'breaks', 'It may go at any time, and {from} was promised.'],

  'path-parameter-renamed': [
    'modified',
    'fine',
    'The path parameter {from} is called {to}: only its name in the document is another.',
  ],
  'request-parameter-added-optional': ['added', 'fine', 'Requests may carry one parameter more.'],
  'request-parameter-added-required': ['added', 'breaks', 'Requests without the new parameter are refused.'],
  'request-parameter-removed': [
    'removed',
    'unless deprecated',
    'The parameter means nothing any more{after}.',
  ],
  'request-parameter-removed-before-sunset': [
    'removed',
    'breaks',
    'The parameter means nothing any more, and it was promised to stay until {from}.',
  ],
  'request-parameter-became-required': [
    'modified',
    'breaks',
    'Requests without the parameter are refused now.',
  ],
  'request-parameter-became-optional': ['modified', 'fine', 'The parameter may be left out now.'],
  'request-parameter-location-changed': [
    'modified',
    'breaks',
    'The parameter belongs into the {to} now, and no longer into the {from}.',
  ],
  'request-parameter-form-changed': [
    'modified',
    'breaks',
    'The parameter is written another way: {from} became {to}.',
  ],

  'request-parameter-empty-allowed': ['modified', 'fine', 'The parameter may be sent without a value.'],
  'request-parameter-empty-refused': [
    'modified',
    'breaks',
    'The parameter may no longer be sent without a value.',
  ],
  'request-parameter-reserved-allowed': [
    'modified',
    'fine',
    'Reserved characters in the parameter may be sent as they are.',
  ],
  'request-parameter-reserved-refused': [
    'modified',
    'breaks',
    'Reserved characters in the parameter have to be percent-encoded now.',
  ],
  'request-parameter-became-list': [
    'modified',
    'fine',
    'The parameter may have several values: what was one is a list of one.',
  ],
  'request-parameter-no-longer-list': ['modified', 'breaks', 'The parameter may have one value only.'],

  'request-body-added-optional': ['added', 'fine', 'Requests may have a body now.'],
  'request-body-added-required': ['added', 'breaks', 'Requests without a body are refused now.'],
  'request-body-removed': ['removed', 'breaks', 'What a body says means nothing any more.'],
  'request-body-became-required': ['modified', 'breaks', 'Requests without a body are refused now.'],
  'request-body-became-optional': ['modified', 'fine', 'The body may be left out now.'],
  'request-media-type-added': ['added', 'fine', 'Bodies may be of this media type too.'],
  'request-media-type-removed': ['removed', 'breaks', 'Bodies of this media type are refused.'],
  'request-encoding-changed': ['modified', 'breaks', 'The parts of the body are written another way.'],

  'response-success-status-added': ['added', 'fine', 'The operation may also succeed with this status.'],
  'response-success-status-removed': [
    'removed',
    'breaks',
    'The operation no longer succeeds with this status.',
  ],
  'response-error-status-added': ['added', 'fine', 'The operation may also be refused with this status.'],
  'response-error-status-removed': [
    'removed',
    'fine',
    'The operation is no longer refused with this status.',
  ],
  'response-media-type-added': ['added', 'fine', 'Answers may be asked for in this media type too.'],
  'response-media-type-removed': ['removed', 'breaks', 'Answers no longer come in this media type.'],
  'response-header-added': ['added', 'fine', 'Answers carry one header more.'],
  'response-header-removed': ['removed', 'unless deprecated', 'Answers no longer carry the header{after}.'],
  'response-header-removed-before-sunset': [
    'removed',
    'breaks',
    'Answers no longer carry the header, and it was promised to stay until {from}.',
  ],
  'response-header-became-required': ['modified', 'fine', 'Answers always carry the header now.'],
  'response-header-became-optional': ['modified', 'breaks', 'Answers may come without the header now.'],
  'response-header-form-changed': [
    'modified',
    'breaks',
    'The header is written another way: {from} became {to}.',
  ],
  'response-link-added': ['added', 'fine', 'Answers lead on to one operation more.'],
  'response-link-removed': ['removed', 'breaks', 'Answers no longer lead on to this operation.'],
  'response-link-changed': ['modified', 'breaks', 'The link leads elsewhere, or takes along something else.'],

  'server-added': ['added', 'fine', 'It can be called at one address more.'],
  'server-removed': ['removed', 'breaks', 'It can no longer be called at this address.'],

  'security-added': ['added', 'breaks', 'Requests without credentials are refused now.'],
  'security-removed': [
    'removed',
    'breaks',
    'Anybody may call it now, and credentials are no longer looked at.',
  ],
  'security-alternative-added': ['added', 'breaks', 'There is another way to prove who one is.'],
  'security-alternative-removed': [
    'removed',
    'unless deprecated',
    'This way to prove who one is does not work any more{after}.',
  ],
  'security-scope-added': ['added', 'breaks', 'Credentials without this scope are refused now.'],
  'security-scope-removed': ['removed', 'fine', 'Credentials do without this scope now.'],
  'security-scheme-changed': [
    'modified',
    'breaks',
    'Credentials are another kind, or stand in another place.',
  ],
  'security-scheme-deprecated': ['modified', 'fine', 'It works as before, and is going to be removed.'],
  'security-scheme-no-longer-deprecated': ['modified', 'fine', 'It is going to stay after all.'],
  'security-flow-added': ['added', 'fine', 'There is one more way to get a token.'],
  'security-flow-removed': ['removed', 'breaks', 'Tokens can no longer be got this way.'],
}
