/** Somebody at a provider. */
export type Identity = {
  /** Who it is, by the provider's own name for them, which is never given to somebody else. */
  subject: string
  email: string | undefined
  /** Whether the provider says that it proved the address. */
  emailVerified: boolean
}

/** What ties a provider's answer to the browser that asked. */
export type Proofs = { state: string; nonce: string; codeVerifier: string }

/** Another service that people sign in with. */
export type Provider = {
  id: string
  /** For people. */
  name: string
  /** Where to send the browser. @throws when the provider is away */
  authorizationUrl(callbackUrl: string, proofs: Proofs): Promise<string>
  /**
   * Who somebody is.
   *
   * @param answer the callback URL with the provider's answer in its query
   * @throws when the answer is a refusal or cannot be trusted
   */
  identify(answer: URL, proofs: Proofs): Promise<Identity>
}

/** How a provider is made of what the operator says of it. @throws an `Error` that names what is wrong or missing */
export type ProviderKind = (id: string, settings: SettingsReader, now: () => number) => Provider

/** A provider's own settings: `CLIENT_ID` of `acme` is `OAUTH_ACME_CLIENT_ID`. */
export type SettingsReader = {
  get(name: ProviderSettingName): string | undefined
  /** @throws when there is none */
  need(name: ProviderSettingName): string
  /** As an address. @throws unless it is https, or http on loopback */
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

/** A provider that did not answer, or not so that it could be believed. The message holds nothing of the answer. */
export class ProviderFault extends Error {
  readonly isAway: boolean

  constructor(message: string, { isAway = false, cause }: { isAway?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isAway = isAway
  }
}

/** What a provider told, as an identity. @throws when it names nobody: OpenID Connect Core §2, 255 ASCII characters */
export const identityOf = (subject: unknown, email: unknown, emailVerified: unknown): Identity => {
  const text = typeof subject === 'number' && Number.isSafeInteger(subject) ? String(subject) : subject
  if (typeof text !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(text))
    throw new ProviderFault('the provider named nobody')
  return {
    subject: text,
    email: typeof email === 'string' ? email : undefined,
    // nothing but `true` is true: "false" would be as well
    emailVerified: emailVerified === true,
  }
}
