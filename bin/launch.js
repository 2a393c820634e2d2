// Runs the script named in the arguments, even under an older Node. Used by bin/with-node.
import { handOver } from './installed-node.js';

handOver(process.argv.slice(2));
