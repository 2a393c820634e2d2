/** The code of a Node error (`ENOENT`, `EADDRINUSE`), or `unknown error` for anything without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  EISDIR: 'is a folder',
};

/**
 * Why a file cannot be read, in words that follow its name: "does not exist", or the code of a rarer error.
 */
export function whyUnreadable(error: unknown): string {
  const code = errorCode(error);
  return WORDS[code] ?? `cannot be read (${code})`;
}
