import type * as Api from '@opentelemetry/api'
import { errorCode } from '../properties-of.ts'

export type Tracing = { api: typeof Api; tracer: Api.Tracer }

// one for the process, as a provider of traces is
let tracing: Tracing | undefined

/** Undefined unless a provider of traces was registered before the start, by a program that `--import` preloads. */
export const tracingOf = (): Tracing | undefined => tracing

export const startTracing = async (): Promise<void> => {
  const api = await import('@opentelemetry/api').catch(orNotInstalled)
  const provider = api?.trace.getTracerProvider()
  const tracer =
    provider instanceof Object && 'getDelegateTracer' in provider
      ? (provider as Api.ProxyTracerProvider).getDelegateTracer('sallyport')
      : provider?.getTracer('sallyport')
  tracing = api && tracer && { api, tracer }
}

const orNotInstalled = (error: unknown) => {
  if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
  return undefined
}
