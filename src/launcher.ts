/** How often the launcher is looked for, in milliseconds: the system reports the end of a parent to no one. */
const CHECK_MS = 200;

/**
 * Calls `then` once when the process `launcher` is no longer the parent of this one, and does nothing for null. A service that
 * npm or an older Node started must not outlive it, and a launcher that is killed passes on no signal.
 */
export function whenLauncherIsGone(launcher: number | null, then: () => void): void {
  if (launcher === null) return;
  const check = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(check);
    then();
  }, CHECK_MS);
  check.unref();
}
