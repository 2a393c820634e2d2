/** All values that a systemd unit gives a setting, in their order; comment lines are ignored. */
export function settingsOf(unit: string, name: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value.trim());
}
