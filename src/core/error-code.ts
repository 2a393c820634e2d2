/** The code of an error of Node (`ENOENT`, `EADDRINUSE`), or `unknown error` for whatever has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
