import type { Draw } from '../random-schema.ts'
import { interfaceKinds } from './interface-kinds.ts'
import type { Json } from './manners.ts'
import { schemaKinds } from './schema-kinds.ts'

/** Changes a copy of a document in one place. @returns whether it breaks, or nothing where there is no such place */
export type Kind = (document: Json, draw: Draw) => boolean | undefined

export const kinds: Record<string, Kind> = { ...schemaKinds, ...interfaceKinds }
