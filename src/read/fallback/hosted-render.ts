import { jsonIn } from '@sayso/text/bounded-json.ts';
import { z } from 'zod';
import type { FailedReason } from '../../core/attempt.ts';
import { abortReason } from '../../core/deadline.ts';
import type { FallbackKind } from '../../core/source.ts';
import type { createAddressCheck } from '../../net/page-connect.ts';
import { readRetryAfterMs } from '../../net/suspension.ts';
import type { Upstream, UpstreamReply } from '../../net/upstream.ts';
import { toUpstreamError } from '../../net/upstream-error.ts';
import { MAX_HTML_CHARS, type RenderOrder, type RenderOutcome, type RenderServer } from './rendering.ts';

/** A service that fetches and renders pages itself. */
type HostedRenderOptions = RenderServer & {
  readonly kind: Exclude<FallbackKind, 'cdp'>;
  readonly upstream: Pick<Upstream, 'request'>;
  readonly checkAddress: ReturnType<typeof createAddressCheck>;
};

/** The parts of a service's reply that count: the page, where it was in the end, or why there is none. */
type HostedReply = {
  readonly html?: string | null | undefined;
  /** Absent if the service does not say. */
  readonly url?: string | null | undefined;
  /** The status of the page. */
  readonly status?: number | null | undefined;
  /** Never shown: it may contain a key or an address of the operator's network. */
  readonly error?: string | null | undefined;
};

type RenderingService = {
  readonly path: string;
  headers(timeoutMs: number): Readonly<Record<string, string>>;
  body(url: string, timeoutMs: number): unknown;
  readonly schema: z.ZodType<HostedReply>;
};

const text = z.string().nullish();
const number = z.number().nullish();

const SERVICES: Readonly<Record<HostedRenderOptions['kind'], RenderingService>> = {
  // https://docs.crawl4ai.com/core/docker-deployment/ and https://docs.crawl4ai.com/api/crawl-result/
  crawl4ai: {
    path: 'crawl',
    headers: () => ({}),
    body: (url, timeoutMs) => ({
      urls: [url],
      crawler_config: { type: 'CrawlerRunConfig', params: { page_timeout: timeoutMs, cache_mode: 'bypass' } },
    }),
    schema: z
      .object({
        results: z.array(
          z.object({ html: text, redirected_url: text, status_code: number, error_message: text }),
        ),
      })
      .transform(({ results: [result] }) => ({
        html: result?.html,
        url: result?.redirected_url,
        status: result?.status_code,
        error: result?.error_message,
      })),
  },
  // https://docs.firecrawl.dev/api-reference/endpoint/scrape
  firecrawl: {
    path: 'v2/scrape',
    headers: () => ({}),
    body: (url, timeoutMs) => ({ url, formats: ['rawHtml'], onlyMainContent: false, timeout: timeoutMs }),
    schema: z
      .object({
        error: text,
        data: z
          .object({
            rawHtml: text,
            metadata: z.object({ url: text, sourceURL: text, statusCode: number, error: text }).nullish(),
          })
          .nullish(),
      })
      .transform(({ error, data }) => ({
        html: data?.rawHtml,
        url: data?.metadata?.url ?? data?.metadata?.sourceURL,
        status: data?.metadata?.statusCode,
        error: error ?? data?.metadata?.error,
      })),
  },
  // https://github.com/jina-ai/reader#readme
  jina: {
    path: '',
    headers: (timeoutMs) => ({
      'x-respond-with': 'html',
      'x-timeout': String(Math.max(1, Math.floor(timeoutMs / 1000))),
    }),
    body: (url) => ({ url }),
    schema: z
      .object({ message: text, data: z.object({ html: text, content: text, url: text }).nullish() })
      .transform(({ message, data }) => ({
        html: data?.html ?? data?.content,
        url: data?.url,
        error: message,
      })),
  },
};

/** The HTML of a page of 2 MB, of which JSON may escape every character. */
const MAX_BYTES = 12_000_000;
const FAILURES: Readonly<Record<number, readonly [FailedReason, string]>> = {
  401: ['configuration', 'it refuses the key'],
  402: ['configuration', 'its account has no credit left'],
  403: ['configuration', 'it refuses the key'],
  404: ['configuration', 'it has no such address'],
  429: ['rate', 'it reports too many requests'],
};

/**
 * Renders a page by a service. It gets only pages with public addresses, and a page that it found at an
 * address that is not public, after redirects, is not used. Rejects only with the signal's reason.
 */
export async function renderByService(
  service: HostedRenderOptions,
  { url, timeoutMs }: RenderOrder,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  const { checkAddress, upstream } = service;
  const whyNot = await checkAddress(url, signal);
  if (whyNot !== null) return unsuitable(whyNot);
  try {
    const reply = await upstream.request(toCall(service, url, timeoutMs), signal);
    const { html, url: finalUrl, status, error } = readReply(service, reply);
    if (reply.status >= 300) return refused(reply, error);
    if (typeof html !== 'string' || html === '')
      return unsuitable(error ? 'it reports an error' : 'its reply has no page');
    if ((status ?? 200) >= 400) return unsuitable(`the page answered it with status ${status}`);
    const whyNotFinal = finalUrl ? await checkAddress(finalUrl, signal) : null;
    return whyNotFinal === null
      ? { status: 'ok', html: html.slice(0, MAX_HTML_CHARS) }
      : unsuitable(whyNotFinal);
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    const { failedReason: reason, message: cause } = toUpstreamError(error);
    return { status: 'failed', reason, cause };
  }
}

function toCall({ kind, url: base, key }: HostedRenderOptions, url: string, timeoutMs: number) {
  const { path, headers, body } = SERVICES[kind];
  return {
    url: `${base.replace(/\/$/, '')}/${path}`,
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers(timeoutMs),
    },
    body: JSON.stringify(body(url, timeoutMs)),
    timeoutMs,
    maxBytes: MAX_BYTES,
  };
}

/** The parts of a reply; none if it is not what the service documents. */
function readReply({ kind }: HostedRenderOptions, { text: json }: UpstreamReply): HostedReply {
  return SERVICES[kind].schema.safeParse(jsonIn(json)).data ?? {};
}

function refused({ status, headers }: UpstreamReply, error: HostedReply['error']): RenderOutcome {
  const retryAfterMs = readRetryAfterMs(headers);
  // Services report a page that cannot be rendered as an error of their own, with a message.
  const [reason, cause] = FAILURES[status] ?? [error ? 'bad-parameter' : 'upstream', 'it reports an error'];
  return {
    status: 'failed',
    reason,
    cause: `${cause} (${status})`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** The service is not to blame, so it is asked for the next page. */
function unsuitable(cause: string): RenderOutcome {
  return { status: 'failed', reason: 'bad-parameter', cause };
}
