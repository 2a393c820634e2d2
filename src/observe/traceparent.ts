import type { SpanContext } from '@opentelemetry/api';

const FIELD = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span in `traceparent` (W3C Trace Context, 3.2); null if it is invalid. */
export function parseTraceparent(text: string): SpanContext | null {
  const [, version, traceId, spanId, flags, rest] = FIELD.exec(text.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** The inverse of `parseTraceparent`. */
export function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
