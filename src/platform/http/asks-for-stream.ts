/** Whether an `Accept` asks for server-sent events, as that of an EventSource does (HTML §9.2.1). */
export const asksForStream = (accept = ''): boolean =>
  accept.split(',').some((type) => /^\s*text\/event-stream\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(type))
