import assert from 'node:assert/strict';

/** A version that is used without a handshake, with the data that every message of it contains. */
export const NEW = '2026-07-28';

/** The result of a tool. */
export type ToolResult = {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};

/** One JSON-RPC message from the server. */
export type Message = {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

/** The differences between one request and the others. */
type PostOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly id?: string | number;
  /** The value of `Mcp-Name`. */
  readonly name?: string;
};

/** Sends MCP's Streamable HTTP by hand, so that tests can also send messages that no client sends. */
export class McpCaller {
  readonly meta = {
    'io.modelcontextprotocol/protocolVersion': NEW,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  readonly #url: string;
  readonly #version: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  #session: string | null = null;
  #lastId = 0;

  constructor(
    service: string,
    version?: string,
    path = '/mcp',
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#url = `${service}${path}`;
    this.#version = version;
    this.#headers = headers;
  }

  /** The handshake of the older versions; keeps the session. */
  async begin(protocolVersion = '2025-11-25'): Promise<void> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const reply = await this.post(this.message('initialize', params));
    await reply.text();
    this.#session = reply.headers.get('mcp-session-id');
    assert.notEqual(this.#session, null);
  }

  message(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    id: string | number = ++this.#lastId,
  ) {
    const meta = { ...(this.#version === NEW && this.meta), ...(params._meta as object | undefined) };
    return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
  }

  post(body: unknown, { headers, signal }: PostOptions = {}): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.#version !== undefined && { 'mcp-protocol-version': this.#version }),
        ...(this.#session !== null && { 'mcp-session-id': this.#session }),
        ...this.#headers,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    });
  }

  /** All messages of the reply to a request. */
  async messages(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    { id, name, ...options }: PostOptions = {},
  ): Promise<readonly Message[]> {
    const named = name ?? (typeof params.name === 'string' ? params.name : undefined);
    const mirror = { 'mcp-method': method, ...(named !== undefined && { 'mcp-name': named }) };
    const headers = { ...(this.#version === NEW && mirror), ...options.headers };
    const reply = await this.post(this.message(method, params, id), { ...options, headers });
    const text = await reply.text();
    if (!reply.headers.get('content-type')?.startsWith('text/event-stream')) return [JSON.parse(text)];
    return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  }

  /** The reply to a request. */
  async ask(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    options: PostOptions = {},
  ): Promise<Message> {
    return (await this.messages(method, params, options)).at(-1) ?? assert.fail('no reply');
  }

  /** The result of a tool. */
  async call(name: string, args: object, options: PostOptions = {}): Promise<ToolResult> {
    const { result, error } = await this.ask('tools/call', { name, arguments: args }, options);
    assert.equal(error, undefined);
    return result as ToolResult;
  }
}
