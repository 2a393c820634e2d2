// Loaded before a program: what it would send to a host of the internet goes to MOCK_URL.
import http from 'node:http';
import https from 'node:https';

const mock = new URL(process.env.MOCK_URL);
const isLocal = (host) => host === mock.hostname;

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (isLocal(url.hostname)) return fetch(input, init);
  const target = new URL(url.pathname + url.search, mock);
  return fetch(input instanceof Request ? new Request(target, input) : target, init);
};

https.request = (options, ...rest) => {
  const { protocol, agent, agents, port, host, hostname, ...others } = options;
  return http.request({ ...others, protocol: 'http:', hostname: mock.hostname, port: mock.port }, ...rest);
};
