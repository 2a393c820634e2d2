import { OLLAMA_URL } from '../../models/providers/ollama-server.ts';

const OLLAMA_PORT = '11434';

/**
 * The URL of the Ollama that `OLLAMA_HOST` names in any of Ollama's forms: `host`, `host:port`, `:port` or a
 * URL. Ollama's usual address if the variable is empty or not an address.
 */
export function ollamaAddress(host: string | undefined): string {
  const given = host?.trim().replace(/\/+$/, '') ?? '';
  if (given === '') return OLLAMA_URL;
  const hasScheme = /^https?:\/\//i.test(given);
  const url = URL.parse(hasScheme ? given : `http://${given.startsWith(':') ? `127.0.0.1${given}` : given}`);
  if (url === null) return OLLAMA_URL;
  // A server listens on these; a client cannot connect to them everywhere.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  // Ollama expects its own port unless a scheme implies another.
  if (url.port === '' && !hasScheme) url.port = OLLAMA_PORT;
  return url.href.replace(/\/+$/, '');
}
