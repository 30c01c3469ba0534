/** `RegExp.escape`, which Node 20 does not have. */
export const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
