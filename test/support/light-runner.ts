import hooks from 'node:async_hooks'

/**
 * For `--import`: node:test follows each promise of a process, to know which test an error or another test belongs to, which
 * is an eighth of the processor time of tests over HTTP. Here a test runs in an `AsyncLocalStorage` instead, which V8 carries
 * along for almost nothing. It has to come before anything loads node:test, which keeps the functions it finds here.
 */
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks

type Hook = Required<Pick<Parameters<typeof createHook>[0], 'init'>>

const running = new AsyncLocalStorage<number>()
let register: Hook['init'] = () => {}

/** What node:test runs each test, suite and hook as. */
class Followed extends AsyncResource {
  constructor(...args: ConstructorParameters<typeof AsyncResource>) {
    super(...args)
    register(this.asyncId(), args[0], this.triggerAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(work, self, args)))
  }
}

const hookOf = ({ init }: Hook) => ({
  enable() {
    register = init
  },
  disable() {},
})

Object.assign(hooks, {
  AsyncResource: Followed,
  createHook: hookOf,
  executionAsyncId: () => running.getStore(),
})
process.getBuiltinModule('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
