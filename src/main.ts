import { readFileSync } from 'node:fs';
import { asksForHelp, commandHelp, helpText, refuseArguments, wrongUsage } from './commands/help.ts';
import { printable } from './commands/printable.ts';
import { loadSettings, readEnvironment } from './config/load.ts';
import { settingsAsHelp } from './config/print.ts';
import type { Settings } from './config/settings.ts';
import { Failure, toFailure } from './core/failure.ts';
import type { Caller } from './core/run.ts';
import type { Service } from './core/service.ts';
import { createLog } from './observe/log.ts';
import { assemble, examine, openEmbedding } from './service/assemble.ts';
import { allowFullSpeed } from './service/full-speed.ts';
import { serve } from './service/serve.ts';

/** Exit statuses: an unusable configuration (sysexits.h), wrong usage, any other error. */
const MISCONFIGURED = 78;
const USAGE = 2;
const FAILED = 1;

const version = readVersion();

/** Runs one command and returns the exit status; undefined while a service runs. */
async function run(args: readonly string[]): Promise<number | undefined> {
  const [command = '--help', ...rest] = args;
  const help = asksForHelp(rest) ? commandHelp(command) : null;
  if (help !== null) return print(help);
  if (command !== 'serve') allowFullSpeed();
  switch (command) {
    case 'serve':
      refuseArguments(command, rest);
      return serve(loadSettings(readEnvironment()), version);
    case 'demo':
      return startDemo(rest);
    case 'ask':
      return ask(rest);
    case 'mcp':
      return mcp(rest);
    case 'doctor':
      return doctor(rest);
    case 'setup':
      return setup(rest);
    case 'index':
      return index(rest);
    case 'sources':
      return sources(rest);
    case 'keys':
      return keys(rest);
    case 'usage':
      return usage(rest);
    case 'eval':
      return runEval(rest);
    case 'settings':
      if (rest.length > 0) throw wrongUsage('sayso settings');
      return print(settingsAsHelp());
    case 'version':
    case '--version':
    case '-v':
      return print(version);
    case 'help':
    case '--help':
    case '-h':
      return printHelp(rest[0]);
    default:
      throw unknownCommand(command);
  }
}

/** `sayso --help`, or `sayso help COMMAND`. */
function printHelp(command: string | undefined): number {
  if (command === undefined || command.startsWith('-')) return print(helpText(version).trimEnd());
  const help = commandHelp(command);
  if (help === null) throw unknownCommand(command);
  return print(help);
}

function unknownCommand(name: string): Failure {
  return new Failure(
    'invalid-question',
    `There is no command "${name}". \`sayso --help\` lists the commands.`,
  );
}

/** `sayso demo`, with `--offline` and `--model NAME` as its only options. */
async function startDemo(args: readonly string[]): Promise<undefined> {
  const at = args.indexOf('--model');
  const model = at < 0 ? undefined : args[at + 1];
  const rest = model === undefined ? args : args.toSpliced(at, 2);
  const offline = rest.length === 1 && rest[0] === '--offline';
  if (!offline) refuseArguments('demo', rest, ' [--offline] [--model NAME]');
  const { demo } = await import('./commands/demo.ts');
  return demo({ environment: readEnvironment(), version, offline, model });
}

/** The file readers are loaded only for this command, and those of pages only if a folder has any. */
async function index(args: readonly string[]): Promise<number> {
  const { indexFolder } = await import('@sayso/collections');
  const { asMisconfigured } = await import('./documents/collection.ts');
  const { indexCommand } = await import('./commands/index-documents.ts');
  await using embedding = openEmbedding(loadSettings(readEnvironment()).settings, version);
  return await indexCommand(
    args,
    (order, signal) =>
      indexFolder(
        { ...order, embedding },
        async (...file) => (await import('./read/content.ts')).readOwnContent(...file),
        signal,
      ).catch((error: unknown) => {
        throw asMisconfigured(error);
      }),
    untilInterrupted(),
  );
}

/** `sayso sources`: the readers of pages are loaded only if it looks at a source. */
async function sources(args: readonly string[]): Promise<number> {
  const { sourcesCommand } = await import('./commands/sources.ts');
  const { settings } = loadSettings(readEnvironment());
  return sourcesCommand({ args, settings, userAgent: `Sayso/${version}` }, untilInterrupted());
}

async function keys(args: readonly string[]): Promise<number> {
  const { keysCommand } = await import('./commands/keys.ts');
  const { keysFile: file } = loadSettings(readEnvironment()).settings;
  return keysCommand({ args, file, print, remark: (text) => process.stderr.write(`${text}\n`) });
}

async function usage(args: readonly string[]): Promise<number> {
  const { usageCommand } = await import('./commands/usage.ts');
  return print(usageCommand(args, loadSettings(readEnvironment()).settings.usageFile));
}

async function ask(args: readonly string[]): Promise<number> {
  const { askCommand } = await import('./commands/ask.ts');
  return withService((service, { answerDeadlineMs: quick, deepDeadlineMs: deep, maxQueryChars }, caller) =>
    askCommand({ ...service, caller, args, deadlines: { quick, deep }, maxQueryChars }, untilInterrupted()),
  );
}

/** Builds the service for one command without a server, and closes it afterwards. */
async function withService<Result>(
  command: (service: Service, settings: Settings, caller: Caller) => Promise<Result>,
): Promise<Result> {
  const { settings } = loadSettings(readEnvironment());
  const secret = readEnvironment().SAYSO_API_KEY?.trim() ?? '';
  const hasCallers = secret !== '';
  const service = await assemble(settings, version, { log: createLog('silent'), hasCallers });
  const { publicUrl, port } = settings;
  const documents = { publicUrl: () => publicUrl ?? `http://localhost:${port}`, signer: null };
  try {
    return await command(service, settings, {
      name: '',
      documents,
      ...(await whoAsks(secret, service.keys)),
    });
  } finally {
    await service.close();
  }
}

/** What the key in SAYSO_API_KEY allows, by KEYS_FILE; without these, what everybody may do. */
async function whoAsks(
  secret: string,
  keys: Awaited<ReturnType<typeof assemble>>['keys'],
): Promise<Partial<Caller>> {
  if (keys === null) return {};
  const { hashOf, hasExpired } = await import('./keys/key-file.ts');
  const key = keys.ring.find(hashOf(secret));
  if (key === undefined || hasExpired(key))
    throw new Failure('unauthorized', 'The key in SAYSO_API_KEY is not a valid one of KEYS_FILE.');
  const { name, group, collections, depths } = key;
  return { key: name, group, collections, depths, budget: keys.allowanceOf(key, () => undefined) };
}

async function mcp(args: readonly string[]): Promise<number> {
  const { mcpCommand } = await import('./commands/mcp.ts');
  return mcpCommand({ args, environment: readEnvironment(), version, withService }, untilInterrupted());
}

async function doctor(args: readonly string[]): Promise<number> {
  const { doctorCommand } = await import('./commands/doctor.ts');
  return doctorCommand(args, examineSettings, untilInterrupted());
}

/** `sayso setup`; the doctor and the service read the settings again after they were written. */
async function setup(args: readonly string[]): Promise<number | undefined> {
  const { setupCommand } = await import('./commands/setup.ts');
  const start = () => serve(loadSettings(readEnvironment()), version);
  const environment = readEnvironment();
  return setupCommand(
    { args, environment, version, examine: examineSettings, serve: start },
    untilInterrupted(),
  );
}

async function runEval(args: readonly string[]): Promise<number> {
  const { evaluate } = await import('./commands/eval.ts');
  const terminal = { print, progress: process.stderr };
  return evaluate({ args, environment: readEnvironment(), version, ...terminal }, untilInterrupted());
}

async function examineSettings(signal: AbortSignal) {
  const { warnings } = loadSettings(readEnvironment());
  return { diagnoses: await examine(version, signal), warnings };
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/** A signal that aborts at the first Ctrl-C; the second one ends the process as usual. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new Failure('cancelled', 'Interrupted.')));
  return controller.signal;
}

function exitStatusOf({ code }: Failure): number {
  if (code === 'misconfigured') return MISCONFIGURED;
  return code === 'invalid-question' ? USAGE : FAILED;
}

// `sayso ask ... | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${printable(error.message)}\n`);
  process.exit(FAILED);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const failure = toFailure(error);
  const detail =
    failure.code === 'internal' && failure.cause instanceof Error ? `\n${failure.cause.stack}` : '';
  process.stderr.write(`${printable(failure.message)}${detail}\n`);
  process.exitCode = exitStatusOf(failure);
}
