// Runs a bench: `npm run bench -- NAME [OPTION...]`. Without a name, lists all of them.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [name = '', ...options] = process.argv.slice(2);
const fileOf = (bench: string) => join(import.meta.dirname, `${bench}.ts`);

if (/^[a-z-]+$/.test(name) && name !== 'run' && existsSync(fileOf(name))) {
  const args = ['--disable-warning=ExperimentalWarning', fileOf(name), ...options];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(`npm run bench -- NAME [OPTION...]\n\n${allBenches().join('\n')}`);
  process.exitCode = name === '' ? 0 : 64;
}

/** A bench names its command in its first comment; the other files are parts of benches. */
function allBenches(): readonly string[] {
  return globSync('*.ts', { cwd: import.meta.dirname })
    .toSorted()
    .flatMap((file) => {
      const [comment = ''] =
        /^(?:\/\/.*\n)+/.exec(readFileSync(join(import.meta.dirname, file), 'utf8')) ?? [];
      const text = comment.replaceAll('\n// ', ' ').replace('// ', '');
      const bench = basename(file, '.ts');
      return text.includes(`npm run bench -- ${bench}`)
        ? [`${bench.padEnd(16)}${text.split(/[:.]/)[0]}`]
        : [];
    });
}
