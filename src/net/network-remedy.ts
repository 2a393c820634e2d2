/** Patterns for the causes in `upstream-error.ts`, each with its remedy; the first match counts. */
const REMEDIES: readonly (readonly [RegExp, (setting: string) => string])[] = [
  [/^host name/, (setting) => `check that this machine can look up names, or correct the host in ${setting}`],
  [/TLS handshake/, (setting) => `use http:// in ${setting} if it has no TLS`],
  [/self-signed|its issuer/, () => 'set NODE_EXTRA_CA_CERTS to the file with the certificate of its issuer'],
  [/another host name/, (setting) => `set ${setting} to the name that its certificate is for`],
  [/TLS certificate/, () => 'renew its certificate'],
  [/on this machine/, () => 'find out what restricts the connections of this process'],
];

/**
 * The remedy if a configured host cannot be reached, as an instruction to the operator. `cause` is the
 * message of an UpstreamError, `setting` the name of the setting with the host's URL.
 */
export function networkRemedy(cause: string, setting: string): string {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(cause))?.[1];
  return remedy?.(setting) ?? `start it, or correct the host and port in ${setting}`;
}
