import { hash } from 'node:crypto';

/**
 * A key from which its parts cannot be reconstructed. Equal parts in the same order give equal keys; the
 * fields of an object may be in any order.
 */
export function cacheKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts, withSortedFields), 'base64url');
}

function withSortedFields(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
