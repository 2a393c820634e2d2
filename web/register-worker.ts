import './trusted-html.ts';

/**
 * Lets the service worker keep the page for when there is no network. It is an offer: browsers have none on plain http, and
 * the page does without. Never rejects.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const rules = { createScriptURL: (file: string) => new URL(file, document.baseURI).href };
  try {
    const policy = globalThis.trustedTypes?.createPolicy('sayso-worker', rules) ?? rules;
    await navigator.serviceWorker.register(policy.createScriptURL('sw.js'));
  } catch {
    // Forbidden by the browser's settings, or the service is being replaced: the next visit offers again.
  }
}
