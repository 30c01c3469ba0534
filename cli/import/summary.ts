import type { Counts } from '../../src/flows/moving/queries.ts'
import type { RowResult } from '../../src/flows/moving/rows/row.ts'

export const mostFaults = 10

/** What an import has done, or would do, on one screen. */
export const summaryOf = (
  counts: Counts,
  faults: readonly RowResult[],
  { isDry }: { isDry: boolean },
): string[] => {
  const { imported = 0, added = 0, skipped = 0, failed = 0 } = counts
  return [
    `${isDry ? 'Nothing was written. ' : ''}${[
      `${number(imported)} ${isDry ? 'would be imported' : 'imported'}`,
      ...(added > 0 ? [`${number(added)} ${isDry ? 'would get' : 'got'} what they lacked`] : []),
      `${number(skipped)} skipped`,
      `${number(failed)} failed`,
    ].join(', ')}.`,
    ...listed('Not imported', counts, 'reason.'),
    ...listed('Passwords', counts, 'scheme.'),
    ...appsIn(counts),
    ...unverifiedIn(counts),
    ...faults.slice(0, mostFaults).map(faultLine),
    ...(failed > mostFaults && faults.length > 0
      ? ['More of them are in the file that --report names.']
      : []),
  ]
}

const listed = (about: string, counts: Counts, prefix: string): string[] => {
  const found = Object.entries(counts)
    .filter(([name]) => name.startsWith(prefix))
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${number(count)} ${name.slice(prefix.length)}`)
  return found.length > 0 ? [`${about}: ${found.join(', ')}.`] : []
}

const appsIn = ({ totp = 0, backupCodes = 0 }: Counts): string[] =>
  totp === 0
    ? []
    : [
        `Authenticator apps: ${number(totp)} people. ${number(backupCodes)} bring backup codes, and the others get some when they first sign in on the pages.`,
      ]

const unverifiedIn = ({ unverified = 0, unverifiedWithCredentials = 0 }: Counts): string[] =>
  unverified === 0
    ? []
    : [
        `Not confirmed: ${number(unverified)} addresses. Whoever proves one first gets the account; ${number(unverifiedWithCredentials)} then lose the password, app and identities that came along.`,
      ]

const faultLine = ({ line, email, reason, message }: RowResult) =>
  `  line ${line}${email === null ? '' : ` (${email})`}: ${reason}, ${message}`

const number = (count: number) => count.toLocaleString('en')
