/** Ends a process that was started as `detached`, together with everything it has started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Everything in it ended by itself.
  }
}
