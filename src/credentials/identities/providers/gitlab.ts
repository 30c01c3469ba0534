import { openIdConnect } from './openid-connect.ts'

/** GitLab, or the self-managed one at `ISSUER`. */
export const gitlab = openIdConnect({ name: 'GitLab', issuer: 'https://gitlab.com' })
