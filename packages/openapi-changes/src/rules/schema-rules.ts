import type { SchemaRule } from './verdict.ts'

/** A minimum that is raised leaves less room, and so does a maximum that is lowered. */
const limits = (stem: string, name: string): Record<string, SchemaRule> => {
  const says = `The ${name} changed from {from} to {to}`
  const [narrower, wider] = stem.startsWith('min') ? ['raised', 'lowered'] : ['lowered', 'raised']
  return {
    [`${stem}-${narrower}`]: ['modified', 'breaks', 'fine', says],
    [`${stem}-${wider}`]: ['modified', 'fine', 'breaks', says],
  }
}

/**
 * The judgement on schemas. A request is judged by whether what was valid still is, a response by whether it may now
 * hold what it could not hold before: so they run in opposite directions.
 */
export const schemaRules: Record<string, SchemaRule> = {
  'type-narrowed': ['modified', 'breaks', 'fine', 'The type changed from {from} to {to}'],
  'type-widened': ['modified', 'fine', 'breaks', 'The type changed from {from} to {to}'],
  'type-changed': ['modified', 'breaks', 'breaks', 'The type changed from {from} to {to}'],
  'became-nullable': ['modified', 'fine', 'breaks', 'It may now be null'],
  'became-not-nullable': ['modified', 'breaks', 'fine', 'It may no longer be null'],

  'enum-value-added': ['added', 'fine', 'breaks', 'There is a new value'],
  'enum-value-removed': ['removed', 'breaks', 'fine', 'A value was removed'],
  'became-enum': ['modified', 'breaks', 'fine', 'Only certain values are allowed now: {to}'],
  'no-longer-enum': ['modified', 'fine', 'breaks', 'Values other than {from} are now allowed'],

  // by `x-extensible-enum`: others than the known values may come at any time
  'open-enum-value-added': ['added', 'fine', 'fine', 'There is a new known value'],
  // nothing refuses it by the letter, but it no longer means what it did
  'open-enum-value-removed': ['removed', 'breaks', 'fine', 'A known value was removed'],
  'enum-opened': ['modified', 'fine', 'breaks', 'Values other than the known ones are now allowed'],
  'enum-closed': ['modified', 'breaks', 'fine', 'Only the listed values are allowed now'],
  'became-open-enum': ['modified', 'fine', 'fine', 'Some values are now named: {to}'],
  'no-longer-open-enum': ['modified', 'fine', 'fine', 'The values {from} are no longer named'],

  ...limits('minimum', 'minimum'),
  ...limits('maximum', 'maximum'),
  ...limits('min-length', 'minimum length'),
  ...limits('max-length', 'maximum length'),
  ...limits('min-items', 'minimum number of items'),
  ...limits('max-items', 'maximum number of items'),
  ...limits('min-properties', 'minimum number of properties'),
  ...limits('max-properties', 'maximum number of properties'),
  'multiple-of-tightened': [
    'modified',
    'breaks',
    'fine',
    'The required multiple changed from {from} to {to}',
  ],
  'multiple-of-loosened': ['modified', 'fine', 'breaks', 'The required multiple changed from {from} to {to}'],
  'multiple-of-changed': [
    'modified',
    'breaks',
    'breaks',
    'The required multiple changed from {from} to {to}',
  ],
  'items-became-unique': ['modified', 'breaks', 'fine', 'Items must now be unique'],
  'items-no-longer-unique': ['modified', 'fine', 'breaks', 'Items no longer have to be unique'],

  'pattern-added': ['modified', 'breaks', 'fine', 'It must now match {to}'],
  'pattern-changed': ['modified', 'breaks', 'breaks', 'The pattern changed from {from} to {to}'],
  'pattern-removed': ['modified', 'fine', 'breaks', 'It no longer has to match {from}'],
  'format-added': ['modified', 'breaks', 'fine', 'It must now have the format {to}'],
  'format-narrowed': ['modified', 'breaks', 'fine', 'The format changed from {from} to {to}'],
  'format-widened': ['modified', 'fine', 'breaks', 'The format changed from {from} to {to}'],
  'format-changed': ['modified', 'breaks', 'breaks', 'The format changed from {from} to {to}'],
  'format-removed': ['modified', 'fine', 'breaks', 'It no longer has to have the format {from}'],
  // it says what a request means that leaves it out
  'default-added': ['modified', 'breaks', 'never', 'When omitted, it now counts as {to}.'],
  'default-changed': [
    'modified',
    'breaks',
    'never',
    'When omitted, it now counts as {to} instead of {from}.',
  ],
  'default-removed': ['modified', 'breaks', 'never', 'When omitted, it no longer counts as {from}.'],

  'property-added-optional': ['added', 'fine', 'fine', 'There is a new optional property'],
  'property-added-required': ['added', 'breaks', 'fine', 'There is a new required property'],
  'property-removed': [
    'removed',
    'unless deprecated',
    'unless deprecated',
    'The property was removed{after}',
  ],
  'property-removed-before-sunset': [
    'removed',
    'breaks',
    'breaks',
    'The property was removed, although it was announced to stay until {from}.',
  ],
  'property-became-required': ['modified', 'breaks', 'fine', 'The property is now required'],
  'property-became-optional': ['modified', 'fine', 'breaks', 'The property is now optional'],
  'property-became-read-only': ['modified', 'breaks', 'never', 'The property is now for responses only'],
  'property-no-longer-read-only': ['modified', 'fine', 'never', 'The property is now for requests too'],
  'property-became-write-only': ['modified', 'never', 'breaks', 'The property is now for requests only'],
  'property-no-longer-write-only': ['modified', 'never', 'fine', 'The property is now for responses too'],
  'pattern-properties-added': ['added', 'fine', 'fine', 'Properties may now match another pattern'],
  'pattern-properties-removed': ['removed', 'breaks', 'breaks', 'Properties of the pattern were removed'],
  // clients pass over what they do not know
  'more-properties-allowed': ['modified', 'fine', 'fine', 'Properties that are not listed are now allowed'],
  'more-properties-refused': [
    'modified',
    'breaks',
    'fine',
    'Properties that are not listed are no longer allowed',
  ],

  'one-of-branch-added': ['added', 'fine', 'breaks', 'There is a new alternative'],
  'one-of-branch-removed': ['removed', 'breaks', 'fine', 'An alternative was removed'],
  'any-of-branch-added': ['added', 'fine', 'breaks', 'There is a new alternative'],
  'any-of-branch-removed': ['removed', 'breaks', 'fine', 'An alternative was removed'],
  'all-of-branch-added': ['added', 'breaks', 'fine', 'It must now fit one more schema'],
  'all-of-branch-removed': ['removed', 'breaks', 'breaks', 'It no longer has to fit one of the schemas'],
  'choice-branch-merged': ['modified', 'fine', 'fine', 'The alternative is now part of another one'],
  'choice-branch-split': ['modified', 'fine', 'fine', 'Part of another alternative now stands on its own'],
  'choice-added': ['modified', 'breaks', 'fine', 'It must now fit one of several alternatives'],
  'choice-removed': ['modified', 'fine', 'breaks', 'It no longer has to fit one of several alternatives'],
  'choice-became-exclusive': [
    'modified',
    'breaks',
    'fine',
    'It may no longer fit several alternatives at once',
  ],
  'choice-no-longer-exclusive': ['modified', 'fine', 'breaks', 'It may now fit several alternatives at once'],
  // `oneOf` refuses what fits two: more room in one of them may take it from all
  'choice-may-overlap': [
    'modified',
    'breaks',
    'never',
    'A value may now fit two alternatives where only one is allowed',
  ],
  'discriminator-added': ['modified', 'fine', 'fine', 'A property now tells the alternatives apart'],
  'discriminator-default-added': [
    'modified',
    'fine',
    'fine',
    'There is now an alternative for when the property names none',
  ],
  'discriminator-changed': ['modified', 'breaks', 'breaks', 'The alternatives are told apart in another way'],
  'discriminator-removed': ['modified', 'breaks', 'breaks', 'No property tells the alternatives apart now'],
  'condition-added': ['modified', 'breaks', 'fine', 'It must now meet one more condition'],
  'condition-removed': ['modified', 'fine', 'breaks', 'It no longer has to meet a condition'],
  // `not`, `if` and the like: there is no telling which way
  'condition-changed': ['modified', 'breaks', 'breaks', 'A condition on it changed'],
  // nothing refuses a text by what it is said to hold
  'content-named': ['modified', 'fine', 'fine', 'It is now said what the text holds'],
  'content-no-longer-named': ['modified', 'fine', 'fine', 'It is no longer said what the text holds'],

  'sunset-added': ['modified', 'fine', 'fine', 'It is available until {to}.'],
  'sunset-put-off': ['modified', 'fine', 'fine', 'It is available until {to} instead of {from}.'],
  'sunset-brought-forward': [
    'modified',
    'breaks',
    'breaks',
    'It is available until {to} only, instead of {from}.',
  ],
  'sunset-removed': [
    'modified',
    'breaks',
    'breaks',
    'It may be removed at any time, although it was announced to stay until {from}.',
  ],

  deprecated: ['modified', 'fine', 'fine', 'It works as before, but is going to be removed.'],
  'no-longer-deprecated': ['modified', 'fine', 'fine', 'It is no longer going to be removed.'],
}
