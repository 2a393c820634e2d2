/** The code of a Node error (`ENOENT`, `EADDRINUSE`), or `unknown error` for anything without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
