import type { Attributes, SpanKind } from '@opentelemetry/api'
import { type Tracing, tracingOf } from './tracing.ts'

type About = {
  name: string
  /** Nothing that identifies a person. */
  attributes?: Attributes
  /** Whether the work is done elsewhere. */
  isOutgoing?: boolean
  /** Whether it may begin a trace. Otherwise it can only be part of one. */
  isRoot?: boolean
}

/** Does work in a span of its own, if traces are wanted. */
export const inSpan = <Result>(about: About, work: () => Promise<Result>): Promise<Result> => {
  const tracing = tracingOf()
  return tracing ? traced(tracing, about, work) : work()
}

const traced = <Result>(
  { api, tracer }: Tracing,
  { name, attributes = {}, isOutgoing = false, isRoot = false }: About,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!isRoot && !api.trace.getActiveSpan()) return work()
  const kind: SpanKind = isOutgoing ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      // without the error's words, which may name somebody
      span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
