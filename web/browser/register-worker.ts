import './trusted-html.ts';

/**
 * Registers the service worker that stores the page for use without a network. Browsers do not offer it on
 * plain http; the page works without it. Never rejects.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const rules = { createScriptURL: (file: string) => new URL(file, document.baseURI).href };
  try {
    const policy = globalThis.trustedTypes?.createPolicy('sayso-worker', rules) ?? rules;
    await navigator.serviceWorker.register(policy.createScriptURL('sw.js'));
  } catch {
    // The browser's settings forbid the worker, or the service is being replaced: the next visit tries again.
  }
}
