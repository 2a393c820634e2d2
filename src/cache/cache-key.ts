import { createHash } from 'node:crypto';

/** A key that says nothing of the parts it stands for; equal parts in equal order have equal keys. */
export function cacheKey(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
