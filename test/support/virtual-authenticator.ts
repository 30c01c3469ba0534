import type { Page } from 'playwright-core'

/** The authenticator of a window: Chromium's own, in software, whose owner is there and agrees. */
export type VirtualAuthenticator = {
  /** Whether its owner is recognised, by a finger or a PIN, from now on. */
  setVerified(isVerified: boolean): Promise<unknown>
  /** Whether its owner is there, from now on. */
  setPresent(isPresent: boolean): Promise<unknown>
  /** Forgets all passkeys. */
  clear(): Promise<unknown>
}

/** @param hasUserVerification false for a security key without a PIN, which is only touched */
export const addAuthenticator = async (
  page: Page,
  { hasUserVerification = true } = {},
): Promise<VirtualAuthenticator> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification,
      isUserVerified: hasUserVerification,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    setPresent: (enabled) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    clear: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
