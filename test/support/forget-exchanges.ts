/** Makes the next BFF know nothing of earlier exchanges, as in another process of the application. */
export const forgetExchanges = (): void => {
  Reflect.deleteProperty(globalThis, Symbol.for('sallyport-client.exchanges.1'))
}
