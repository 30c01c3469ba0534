import { openIdConnect } from './openid-connect.ts'

/** GitLab's own, or one that runs at `ISSUER`. */
export const gitlab = openIdConnect({ name: 'GitLab', issuer: 'https://gitlab.com' })
