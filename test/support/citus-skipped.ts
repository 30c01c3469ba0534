const triggers = 'Citus spreads no table that has triggers; privileges take their place there'
const plans = 'workers choose plans by themselves, and read small parts of tables whole'
const locks = 'it kills while a lock is waited for, and looks for that on one server'

/** By name, the tests that the suite skips where databases are distributed, and why. */
export const citusSkipped = {
  'no hot path scans a table, however many users and sessions there are': plans,
  'nothing that is delivered, swept, forgotten or exported scans a table': plans,
  'a stray statement can neither change nor delete an event': triggers,
  'only events past their age are deleted, and never by accident': triggers,
  'events of existing accounts forget nothing': triggers,
  'killed between delivery and its record, the service sends the email once more': locks,
  'killed while a link is being issued, no email is lost, and none comes twice': locks,
  'a failed span is marked, without the error’s words':
    'without the triggers, no statement fails when a taken address is registered: its owner decides',
  'making an address wait is the same work with and without an account, at the first lock and the last':
    'after the answer, the event of a lock takes statements of its own there',
} as const

export type SkippedOnCitus = keyof typeof citusSkipped
