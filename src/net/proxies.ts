/** The proxies for the servers that the operator configured; null for none. */
export type ProxyChoice = {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  /** Hosts that are reached without a proxy, as in the variable `NO_PROXY`. */
  readonly noProxy: string;
};

/** The proxies for pages by the scheme of the page; null for none. */
export type PageProxy = {
  readonly http: string | null;
  readonly https: string | null;
  /** Whether the proxy looks up names. Otherwise they are checked here, and it gets an address. */
  readonly resolves: boolean;
};
