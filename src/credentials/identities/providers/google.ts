import { openIdConnect } from './openid-connect.ts'

export const google = openIdConnect({ name: 'Google', issuer: 'https://accounts.google.com' })
