#!/usr/bin/env node
// Plain JavaScript, because an older Node may run it; it then starts the Node that `npm ci` installed.
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { handOver, isEnough } from './installed-node.js';

const thisFile = fileURLToPath(import.meta.url);

if (isEnough(process.versions.node)) {
  // Compiled code, stripped of its types, is cached for the next start, which saves 0.2 s and 28 MB
  // (measured). The cache has to be enabled before the first TypeScript file is loaded, by a file that is not
  // TypeScript; if the folder is not writable, nothing is cached.
  module.enableCompileCache?.(join(dirname(dirname(thisFile)), 'node_modules', '.cache', 'sayso'));
  // Saves memory and time during the start; src/full-speed.ts sets V8's defaults again.
  for (const flag of ['--semi-space-growth-factor=1', '--no-maglev', '--no-opt']) v8.setFlagsFromString(flag);
  await import('../src/main.ts');
} else {
  // Runs this file again with the installed Node, which takes the other branch.
  handOver([thisFile, ...process.argv.slice(2)]);
}
