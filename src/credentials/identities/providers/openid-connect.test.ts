import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardClaims } from './openid-connect.ts'

const isVerified = (issuer: string, email_verified: unknown) =>
  standardClaims(new URL(issuer))({ sub: 'ada', email: 'ada@example.com', email_verified }).emailVerified

test('email_verified may be a string at Amazon Cognito, which documents it so, and at no look-alike', () => {
  const cognito = 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Pool'
  for (const yes of [true, 'true']) assert.equal(isVerified(cognito, yes), true)
  for (const no of [false, 'false', '0', 0, undefined, null, 'TRUE', ['true'], {}])
    assert.equal(isVerified(cognito, no), false, String(no))
  for (const issuer of [
    'https://login.example.com',
    'https://cognito-idp.amazonaws.com.evil.example/',
    'https://evil.example/cognito-idp.eu-central-1.amazonaws.com',
  ])
    assert.equal(isVerified(issuer, 'true'), false, issuer)
})
