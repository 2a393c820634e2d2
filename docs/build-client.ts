import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadSettings } from '../src/config/load.ts';
import { createLog } from '../src/observe/log.ts';
import { startService } from '../src/service/serve.ts';
import { CLIENT, clientFor } from './client.ts';

// Writes the types of the client in examples/typescript from the document that the service serves.
const { settings } = loadSettings({ PORT: '0', SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'off' });
const service = await startService(settings, '0.0.0', { log: createLog('silent') });
const document = await (await fetch(`${service.address}/openapi.json`)).json();
writeFileSync(CLIENT, clientFor(document));
await service.stop();
execFileSync('biome', ['check', '--write', fileURLToPath(CLIENT)]);
process.exit(0);
