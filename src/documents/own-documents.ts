import type { Documents } from '../core/documents.ts';
import type { PageRead, Service } from '../core/service.ts';

/** The documents that the service shows itself, and where. */
export type OwnDocuments = {
  readonly documents: readonly Documents[];
  /** The beginning of their URLs for one caller, such as `http://localhost:3000/documents/`. */
  readonly base: string;
};

/**
 * Wraps the reading of pages: documents of the service are read from their index, because the rules for
 * public pages forbid the service to fetch from itself. `read` is null for a service that reads no pages.
 */
export function readingOwn(
  read: Service['read'],
  { documents, base }: OwnDocuments,
): NonNullable<Service['read']> {
  return async (url, signal) => {
    const path = url.startsWith(base) ? url.slice(base.length) : null;
    if (path !== null) return readDocument(url, documents, path.split(/[?#]/, 1)[0] ?? '');
    if (read === null) return { status: 'skipped', reason: 'this service reads no web pages' };
    return read(url, signal);
  };
}

function readDocument(url: string, documents: readonly Documents[], path: string): PageRead {
  const document = findDocument(documents, path);
  if (document === null) return { status: 'skipped', reason: 'there is no such document' };
  const text = [...document.parts()].join('');
  return {
    status: 'read',
    page: {
      url,
      title: document.title,
      text,
      language: null,
      publishedAt: null,
      siteName: null,
      author: null,
    },
  };
}

/** Whether a slot has a document at this path, which begins with its name; false for an unreadable index. */
export function isStored(documents: readonly Documents[], document: string): boolean {
  const [slot, ...rest] = document.split('/');
  try {
    return documents.some(({ name, find }) => name === slot && find(rest.join('/')) !== null);
  } catch {
    return false;
  }
}

/** The document at a percent-encoded path, which begins with the name of its slot; null if there is none. */
export function findDocument(documents: readonly Documents[], path: string) {
  const names = decodedNames(path);
  const [slot, ...rest] = names ?? [];
  return documents.find(({ name }) => name === slot)?.find(rest.join('/')) ?? null;
}

/** Null for a path with a broken escape, which names no document. */
function decodedNames(path: string): readonly string[] | null {
  try {
    return path.split('/').map((name) => decodeURIComponent(name));
  } catch {
    return null;
  }
}
