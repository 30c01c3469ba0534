import { openIdConnect } from './openid-connect.ts'

export const slack = openIdConnect({ name: 'Slack', issuer: 'https://slack.com' })
