/** What a BFF that is created next knows nothing of, as in another process of the application. */
export const forgetExchanges = (): void => {
  Reflect.deleteProperty(globalThis, Symbol.for('sallyport-client.exchanges.1'))
}
