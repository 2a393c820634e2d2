// Loaded into the service before everything else: SIGUSR2 triggers garbage collection, so that the heap shows
// only what is in use.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
