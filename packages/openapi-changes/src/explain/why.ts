import type { Direction, Rule } from '../rules.ts'
import { ofEvents } from './why-events.ts'

/** Why a rule judges as it does, where more is to be said than that there is more or less room than before. */
const ofInterface: Record<string, string> = {
  'operation-added': 'No client calls it yet.',
  'operation-removed':
    'Clients that call it are refused. Marking it as deprecated first gives them time to leave.',
  'path-added': 'No client calls it yet.',
  'path-removed':
    'Clients that call it are refused. Marking it as deprecated first gives them time to leave.',
  'operation-removed-before-sunset':
    'Clients planned for the day that `x-sunset` names. Being deprecated is not enough before that day.',
  'operation-deprecated':
    'A mark changes no request and no answer. It is what makes a later removal harmless.',
  'operation-no-longer-deprecated': 'Clients that have not left yet may stay.',
  'operation-id-added': 'The id is never sent. Generators name functions after it.',
  'operation-id-changed':
    'The id is never sent, so running clients notice nothing. Code that is generated anew has another name for it.',
  'operation-id-removed':
    'The id is never sent, so running clients notice nothing. Code that is generated anew has another name for it.',
  'sunset-added': 'A day is more than clients knew before.',
  'sunset-put-off': 'Clients have more time than they planned for.',
  'sunset-brought-forward': 'Clients that planned for the later day are not ready on the earlier one.',
  'sunset-removed': 'Clients planned for a day that no longer holds.',
  'path-parameter-renamed':
    'A path parameter is sent by its position; its name stands in the document only. With --strict it counts as another path.',
  'request-parameter-added-optional': 'Clients that do not know it leave it out.',
  'request-parameter-added-required': 'Clients written before it existed do not send it.',
  'request-parameter-removed':
    'Clients go on sending it. At best it is ignored, and they get something else than they asked for.',
  'request-parameter-became-required': 'Clients that left it out were right to do so.',
  'request-parameter-became-optional': 'Clients go on sending it.',
  'request-parameter-location-changed': 'Clients send it where it is no longer looked for.',
  'request-parameter-form-changed':
    'The same value is sent in a form that is read as another value, or refused.',
  'request-parameter-removed-before-sunset':
    'Clients planned for the day that `x-sunset` names. Being deprecated is not enough before that day.',
  'request-parameter-empty-allowed': 'Clients go on sending a value.',
  'request-parameter-empty-refused': 'Clients that sent its name alone were right to do so.',
  'request-parameter-reserved-allowed': 'Clients go on encoding them, and encoded they mean the same.',
  'request-parameter-reserved-refused': 'Clients that send them as they are are read as something else.',
  'request-parameter-became-list': 'Clients go on sending one value, which is written like a list of one.',
  'request-parameter-no-longer-list': 'Clients may send several values.',
  'request-body-added-optional': 'Clients that do not know of a body send none.',
  'request-body-added-required': 'Clients written before it existed send none.',
  'request-body-removed': 'Clients go on sending it, and what they say is ignored or refused.',
  'request-body-became-required': 'Clients that left it out were right to do so.',
  'request-body-became-optional': 'Clients go on sending it.',
  'request-media-type-added': 'Clients go on sending the type that they know.',
  'request-media-type-removed': 'Clients that send it get 415, or are misread.',
  'request-encoding-changed': 'Clients go on writing the parts as before.',
  'request-encoding-widened': 'Clients go on writing the parts as before.',
  'request-encoding-narrowed': 'Clients go on sending parts of the other types.',
  'response-success-status-added':
    'A client has to take any success for one: HTTP lets it treat an unknown code as the first of its class (RFC 9110, section 15).',
  'response-success-status-removed':
    'Clients wait for this status, and for the body that came with it, to know that it worked.',
  'response-error-status-added':
    'A client has to expect errors that are not listed: proxies and outages send them, too.',
  'response-error-status-removed': 'Clients handle a case that no longer happens.',
  'response-media-type-added': 'Clients ask for the type that they know.',
  'response-media-type-removed': 'Clients that ask for it get 406, or a type that they cannot read.',
  'response-header-added': 'Clients pass over headers that they do not know.',
  'response-header-removed': 'Clients that read it find nothing.',
  'response-header-became-required': 'Clients were ready for it to be missing, and it no longer is.',
  'response-header-became-optional': 'Clients rely on it being there.',
  'response-header-removed-before-sunset':
    'Clients planned for the day that `x-sunset` names. Being deprecated is not enough before that day.',
  'response-header-form-changed':
    'The same value comes in a form that clients read as another, or cannot read.',
  'response-link-added': 'Clients pass over links that they do not know.',
  'response-link-removed': 'Clients that follow it do not find the way.',
  'response-link-changed': 'Clients that follow it arrive elsewhere, or with something else.',
  'server-added': 'Clients call the address that they know.',
  'server-removed': 'Clients go on calling the address, and nobody promises an answer there.',
  'security-scheme-deprecated': 'A mark changes no request and no answer.',
  'security-scheme-no-longer-deprecated': 'Clients that still use it may go on.',
  'security-flow-added': 'Clients get their tokens as before.',
  'security-flow-removed': 'Clients that get their tokens this way get none.',
  'security-added': 'Clients send no credentials, because they never needed any.',
  'security-removed':
    'Requests still work, but who may see or change something is another matter now. It deserves a look before it is published.',
  'security-alternative-added':
    'Requests still work, but there is one more way in. It deserves a look before it is published.',
  'security-alternative-removed': 'Clients that prove who they are in this way are refused.',
  'security-scope-added': 'Credentials issued before do not have the scope.',
  'security-scope-removed': 'Credentials have more than they need.',
  'security-scheme-changed': 'Clients send their credentials in the old way.',
  'security-unused-scheme-changed': 'Clients had no reason to send such credentials.',
  'security-unused-flow-removed': 'Clients had no reason to get such a token.',
}

/** By what a rule on schemas says: alike for requests and answers, or one for each. */
const ofSchemas: Record<string, string | Partial<Record<Direction, string>>> = {
  'enum-value-added': {
    response:
      'A client that has a case for each value has none for the new one. An open enum (`x-extensible-enum`) warns of it.',
  },
  'became-nullable': { response: 'Clients use the value without asking whether there is one.' },
  'open-enum-value-added': 'Clients were told that other values than the known ones may come.',
  'open-enum-value-removed': {
    request: 'Nothing refuses it by the letter, but it no longer means what it did.',
    response: 'Clients handle a value that no longer comes.',
  },
  'enum-opened': { response: 'Clients have a case for each listed value, and none for any other.' },
  'became-open-enum': 'Naming some values takes none away.',
  'no-longer-open-enum': 'The values stay as free as they were.',
  'format-added': { request: 'Text that was fine may not have the format.' },
  'pattern-changed':
    'Whether one regular expression allows all that another does cannot be told from its text, so it counts as less room and as more.',
  'pattern-added': { request: 'Text that was fine may not match.' },
  'type-changed': 'Neither type holds the values of the other.',
  'format-changed': 'Neither format holds the values of the other.',
  'multiple-of-changed': 'Neither step holds the values of the other.',
  'default-added': 'A request that leaves it out meant something else until now.',
  'default-changed': 'A request that leaves it out is right, and no longer means what it did.',
  'default-removed': 'A request that leaves it out no longer says what the client relied on.',
  'property-added-optional': {
    request: 'Clients that do not know it leave it out.',
    response: 'Clients pass over properties that they do not know.',
  },
  'property-added-required': {
    request: 'Clients written before it existed do not send it.',
    response: 'Clients pass over properties that they do not know.',
  },
  'property-removed': {
    request: 'Clients go on sending it, and what they say is ignored or refused.',
    response: 'Clients that read it find nothing.',
  },
  'property-removed-before-sunset':
    'Clients planned for the day that `x-sunset` names. Being deprecated is not enough before that day.',
  'property-became-required': {
    request: 'Clients that left it out were right to do so.',
    response: 'Clients were ready for it to be missing, and it no longer is.',
  },
  'property-became-optional': {
    request: 'Clients go on sending it.',
    response: 'Clients rely on it being there.',
  },
  'property-became-read-only': 'Clients go on sending it, and what they say is ignored or refused.',
  'property-no-longer-read-only': 'Clients send none, as before.',
  'property-became-write-only': 'Clients that read it find nothing.',
  'property-no-longer-write-only': 'Clients pass over properties that they did not expect.',
  'pattern-properties-added': {
    request: 'Clients that do not know them leave them out.',
    response: 'Clients pass over properties that they do not know.',
  },
  'pattern-properties-removed': {
    request: 'Clients go on sending them, and what they say is ignored or refused.',
    response: 'Clients that read them find nothing.',
  },
  'more-properties-allowed': {
    request: 'Clients send the properties that they know.',
    response: 'Clients pass over properties that they do not know.',
  },
  'more-properties-refused': {
    request: 'Properties that were passed over until now are refused.',
    response: 'Clients never relied on properties that are not listed.',
  },
  'all-of-branch-removed': {
    request: 'The schemas are closed, so what only the removed one listed is refused now.',
    response: 'Answers no longer have to hold what the removed schema promised.',
  },
  'choice-no-longer-exclusive': {
    response: 'What fits several of the shapes could not come before, and clients look for one of them.',
  },
  'choice-may-overlap':
    '`oneOf` refuses a value that fits two of its shapes. A shape with more room takes in values of the others.',
  'choice-branch-merged': 'What fitted the one shape fits the other.',
  'choice-branch-split': 'What fits the new shape fitted another one before.',
  'discriminator-added': 'The shapes themselves are as before.',
  'discriminator-default-added': 'What names its shape is read as before.',
  'discriminator-changed': 'Generated clients read another property to know which shape it is.',
  'discriminator-removed': 'Generated clients read a property that no longer tells.',
  'condition-changed':
    '`not`, `if` and the like can turn more room into less, so any difference counts as breaking.',
  'content-named': 'It tells more of the text, and refuses none.',
  'content-no-longer-named': 'It tells less of the text, and refuses none.',
  deprecated: 'A mark changes no request and no answer. It is what makes a later removal harmless.',
  'no-longer-deprecated': 'Clients that still use it may go on.',
}

/** Where nothing else is to be said. */
const ofRoom: Record<Direction, Record<'breaks' | 'fine', string>> = {
  request: {
    breaks: 'There is less room: a client may go on sending what the newer document refuses.',
    fine: 'There is as much room as before or more: whatever a client sends is still right.',
  },
  response: {
    breaks:
      'There is more room: a client may get what the older document never allowed, and it was not built for that.',
    fine: 'There is no more room than before: a client was built for whatever it gets.',
  },
}

/** One or two sentences. */
export const whyOf = (id: string, { verdict }: Rule): string => {
  const direction: Direction = id.startsWith('response-') ? 'response' : 'request'
  const stem = id.replace(/^(request|response)-/, '')
  const known =
    ofInterface[id] ??
    ofEvents[id] ??
    ofSchemas[stem] ??
    ofSchemas[stem.replace(/^(parameter|header|body|property)-/, '')]
  const words = typeof known === 'string' ? known : known?.[direction]
  return words ?? ofRoom[direction][verdict === 'fine' ? 'fine' : 'breaks']
}
