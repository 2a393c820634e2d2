import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loaded before a test file, in its threads and in the processes it starts: one module is loaded from another
// file.
const { MUTANT_URL, MUTANT_FILE } = process.env;
if (MUTANT_URL !== undefined && MUTANT_FILE !== undefined) {
  registerHooks({
    load(url, context, nextLoad) {
      if (url.split('?')[0] !== MUTANT_URL) return nextLoad(url, context);
      return { format: 'module', shortCircuit: true, source: readFileSync(MUTANT_FILE, 'utf8') };
    },
  });
}
