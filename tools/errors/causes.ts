/** What is behind a 503. `log`: its `why`, or an outage. `thrown`: where the source throws it, by its text, or by its place where that has none. */
type Cause = { log: string; what: string; operator: string; thrown: readonly string[] }

const outage = 'an outage'

/** Every cause of a 503, in the order in which an operator meets them. */
export const causes: readonly Cause[] = [
  {
    log: outage,
    what: 'The database is away, starting, read-only, or out of space or connections, or it refuses the role.',
    operator: 'Bring it back, as `why` says.',
    thrown: [
      'src/platform/db/failures.ts error',
      'src/platform/db/postgres.ts error',
      'src/platform/db/serving.ts error',
      'src/platform/db/watch.ts error',
      'src/platform/db/watch.ts storage.fault',
    ],
  },
  {
    log: outage,
    what: 'The database has not answered for two seconds, or none of several servers serves.',
    operator: 'Bring it back, or promote another: [beyond one machine](guides/beyond-one-machine.md).',
    thrown: [
      'timeout exceeded: no answer within … ms',
      'timeout exceeded: no server was found that serves',
      'src/platform/db/serving.ts new AggregateError',
    ],
  },
  {
    log: outage,
    what: 'Tables are missing, or the role may not use them.',
    operator:
      'Run `npx sallyport migrate`, with `--serve-as` if the service has [a role of its own](guides/two-database-roles.md).',
    thrown: ['src/web/health/queries.ts denial'],
  },
  {
    log: '`overloaded`',
    what: 'A password would wait for more than two seconds to be hashed. Or a form was sent twice, and the first took more than nine.',
    operator: 'Add cores: [capacity](guides/capacity.md).',
    thrown: ['src/platform/crypto/hash-slots.ts', 'src/web/pages/presses/press-once.ts'],
  },
  {
    log: 'what the database says: a timeout, a deadlock',
    what: 'A statement took three seconds, or waited two for rows that others hold.',
    operator: 'Look at the load and the disk of the database, and at what else uses it.',
    thrown: ['src/platform/db/failures.ts error'],
  },
  {
    log: '`all connections to the database are at work`',
    what: 'None of the ten connections of a process came free within a second.',
    operator: 'Look for slow statements in the log. If there are none, start another process.',
    thrown: ['all connections to the database are at work'],
  },
  {
    log: '`more is asked of the database than it answers`, or `the database answered nothing for … ms`',
    what: 'More than 2,048 questions of one kind wait, or one has waited for a second.',
    operator: 'The database does not keep up. Look at its load and disk.',
    thrown: ['more is asked of the database than it answers', 'the database answered nothing for … ms'],
  },
  {
    log: '`a session is held too long`',
    what: 'The row of a session that is to be refreshed has been locked for two seconds.',
    operator: 'Look for a long transaction in the database. The service has none.',
    thrown: ['a session is held too long'],
  },
  {
    log: '`too many wait for events`',
    what: '200 requests and streams wait at `GET /events` of one process.',
    operator: 'Let services share a reader, or start another process.',
    thrown: ['too many wait for events'],
  },
  {
    log: '`an address is owned by an account that does not have it`, or `an account was given its address without the key`',
    what: 'A change on two servers is half done. Or somebody has written to the database.',
    operator: 'If it goes on for a minute, find out who; `npx sallyport doctor` counts such rows.',
    thrown: [
      'an account was given its address without the key',
      'an address is owned by an account that does not have it',
    ],
  },
  {
    log: '`the database was closed`',
    what: 'The process ends.',
    operator: 'Nothing. A proxy asks another one by then.',
    thrown: ['the database was closed'],
  },
]
