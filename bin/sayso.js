#!/usr/bin/env node
// Plain JavaScript, because an older Node may run it; it then starts the Node that was installed with Sayso.
import module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import { handOver, isEnough } from './installed-node.js';
import { cacheFolderOf, programOf } from './program.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const thisFile = fileURLToPath(import.meta.url);

if (isEnough(process.versions.node)) {
  // Compiled code is cached for the next start. The cache has to be enabled before the first file is loaded
  // that it may contain; if the folder is not writable, nothing is cached.
  module.enableCompileCache?.(cacheFolderOf(root));
  // Saves memory and time during the start; src/service/full-speed.ts allows V8 more again.
  for (const flag of ['--semi-space-growth-factor=1', '--no-maglev', '--no-opt']) v8.setFlagsFromString(flag);
  await import(pathToFileURL(programOf(root)).href);
} else {
  // Runs this file again with the installed Node, which takes the other branch.
  handOver([thisFile, ...process.argv.slice(2)]);
}
