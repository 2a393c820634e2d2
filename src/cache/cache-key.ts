import { hash } from 'node:crypto';

/** A key from which its parts cannot be reconstructed; equal parts in the same order have equal keys. */
export function cacheKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
