import type { Change } from './change.ts'

/** Whether a client may stop working by it. What was marked as deprecated before may go. */
export type Verdict = 'breaks' | 'fine' | 'unless deprecated'

export type Rule = { kind: Change['kind']; verdict: Verdict; says: string }

/**
 * The judgement on everything but schemas, by rule. Where the two best-known tools for it, bump.sh and oasdiff, judge
 * differently, this is the stricter judgement of the two.
 */
const interfaceRules: Record<string, [Change['kind'], Verdict, string]> = {
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
  'sunset-added': ['modified', 'fine', 'The operation stays until {to}.'],
  'sunset-put-off': ['modified', 'fine', 'The operation stays until {to}, and no longer until {from} only.'],
  'sunset-brought-forward': ['modified', 'breaks', 'The operation goes on {to}, and {from} was promised.'],
  'sunset-removed': ['modified', 'breaks', 'The operation may go at any time, and {from} was promised.'],

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
  'response-header-became-required': ['modified', 'fine', 'Answers always carry the header now.'],
  'response-header-became-optional': ['modified', 'breaks', 'Answers may come without the header now.'],

  'security-added': ['added', 'breaks', 'Requests without credentials are refused now.'],
  'security-removed': [
    'removed',
    'breaks',
    'Anybody may call it now, and credentials are no longer looked at.',
  ],
  'security-alternative-added': ['added', 'breaks', 'There is another way to prove who one is.'],
  'security-alternative-removed': [
    'removed',
    'breaks',
    'This way to prove who one is does not work any more.',
  ],
  'security-scope-added': ['added', 'breaks', 'Credentials without this scope are refused now.'],
  'security-scope-removed': ['removed', 'fine', 'Credentials do without this scope now.'],
  'security-scheme-changed': [
    'modified',
    'breaks',
    'Credentials are another kind, or stand in another place.',
  ],

  'callback-added': ['added', 'fine', 'The operation may call back.'],
  'callback-removed': ['removed', 'breaks', 'The operation no longer calls back.'],
  'callback-changed': ['modified', 'breaks', 'What the operation calls back with is another.'],
  'webhook-added': ['added', 'fine', 'There is an event more that one can be told of.'],
  'webhook-removed': ['removed', 'breaks', 'Nobody is told of this event any more.'],
  'webhook-changed': ['modified', 'breaks', 'What is told of this event is another.'],
}

/**
 * The judgement on schemas. A request is judged by whether what was right still is, an answer by whether it may now
 * hold what it could not hold before: so they run in opposite directions.
 */
const schemaRules: Record<
  string,
  [Change['kind'], request: Verdict | 'never', response: Verdict | 'never', fact: string]
> = {
  'type-narrowed': ['modified', 'breaks', 'fine', 'The type went from {from} to {to}'],
  'type-widened': ['modified', 'fine', 'breaks', 'The type went from {from} to {to}'],
  'type-changed': ['modified', 'breaks', 'breaks', 'The type went from {from} to {to}'],
  'became-nullable': ['modified', 'fine', 'breaks', 'It may be null'],
  'became-not-nullable': ['modified', 'breaks', 'fine', 'It may no longer be null'],

  'enum-value-added': ['added', 'fine', 'breaks', 'There is one value more'],
  'enum-value-removed': ['removed', 'breaks', 'fine', 'There is one value less'],
  'became-enum': ['modified', 'breaks', 'fine', 'Only certain values are left: {to}'],
  'no-longer-enum': ['modified', 'fine', 'breaks', 'There are other values than {from}'],

  // by `x-extensible-enum`: others than the known values may come at any time
  'open-enum-value-added': ['added', 'fine', 'fine', 'There is one known value more'],
  // nothing refuses it by the letter, but it no longer means what it did
  'open-enum-value-removed': ['removed', 'breaks', 'fine', 'There is one known value less'],
  'enum-opened': ['modified', 'fine', 'breaks', 'There may be other values than the known ones'],
  'enum-closed': ['modified', 'breaks', 'fine', 'There may be no other values than the listed ones'],
  'became-open-enum': ['modified', 'fine', 'fine', 'Some values are known by name: {to}'],
  'no-longer-open-enum': ['modified', 'fine', 'fine', 'No values are known by name, as {from} were'],

  'minimum-raised': ['modified', 'breaks', 'fine', 'The minimum went from {from} to {to}'],
  'minimum-lowered': ['modified', 'fine', 'breaks', 'The minimum went from {from} to {to}'],
  'maximum-raised': ['modified', 'fine', 'breaks', 'The maximum went from {from} to {to}'],
  'maximum-lowered': ['modified', 'breaks', 'fine', 'The maximum went from {from} to {to}'],
  'min-length-raised': ['modified', 'breaks', 'fine', 'The minimum length went from {from} to {to}'],
  'min-length-lowered': ['modified', 'fine', 'breaks', 'The minimum length went from {from} to {to}'],
  'max-length-raised': ['modified', 'fine', 'breaks', 'The maximum length went from {from} to {to}'],
  'max-length-lowered': ['modified', 'breaks', 'fine', 'The maximum length went from {from} to {to}'],
  'min-items-raised': ['modified', 'breaks', 'fine', 'The minimum number of items went from {from} to {to}'],
  'min-items-lowered': ['modified', 'fine', 'breaks', 'The minimum number of items went from {from} to {to}'],
  'max-items-raised': ['modified', 'fine', 'breaks', 'The maximum number of items went from {from} to {to}'],
  'max-items-lowered': ['modified', 'breaks', 'fine', 'The maximum number of items went from {from} to {to}'],
  'min-properties-raised': [
    'modified',
    'breaks',
    'fine',
    'The minimum of properties went from {from} to {to}',
  ],
  'min-properties-lowered': [
    'modified',
    'fine',
    'breaks',
    'The minimum of properties went from {from} to {to}',
  ],
  'max-properties-raised': [
    'modified',
    'fine',
    'breaks',
    'The maximum of properties went from {from} to {to}',
  ],
  'max-properties-lowered': [
    'modified',
    'breaks',
    'fine',
    'The maximum of properties went from {from} to {to}',
  ],
  'multiple-of-tightened': ['modified', 'breaks', 'fine', 'Steps went from {from} to {to}'],
  'multiple-of-loosened': ['modified', 'fine', 'breaks', 'Steps went from {from} to {to}'],
  'multiple-of-changed': ['modified', 'breaks', 'breaks', 'Steps went from {from} to {to}'],
  'items-became-unique': ['modified', 'breaks', 'fine', 'No item may occur twice'],
  'items-no-longer-unique': ['modified', 'fine', 'breaks', 'An item may occur twice'],

  'pattern-added': ['modified', 'breaks', 'fine', 'It has to match {to}'],
  'pattern-changed': ['modified', 'breaks', 'breaks', 'The pattern went from {from} to {to}'],
  'pattern-removed': ['modified', 'fine', 'breaks', 'It no longer has to match {from}'],
  'format-added': ['modified', 'breaks', 'fine', 'It has to have the format {to}'],
  'format-narrowed': ['modified', 'breaks', 'fine', 'The format went from {from} to {to}'],
  'format-widened': ['modified', 'fine', 'breaks', 'The format went from {from} to {to}'],
  'format-changed': ['modified', 'breaks', 'breaks', 'The format went from {from} to {to}'],
  'format-removed': ['modified', 'fine', 'breaks', 'It no longer has to have the format {from}'],
  // it says what a request means that leaves it out
  'default-added': ['modified', 'breaks', 'never', 'Left out, it counts as {to} now.'],
  'default-changed': [
    'modified',
    'breaks',
    'never',
    'Left out, it counted as {from}, and counts as {to} now.',
  ],
  'default-removed': ['modified', 'breaks', 'never', 'Left out, it no longer counts as {from}.'],

  'property-added-optional': ['added', 'fine', 'fine', 'There may be one property more'],
  'property-added-required': ['added', 'breaks', 'fine', 'There has to be one property more'],
  'property-removed': ['removed', 'unless deprecated', 'unless deprecated', 'The property is gone{after}'],
  'property-became-required': ['modified', 'breaks', 'fine', 'The property has to be there'],
  'property-became-optional': ['modified', 'fine', 'breaks', 'The property may be missing'],
  'property-became-read-only': ['modified', 'breaks', 'never', 'The property is for answers only'],
  'property-no-longer-read-only': ['modified', 'fine', 'never', 'The property is for requests too'],
  'property-became-write-only': ['modified', 'never', 'breaks', 'The property is for requests only'],
  'property-no-longer-write-only': ['modified', 'never', 'fine', 'The property is for answers too'],
  // clients pass over what they do not know
  'more-properties-allowed': ['modified', 'fine', 'fine', 'There may be properties that are not listed'],
  'more-properties-refused': ['modified', 'breaks', 'fine', 'There may be no properties but the listed ones'],

  'one-of-branch-added': ['added', 'fine', 'breaks', 'There is one shape more that it may have'],
  'one-of-branch-removed': ['removed', 'breaks', 'fine', 'There is one shape less that it may have'],
  'any-of-branch-added': ['added', 'fine', 'breaks', 'There is one shape more that it may have'],
  'any-of-branch-removed': ['removed', 'breaks', 'fine', 'There is one shape less that it may have'],
  'all-of-branch-added': ['added', 'breaks', 'fine', 'There is one schema more that it has to fit'],
  'all-of-branch-removed': ['removed', 'breaks', 'breaks', 'There is one schema less that it has to fit'],
  'choice-added': ['modified', 'breaks', 'fine', 'It has to have one of several shapes'],
  'choice-removed': ['modified', 'fine', 'breaks', 'It no longer has to have one of several shapes'],
  'choice-became-exclusive': ['modified', 'breaks', 'fine', 'It may no longer fit several shapes at once'],
  'choice-no-longer-exclusive': ['modified', 'fine', 'fine', 'It may fit several shapes at once'],
  // `oneOf` refuses what fits two: more room in one of them may take it from all
  'choice-may-overlap': [
    'modified',
    'breaks',
    'never',
    'What has more room in one shape may fit two, of which it may fit one',
  ],
  'discriminator-added': ['modified', 'fine', 'fine', 'A property tells the shape'],
  'discriminator-changed': ['modified', 'breaks', 'breaks', 'The shape is told another way'],
  'discriminator-removed': ['modified', 'breaks', 'breaks', 'No property tells the shape any more'],
  // `not`, `if`, `contains`, `patternProperties` and the like: there is no telling which way
  'condition-changed': ['modified', 'breaks', 'breaks', 'A condition on it is another'],

  deprecated: ['modified', 'fine', 'fine', 'It works as before, and is going to be removed.'],
  'no-longer-deprecated': ['modified', 'fine', 'fine', 'It is going to stay after all.'],
}

/** What follows for clients, said after a fact that is not a whole sentence. */
const consequences: Record<Direction, Record<Verdict, string>> = {
  request: {
    breaks: 'so requests that were right may be refused',
    fine: 'and requests that were right still are',
    'unless deprecated': 'so requests with it may be refused, or not be understood',
  },
  response: {
    breaks: 'so answers may not be what clients expect',
    fine: 'so clients need not change',
    'unless deprecated': 'so clients do not find what they expect',
  },
}

export type Direction = 'request' | 'response'

/** What has a schema: the thing itself, or what lies within it. */
const subjects: Record<Direction, string[]> = {
  request: ['request-parameter', 'request-body', 'request-property'],
  response: ['response-header', 'response-body', 'response-property'],
}

const idsOf = (stem: string, direction: Direction): string[] =>
  stem.startsWith('property-')
    ? [`${direction}-${stem}`]
    : subjects[direction].map((subject) => `${subject}-${stem}`)

/** Every rule by its id: those on schemas once for each thing that has one. */
export const rules: ReadonlyMap<string, Rule> = new Map([
  ...Object.entries(interfaceRules).map(([id, [kind, verdict, says]]): [string, Rule] => [
    id,
    { kind, verdict, says },
  ]),
  ...Object.entries(schemaRules).flatMap(([stem, [kind, request, response, fact]]) =>
    (['request', 'response'] as const).flatMap((direction) => {
      const verdict = { request, response }[direction]
      if (verdict === 'never') return []
      const rule = {
        kind,
        verdict,
        says: fact.endsWith('.') ? fact : `${fact}, ${consequences[direction][verdict]}.`,
      }
      return idsOf(stem, direction).map((id): [string, Rule] => [id, rule])
    }),
  ),
])

/** Whether more fits than before: then what was right still is, unless it must not fit two shapes at once. */
export const makesRoom = (stem: string): boolean => {
  const [, request, response] = schemaRules[stem] ?? []
  const isNoMatterToClients = ['more-properties-allowed', 'choice-no-longer-exclusive'].includes(stem)
  return isNoMatterToClients || (request === 'fine' && response === 'breaks')
}
