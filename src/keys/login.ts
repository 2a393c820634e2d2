import { readFileSync } from 'node:fs';
import type { ClientAuth, Configuration } from 'openid-client';
import { z } from 'zod';
import { Failure, whyUnreadable } from '../core/failure.ts';

/** `login` of KEYS_FILE: the provider at which people sign in to the page, and what its tokens say of them. */
export const login = z.strictObject({
  issuer: z.url({ protocol: /^https?$/, error: 'write the address of the provider' }),
  client_id: z.string().min(1),
  client_secret_file: z.string().min(1).optional(),
  name: z
    .string()
    .default('preferred_username')
    .describe('The claim with the name; it must not be theirs to choose'),
  groups: z.string().default('groups').describe('The claim with the groups'),
  allow: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Names, groups and @domains; everybody if absent'),
});

/** How people sign in, with the secret of this service at the provider. */
export type Login = z.infer<typeof login> & { readonly secret: string | null };

/** Somebody who has signed in. */
export type Person = { readonly name: string; readonly groups: readonly string[] };

/** What the browser must bring back from the provider: without it, a callback is somebody else's. */
export const ticket = z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() });
type Ticket = z.infer<typeof ticket>;

/** A name as in the file of keys. */
const NAME = /^[a-z0-9][\w.@+-]{0,79}$/i;
const TIMEOUT_SECONDS = 10;

/** @throws Failure `misconfigured` if its secret cannot be read */
export function withSecret(given: z.infer<typeof login>): Login {
  const { client_secret_file: file } = given;
  try {
    return { ...given, secret: file === undefined ? null : readFileSync(file, 'utf8').trim() };
  } catch (error) {
    throw new Failure('misconfigured', `login.client_secret_file: ${file} ${whyUnreadable(error)}`);
  }
}

/** Whether somebody may use this service, as the file says now. */
export function isAllowed({ allow }: Login, { name, groups }: Person): boolean {
  const isMeant = (entry: string) =>
    entry.startsWith('@')
      ? name.toLowerCase().endsWith(entry.toLowerCase())
      : entry === name || groups.includes(entry);
  return allow === undefined || allow.some(isMeant);
}

/** The provider's side of signing in: authorization code with PKCE (OpenID Connect Core, 3.1; RFC 7636). */
export type Provider = ReturnType<typeof openProvider>;

/** Signs people in over `fetch`. The library is loaded, and the provider asked what it offers, when somebody does. */
export function openProvider(fetch: typeof globalThis.fetch) {
  const known = new Map<string, Promise<Configuration>>();

  function configurationOf(settings: Login): Promise<Configuration> {
    const name = JSON.stringify(settings);
    const found = known.get(name) ?? discover(settings);
    known.clear();
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  }

  async function discover({ issuer, client_id, secret }: Login): Promise<Configuration> {
    const client = await import('openid-client');
    const { None, ClientSecretPost, ClientSecretBasic } = client;
    // What a provider that does not say takes is Basic (OpenID Connect Discovery, 3).
    const withSecret: ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
        ? ClientSecretPost(secret ?? '')
        : ClientSecretBasic(secret ?? ''))(server, ...rest);
    const authentication = secret === null ? None() : withSecret;
    return client.discovery(new URL(issuer), client_id, undefined, authentication, {
      // Its bodies are parameters; `fetch` sends text.
      [client.customFetch]: (url: string, { body, ...rest }: { readonly body?: unknown }) =>
        fetch(url, { ...rest, body: body ? String(body) : null }),
      timeout: TIMEOUT_SECONDS,
      execute: [
        // The library leaves the signature of a token to TLS.
        client.enableNonRepudiationChecks,
        // Only for a provider that the operator itself reaches over http.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    });
  }

  return {
    /** The address to which the browser goes, and what it must bring back. */
    async begin(
      settings: Login,
      redirectUri: string,
    ): Promise<{ readonly url: URL; readonly ticket: Ticket }> {
      const configuration = await configurationOf(settings);
      const client = await import('openid-client');
      const verifier = client.randomPKCECodeVerifier();
      const ticket = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const offered = configuration.serverMetadata().scopes_supported ?? [];
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: ['openid', 'profile', 'email', ...offered.filter((scope) => scope === 'groups')].join(' '),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: ticket.state,
        nonce: ticket.nonce,
      });
      return { url, ticket };
    },

    /**
     * Who came back from the provider with this address.
     * @throws errors of the library if it is not the end of what this browser began; Failure `not-allowed`
     */
    async finish(settings: Login, callback: URL, { state, nonce, verifier }: Ticket) {
      const configuration = await configurationOf(settings);
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const told = tokens.claims();
      if (told === undefined) throw new Failure('internal', 'The provider sent no token.');
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, told.sub) : {};
      const person = personIn({ ...more, ...told }, settings);
      if (!isAllowed(settings, person))
        throw new Failure(
          'not-allowed',
          `${person.name} may not use this service. Its operator can allow it.`,
        );
      return { person, idToken: tokens.id_token ?? '' };
    },

    /** Where the browser signs out of the provider, too; null if it offers no such place. */
    async endOf(settings: Login, idToken: string, returnTo: string): Promise<string | null> {
      const configuration = await configurationOf(settings);
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      const { buildEndSessionUrl } = await import('openid-client');
      const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
      if (idToken !== '') parameters.set('id_token_hint', idToken);
      return buildEndSessionUrl(configuration, parameters).href;
    },
  };
}

/** @throws Failure `not-allowed` for a name that is missing, unusable, or an address that nobody verified */
function personIn(claims: Readonly<Record<string, unknown>>, settings: Login): Person {
  const name = claims[settings.name];
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Failure('not-allowed', `The provider sent no usable name (claim "${settings.name}").`);
  if (settings.name === 'email' && claims.email_verified !== true)
    throw new Failure('not-allowed', 'The provider has not verified the address of this account.');
  const groups = claims[settings.groups];
  return { name, groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [] };
}
