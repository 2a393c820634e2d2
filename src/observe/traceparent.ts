import type { SpanContext } from '@opentelemetry/api';

/** The parts of the header: version, trace, span and flags; later versions may add more. */
const FIELD = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span in `traceparent` (W3C Trace Context, 3.2); null if it is invalid. */
export function parseTraceparent(text: string): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', rest] = FIELD.exec(text.trim()) ?? [];
  if (![traceId, spanId].every((id) => /[1-9a-f]/.test(id))) return null;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** The inverse of `parseTraceparent`. */
export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}
