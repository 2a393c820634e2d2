/** How each kind of trouble begins or what stands in it, in the words of `upstream-error.ts`; the first that fits counts. */
const REMEDIES: readonly (readonly [RegExp, (setting: string) => string])[] = [
  [
    /^host name/,
    (setting) => `see whether this machine can look up names, or correct the host in ${setting}`,
  ],
  [/^TLS handshake/, (setting) => `write http:// in ${setting} if it has no TLS`],
  [/self-signed|its issuer/, () => 'name the file of its issuer in NODE_EXTRA_CA_CERTS'],
  [/another host name/, (setting) => `write in ${setting} the name that its certificate is for`],
  [/^TLS certificate/, () => 'renew its certificate'],
  [/on this machine$/, () => 'see what limits the connections of this process'],
];

/** What to do where a configured host could not be reached: `words` say why, `setting` holds its URL. */
export function networkRemedy(words: string, setting: string): string {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(words))?.[1];
  return remedy?.(setting) ?? `start it, or correct host and port in ${setting}`;
}
