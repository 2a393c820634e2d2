// Loaded into the service before all else: SIGUSR2 collects garbage, so that the heap shows what is held, not
// what lies about.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
