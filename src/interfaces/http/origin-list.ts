/** The origins that `ALLOWED_ORIGINS` and `PUBLIC_URL` name. */
export type OriginList = {
  /** True for an origin as a browser sends it, if an entry names it, or names its host with every port. */
  has(origin: string): boolean;
  /** True for the `Host` of a request if an entry names it. */
  hasHost(host: string): boolean;
};

const ANY_PORT = ':*';

/**
 * The origins of these entries: `https://chat.example.org`, `http://localhost:*` for a host with every port,
 * such as that of a development server, or `*` for all.
 */
export function createOriginList(entries: readonly string[]): OriginList {
  const all = entries.map((entry) => entry.toLowerCase());
  const exact = new Set(all.filter((entry) => !entry.endsWith(ANY_PORT)));
  const portless = new Set(
    all.filter((entry) => entry.endsWith(ANY_PORT)).map((entry) => entry.slice(0, -ANY_PORT.length)),
  );
  const [hosts, portlessHosts] = [hostsOf(exact), hostsOf(portless)];
  return {
    has(origin) {
      const sent = origin.toLowerCase();
      return exact.has('*') || exact.has(sent) || portless.has(withoutPort(sent));
    },
    hasHost(host) {
      const sent = host.toLowerCase();
      return exact.has('*') || hosts.has(sent) || portlessHosts.has(withoutPort(sent));
    },
  };
}

function hostsOf(origins: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...origins].filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).host));
}

function withoutPort(place: string): string {
  return place.replace(/:\d{1,5}$/, '');
}
