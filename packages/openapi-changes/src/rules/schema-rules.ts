import type { SchemaRule } from './verdict.ts'

/**
 * The judgement on schemas. A request is judged by whether what was right still is, an answer by whether it may now
 * hold what it could not hold before: so they run in opposite directions.
 */
export const schemaRules: Record<string, SchemaRule> = {
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
  'property-removed-before-sunset': [
    'removed',
    'breaks',
    'breaks',
    'The property is gone, and it was promised to stay until {from}.',
  ],
  'property-became-required': ['modified', 'breaks', 'fine', 'The property has to be there'],
  'property-became-optional': ['modified', 'fine', 'breaks', 'The property may be missing'],
  'property-became-read-only': ['modified', 'breaks', 'never', 'The property is for answers only'],
  'property-no-longer-read-only': ['modified', 'fine', 'never', 'The property is for requests too'],
  'property-became-write-only': ['modified', 'never', 'breaks', 'The property is for requests only'],
  'property-no-longer-write-only': ['modified', 'never', 'fine', 'The property is for answers too'],
  'pattern-properties-added': ['added', 'fine', 'fine', 'There may be properties more, of this pattern'],
  'pattern-properties-removed': ['removed', 'breaks', 'breaks', 'Properties of this pattern are gone'],
  // clients pass over what they do not know
  'more-properties-allowed': ['modified', 'fine', 'fine', 'There may be properties that are not listed'],
  'more-properties-refused': ['modified', 'breaks', 'fine', 'There may be no properties but the listed ones'],

  'one-of-branch-added': ['added', 'fine', 'breaks', 'There is one shape more that it may have'],
  'one-of-branch-removed': ['removed', 'breaks', 'fine', 'There is one shape less that it may have'],
  'any-of-branch-added': ['added', 'fine', 'breaks', 'There is one shape more that it may have'],
  'any-of-branch-removed': ['removed', 'breaks', 'fine', 'There is one shape less that it may have'],
  'all-of-branch-added': ['added', 'breaks', 'fine', 'There is one schema more that it has to fit'],
  'all-of-branch-removed': ['removed', 'breaks', 'breaks', 'There is one schema less that it has to fit'],
  'choice-branch-merged': ['modified', 'fine', 'fine', 'The shape is a part of another one'],
  'choice-branch-split': ['modified', 'fine', 'fine', 'A part of another shape is told apart'],
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
  'discriminator-default-added': [
    'modified',
    'fine',
    'fine',
    'One shape counts where the property tells none',
  ],
  'discriminator-changed': ['modified', 'breaks', 'breaks', 'The shape is told another way'],
  'discriminator-removed': ['modified', 'breaks', 'breaks', 'No property tells the shape any more'],
  // `not`, `if`, `contains`, `patternProperties` and the like: there is no telling which way
  'condition-changed': ['modified', 'breaks', 'breaks', 'A condition on it is another'],

  'sunset-added': ['modified', 'fine', 'fine', 'It stays until {to}.'],
  'sunset-put-off': ['modified', 'fine', 'fine', 'It stays until {to}, and no longer until {from} only.'],
  'sunset-brought-forward': ['modified', 'breaks', 'breaks', 'It goes on {to}, and {from} was promised.'],
  'sunset-removed': ['modified', 'breaks', 'breaks', 'It may go at any time, and {from} was promised.'],

  deprecated: ['modified', 'fine', 'fine', 'It works as before, and is going to be removed.'],
  'no-longer-deprecated': ['modified', 'fine', 'fine', 'It is going to stay after all.'],
}
