/** Declarations for parts of undici; its own types cover only the whole package. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
declare module 'undici/lib/web/websocket/websocket.js' {
  export { WebSocket } from 'undici';
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** Speaks SOCKS5 on a connected socket; emits `authenticated`, `connected` and `error`. */
  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, credentials: { readonly username: string; readonly password: string });
    handshake(): void | Promise<void>;
    connect(host: string, port: number): void | Promise<void>;
  }
}
