const looks = 'a look of one process at what is to be done for anybody, which reads an index of few rows'
const clears = 'once a minute, and only after a look has found something'
const operators = 'for operators, who look for people rather than at one'

const moving = 'of up to five hundred people who are imported together'

/** Statements that involve more than one server. Any other that does keeps all of them busy for a single user. */
export const onSeveral: Record<string, string> = {
  hasUnfed: looks,
  listUnfed: looks,
  mayHaveWork: looks,
  listNew: 'follows a look that has found something',
  listDue: 'follows a look that has found something',
  takeUnfed: 'up to fifty events at once, on the servers of their users',
  listTaken: 'up to fifty events at once, on the servers of their users',
  listEventsAt: 'a page of the feed, on the servers of its users',
  listWholeEvents: 'up to a hundred events at once, on the servers of their users',
  findOldestUnfed: 'every 15 seconds at most, for people who read the metrics',
  readBacklog: 'every 15 seconds at most, for people who read the metrics',
  hasWaiting: looks,
  listAhead: looks,
  callForgotten: clears,
  listExpired: looks,
  listDueDeletions: looks,
  listDeparted: looks,
  listDueResets: looks,
  forgetPasswordAttempts: 'attempts are counted by user and by address, which lie on two servers',
  deleteAttemptsOf: 'attempts are counted by user and by what they change, which lie on two servers',
  listCounts: 'attempts are counted by user and by address, which lie on two servers',
  listAttempts: 'attempts are counted by user and by address, which lie on two servers',
  listAdminRows: operators,
  listOperators: operators,
  listAdminRowsOf: operators,
  listCandidates: operators,
  searchEvents: operators,
  listGivenUp: operators,
  findRefusal: 'for operators, who have the number of a request, and not whose it was',
  countInHour: operators,
  countPeople: operators,
  countMails: operators,
  listEmailOwners: moving,
  listExternalIdOwners: moving,
  listIdentityOwners: moving,
  listUsersAmong: moving,
  listExportRows: 'everybody, by an operator who moves out',
  countForeign: 'every 15 seconds at most, for people who read the metrics, by an index of those few',
  findNthNewest: 'every five minutes at most, for people who read the metrics, by an index',
  listKits: 'every five minutes at most, for people who read the metrics, of the newest accounts',
  listFirstForeign: 'once a minute and process, by an index of those few',
  listLastForeign: 'once a minute and process, by an index of those few',
  countDependent: 'once at a start, and for operators',
  listActs: operators,
}

/** Statements that each table has one of: those of the jobs that delete dead rows, and those about rows without a MAC. */
export const familyOf = (name: string): string => {
  if (/^(look for dead|sweep|late) /.test(name)) return 'sweeps'
  return /^((list|count) unsealed|unseal) /.test(name) ? 'unsealed' : name
}
