// The minimum cost of a POST with a JSON body and a JSON reply of an answer's size: node:http, parsed and
// written once.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { PORT = '7791', REPLY = '{}' } = process.env;
const reply: unknown = JSON.parse(REPLY);

createServer(async (request, response) => {
  const { query }: { readonly query?: unknown } = JSON.parse(await text(request));
  const body = JSON.stringify(typeof query === 'string' ? reply : {});
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(PORT), '127.0.0.1');
