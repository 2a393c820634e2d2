const NAME = 'sayso-key';
let held = '';

/** The key for the service; empty if there is none. It is kept for the lifetime of the tab. */
export function readKey(): string {
  try {
    return sessionStorage.getItem(NAME) ?? held;
  } catch {
    // If the browser forbids storage, the key is kept for the lifetime of the page.
    return held;
  }
}

/** Stores the key for this tab. */
export function storeKey(key: string): void {
  held = key;
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // Storage is forbidden; `held` keeps the key.
  }
}

/** The header with the key; none without one. */
export function keyHeader(): Record<string, string> {
  const key = readKey();
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}
