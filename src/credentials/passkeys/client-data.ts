import { propertiesOf } from '../../platform/properties-of.ts'

/** The browser's account of a ceremony (WebAuthn §5.8.1), as far as it selects what to check against. */
type ClientData = { challenge: string; isCrossOrigin: boolean }

/** @returns undefined unless it is JSON and has a challenge */
export const readClientData = (clientDataJSON: string): ClientData | undefined => {
  try {
    const { challenge, crossOrigin } = propertiesOf(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
    )
    return typeof challenge === 'string' ? { challenge, isCrossOrigin: crossOrigin === true } : undefined
  } catch {
    return undefined
  }
}
