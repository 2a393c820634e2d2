import { OLLAMA_URL } from '../../models/providers/ollama-api.ts';

const DEFAULT_PORT = '11434';
/** Ollama listens there on all addresses; no client can call this one. */
const ALL_ADDRESSES = new Set(['0.0.0.0', '[::]']);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address of Ollama: that of `OLLAMA_HOST` in the forms that Ollama accepts (`host`, `host:port`, `:port`
 * or a URL). Its default on this machine if that is not set, is no address, or is another machine's and
 * nothing may leave this one.
 */
export function ollamaUrl(host = '', offline = false): string {
  const given = host.trim().replace(/^(?=:\d)/, '127.0.0.1');
  const hasScheme = /^https?:\/\//i.test(given);
  const url = URL.parse(hasScheme ? given : `http://${given}`);
  if (given === '' || url === null) return OLLAMA_URL;
  if (ALL_ADDRESSES.has(url.hostname)) url.hostname = '127.0.0.1';
  if (url.port === '' && !hasScheme) url.port = DEFAULT_PORT;
  return offline && !LOOPBACK.test(url.hostname) ? OLLAMA_URL : url.href.replace(/\/+$/, '');
}
