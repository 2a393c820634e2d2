/** Runs in the page before its own scripts, and sends every error there to the address, each on its own. */
export function listenInPage(address: string): void {
  const complain = (complaint: string) => void navigator.sendBeacon(address, complaint);
  const { error } = console;
  console.error = (...words: unknown[]) => {
    complain(`console: ${words.map(String).join(' ')}`);
    error(...words);
  };
  window.alert = (words) => complain(`dialog: ${words}`);
  addEventListener('unhandledrejection', ({ reason }) => complain(`rejected: ${reason}`));
  // Errors from scripts, styles and images that fail to load do not bubble.
  addEventListener(
    'error',
    ({ message, target }) =>
      complain(target instanceof Element ? `not loaded: ${target.outerHTML}` : `thrown: ${message}`),
    true,
  );
}
