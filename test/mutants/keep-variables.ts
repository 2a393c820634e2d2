import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

// Loaded before a test file: processes that the test starts with an environment of their own also load the
// mutant, and also record what they run.
const { MUTANT_URL, MUTANT_FILE, NODE_OPTIONS, NODE_V8_COVERAGE } = process.env;
const kept = Object.entries({ MUTANT_URL, MUTANT_FILE, NODE_OPTIONS, NODE_V8_COVERAGE }).filter(
  ([, value]) => value !== undefined,
);

type Run = ((...given: readonly unknown[]) => unknown) & { [promisify.custom]?: Run };
const functions = childProcess as unknown as Record<'spawn' | 'spawnSync' | 'execFile' | 'execFileSync', Run>;

for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync'] as const) {
  const { [name]: original } = functions;
  const awaited = original[promisify.custom];
  functions[name] = keeping(original);
  if (awaited !== undefined) functions[name][promisify.custom] = keeping(awaited);
}
syncBuiltinESMExports();

function keeping(run: Run): Run {
  return (...given) => run(...given.map(withKept));
}

/** The options of a call with the variables added, and any other argument as it is. */
function withKept(given: unknown): unknown {
  const hasOwn = typeof given === 'object' && given !== null && 'env' in given && given.env !== undefined;
  return hasOwn ? { ...given, env: { ...(given.env as object), ...Object.fromEntries(kept) } } : given;
}
