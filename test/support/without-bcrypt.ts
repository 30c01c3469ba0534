import { registerHooks } from 'node:module'

// for `--import`: an installation without the optional package
registerHooks({
  resolve: (asked, context, next) => {
    if (asked !== '@node-rs/bcrypt') return next(asked, context)
    throw Object.assign(new Error(`Cannot find package '${asked}'`), { code: 'ERR_MODULE_NOT_FOUND' })
  },
})
