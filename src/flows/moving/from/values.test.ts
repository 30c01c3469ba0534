import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerCalled } from './values.ts'

test('providers have one name here, however other systems call them', () => {
  const called: [providers: string[], nameThere: (provider: string) => string][] = [
    [['google', 'apple', 'github', 'facebook'], (provider) => `${provider}.com`],
    [['google', 'apple', 'github', 'facebook', 'microsoft'], (provider) => `oauth_${provider}`],
    [['linkedin', 'slack'], (provider) => `${provider}_oidc`],
    [['google', 'x', 'acme'], (provider) => provider.toUpperCase()],
  ]
  for (const [providers, nameThere] of called)
    assert.deepEqual(providers.map(nameThere).map(providerCalled), providers)
})
