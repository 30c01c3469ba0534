export type Identity = {
  /** The provider's permanent id of this person, never reassigned. */
  subject: string
  email: string | undefined
  /** Whether the provider says that it verified the address. */
  emailVerified: boolean
  /** Why the address is unexpectedly missing, or does not count. For the log. */
  doubt?: string | undefined
}

/** What binds a provider's answer to the browser. */
export type Proofs = { state: string; nonce: string; codeVerifier: string }

export type Provider = {
  id: string
  /** For people. */
  name: string
  /** @throws when the provider is unreachable */
  authorizationUrl(callbackUrl: string, proofs: Proofs): Promise<string>
  /**
   * @param answer the callback URL with the provider's answer in its query
   * @throws if the answer is a refusal or cannot be trusted
   */
  identify(answer: URL, proofs: Proofs): Promise<Identity>
}

/** @throws an `Error` that names what is wrong or missing in the settings */
export type ProviderKind = (id: string, settings: SettingsReader, now: () => number) => Provider

/** A provider's own settings: `CLIENT_ID` of `acme` is `OAUTH_ACME_CLIENT_ID`. */
export type SettingsReader = {
  get(name: ProviderSettingName): string | undefined
  /** @throws when there is none */
  need(name: ProviderSettingName): string
  /** @throws unless it is https, or http on loopback */
  address(name: ProviderSettingName): URL | undefined
}

export type ProviderSettingName = (typeof providerSettingNames)[number]

export const providerSettingNames = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'SCOPES',
  'NAME',
  'TEAM_ID',
  'KEY_ID',
] as const

/** No answer, or an untrustworthy one. The message contains nothing of it. */
export class ProviderFault extends Error {
  readonly isAway: boolean

  constructor(message: string, { isAway = false, cause }: { isAway?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isAway = isAway
  }
}

/** @throws for an invalid subject: OpenID Connect Core §2, at most 255 ASCII characters */
export const identityOf = (
  subject: unknown,
  email: unknown,
  emailVerified: unknown,
  doubt?: string,
): Identity => {
  const text = typeof subject === 'number' && Number.isSafeInteger(subject) ? String(subject) : subject
  if (typeof text !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(text))
    throw new ProviderFault('the provider named nobody')
  return {
    subject: text,
    email: typeof email === 'string' ? email : undefined,
    // only `true` counts, not the string "false"
    emailVerified: emailVerified === true,
    doubt: doubt ?? doubtAbout(emailVerified),
  }
}

/** For providers that write `true` as a text or a number, by their documents or against them. */
export const isWrittenTrue = (claim: unknown): boolean => [true, 'true', 1, '1'].some((yes) => yes === claim)

const doubtAbout = (claim: unknown) =>
  claim !== true && isWrittenTrue(claim) ? 'it writes email_verified otherwise than as true' : undefined
