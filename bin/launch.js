// Runs the script named in the arguments, from an older Node too. Used by bin/with-node.
import { handOver } from './installed-node.js';

handOver(process.argv.slice(2));
