import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

/** An event of the Wyoming protocol. */
type SpokenEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** A client that reads and writes exactly as the protocol specifies. */
type WyomingClient = AsyncDisposable & {
  readonly socket: Socket;
  /** What the server has sent so far. */
  readonly events: readonly SpokenEvent[];
  readonly isClosed: boolean;
  send(type: string, data?: object): void;
  /** Waits for an event of one of these types and returns the first. */
  next(...types: string[]): Promise<SpokenEvent>;
};

/** An event as programs write it: the data after the line, and a payload after them. */
export function toWire(type: string, data?: object, payload?: Buffer): Buffer {
  const body = data === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(data));
  const line = {
    ...{ type, version: '1.8.0' },
    ...(body.length > 0 && { data_length: body.length }),
    ...(payload && { payload_length: payload.length }),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), body, payload ?? Buffer.alloc(0)]);
}

/** Connects to a Wyoming server on this machine, from one of its loopback addresses. */
export async function connectWyoming(port: number, from = '127.0.0.1'): Promise<WyomingClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  const state = { events: [] as SpokenEvent[], bytes: Buffer.alloc(0), isClosed: false };
  socket.on('data', (bytes) => {
    state.bytes = Buffer.concat([state.bytes, bytes]);
    for (let event = takeEvent(state); event !== null; event = takeEvent(state)) state.events.push(event);
  });
  socket.once('close', () => {
    state.isClosed = true;
  });
  await once(socket, 'connect');
  return {
    socket,
    events: state.events,
    get isClosed() {
      return state.isClosed;
    },
    send: (type, data) => socket.write(toWire(type, data)),
    async next(...types) {
      const found = () => state.events.find(({ type }) => types.includes(type));
      await until(() => found() !== undefined || state.isClosed);
      return found() ?? assert.fail(`closed after ${JSON.stringify(state.events)}`);
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

function takeEvent(state: { bytes: Buffer }): SpokenEvent | null {
  const end = state.bytes.indexOf(10) + 1;
  if (end === 0) return null;
  const { type, data_length: length, version } = JSON.parse(state.bytes.subarray(0, end).toString());
  assert.equal(typeof version, 'string');
  if (state.bytes.length < end + length) return null;
  const data = JSON.parse(state.bytes.subarray(end, end + length).toString());
  state.bytes = state.bytes.subarray(end + length);
  return { type, data };
}
