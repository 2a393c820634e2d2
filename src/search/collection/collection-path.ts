import { fileURLToPath } from 'node:url';
import { Failure } from '../../core/failure.ts';

/**
 * The path in a `file:INDEX` setting: relative (`file:notes.sqlite`), absolute (`file:/srv/notes.sqlite`) or
 * a full URL (`file:///srv/notes.sqlite`), with or without percent-encoding. Throws a Failure `misconfigured`
 * for anything else.
 */
export function collectionPath(url: string): string {
  const [, path] = /^file:(.+)$/isu.exec(url.trim()) ?? [];
  if (path === undefined) throw misfit(url);
  try {
    return path.startsWith('//') ? fileURLToPath(url.trim()) : decodeURIComponent(path);
  } catch (error) {
    // The name may contain a percent sign that is not an escape.
    if (error instanceof URIError && !path.startsWith('//')) return path;
    throw misfit(url);
  }
}

function misfit(url: string): Failure {
  return new Failure(
    'misconfigured',
    `"${url}" is not the address of a collection; ` +
      'write file: and the path of the index, such as file:notes.sqlite.',
  );
}
