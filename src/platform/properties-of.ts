/** The properties of an unknown value: none, unless it is an object. */
export const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value)

/** An error's `code`, which systems and databases give it, or the empty string. Anything can be thrown. */
export const errorCode = (error: unknown): string => textOf(error, 'code')

/** An error's message, or the empty string. */
export const errorMessage = (error: unknown): string => textOf(error, 'message')

const textOf = (value: unknown, name: string) => {
  const text = propertiesOf(value)[name]
  return typeof text === 'string' ? text : ''
}
