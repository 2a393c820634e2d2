const NAME = 'sayso-key';
let held = '';

/** The key for the service, empty when there is none. It lives as long as the tab. */
export function readKey(): string {
  try {
    return sessionStorage.getItem(NAME) ?? held;
  } catch {
    // A browser may forbid storage altogether; then the key lives as long as the page.
    return held;
  }
}

/** Keeps the key for this tab. */
export function keepKey(key: string): void {
  held = key;
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // Forbidden storage: `held` has it.
  }
}
