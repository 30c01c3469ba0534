/** A path, or an operation by its name, without the names of its parameters, which nobody sends. */
export const nameless = (path: string): string => path.replace(/\{[^}]*\}/g, '{}')
