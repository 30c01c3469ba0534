import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { linkedin } from './linkedin.ts'
import { microsoft } from './microsoft.ts'
import type { ProviderKind } from './provider.ts'
import { slack } from './slack.ts'
import { spotify } from './spotify.ts'
import { twitch } from './twitch.ts'
import { x } from './x.ts'

/** Built-in providers. Any other id needs an `ISSUER` with OpenID Connect discovery. */
export const providerKinds: Record<string, ProviderKind> = {
  apple,
  discord,
  facebook,
  github,
  gitlab,
  google,
  linkedin,
  microsoft,
  slack,
  spotify,
  twitch,
  x,
}
