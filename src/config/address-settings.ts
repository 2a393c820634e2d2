import { isHostName, parseWebUrl } from '@sayso/text/url.ts';
import { type Described, type Setting, setting, TOGGLE_WORDS } from './setting.ts';

/** The address of a Redis, with its credentials; never printed, and may come from a file. */
export function redisUrl(described: Described<string | null>): Setting<string | null> {
  return setting(
    described,
    {
      expected: 'a URL such as redis://localhost:6379 or rediss://user:password@host:6380/0',
      parse: (value) => (/^rediss?:\/\/[^/]/i.test(value) && URL.canParse(value) ? value : undefined),
    },
    true,
  );
}

/** An absolute http or https URL without user name and password, which `fetch` refuses to call. */
export function webUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected: 'a URL such as http://localhost:8000/v1, without user name and password',
    parse: (value) => (/^https?:\/\//i.test(value) && parseWebUrl(value) !== null ? value : undefined),
  });
}

/** The address of a service that renders pages; a browser may also be given by its WebSocket. */
export function browserUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected: 'a URL such as http://localhost:9222 or wss://host/, without user name and password',
    parse: (value) =>
      /^(?:https?|wss?):\/\//i.test(value) && parseWebUrl(value.replace(/^ws/i, 'http')) !== null
        ? value
        : undefined,
  });
}

/** The address of a slot: http(s), `file:INDEX`, `stdio:COMMAND`; null for `off`, `false`, `no` or `0`. */
export function slotUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected:
      'a URL such as http://localhost:8888, `file:INDEX` for your documents, `stdio:COMMAND` for an MCP ' +
      'server, or `off`',
    parse(value) {
      if (TOGGLE_WORDS.get(value.toLowerCase()) === false) return null;
      if (/^stdio:\s*\S/.test(value)) return value;
      const url = /^(https?:\/\/|file:.)/i.test(value) ? URL.parse(value) : null;
      return url !== null && isHostName(url.hostname) ? value : undefined;
    },
  });
}

/** An address at which a server listens besides HTTP. */
export type TcpAddress = { readonly host: string; readonly port: number };

/** An address such as `tcp://0.0.0.0:10500`. */
export function tcpAddress(described: Described<TcpAddress | null>): Setting<TcpAddress | null> {
  return setting(described, {
    expected: 'an address such as tcp://127.0.0.1:10500',
    parse(value) {
      const url = /^tcp:\/\/[^/?#@]+:\d+\/?$/i.test(value) ? URL.parse(value) : null;
      return url === null
        ? undefined
        : { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
    },
  });
}
