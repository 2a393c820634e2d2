/** A connection to the inspector of another Node process. */
export type Inspector = {
  /** Calls a method of the Chrome DevTools protocol. */
  call(method: string, params?: object): Promise<Readonly<Fields>>;
  /** Listens to an event of the protocol. */
  on(event: string, listener: (params: Readonly<Fields>) => void): void;
  close(): void;
};

type Fields = Record<string, unknown>;
type Message = {
  id?: number;
  result?: Fields;
  error?: { message: string };
  method?: string;
  params?: Fields;
};

/** Connects to a process that was started with `--inspect=127.0.0.1:PORT`. */
export async function connectInspector(port: number): Promise<Inspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const open = new Map<number, PromiseWithResolvers<Fields>>();
  const listeners = new Map<string, (params: Fields) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data)) as Message;
    if (method !== undefined) listeners.get(method)?.(params ?? {});
    const waiting = open.get(id ?? 0);
    open.delete(id ?? 0);
    if (error === undefined) waiting?.resolve(result ?? {});
    else waiting?.reject(new Error(error.message));
  });
  return {
    call(method, params = {}) {
      const id = ++last;
      const waiting = Promise.withResolvers<Fields>();
      open.set(id, waiting);
      socket.send(JSON.stringify({ id, method, params }));
      return waiting.promise;
    },
    on: (event, listener) => listeners.set(event, listener),
    close: () => socket.close(),
  };
}
