import { hash } from 'node:crypto';

/** A key that says nothing of the parts it stands for; equal parts in equal order have equal keys. */
export function cacheKey(...parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
