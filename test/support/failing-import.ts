import { registerHooks } from 'node:module'

/** Imports of `specifier` fail until the returned function is called, as while too many files are open. */
export const failImportsOf = (specifier: string): (() => void) => {
  const hooks = registerHooks({
    resolve: (asked, context, next) => {
      if (asked === specifier) throw Object.assign(new Error(`cannot read ${asked}`), { code: 'EMFILE' })
      return next(asked, context)
    },
  })
  return () => hooks.deregister()
}
