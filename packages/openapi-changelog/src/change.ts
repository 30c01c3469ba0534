export type { AcceptedChange as Change } from 'openapi-changes/accepted'
