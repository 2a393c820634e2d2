import type { Setting } from './setting.ts';
import { settingsTable } from './settings.ts';

const rows: readonly Setting<unknown>[] = Object.values<Setting<unknown>>(settingsTable);

/** The settings as the help of the command prints them: two lines each. */
export function settingsAsHelp(): string {
  return rows
    .map(({ name, help, shownDefault }) => `  ${name}  (${plain(shownDefault)})\n      ${plain(help)}`)
    .join('\n');
}

/** The settings as the page `docs/configuration.md`. */
export function settingsAsMarkdown(): string {
  const table = rows.map((row) => `| \`${row.name}\` | ${cell(row.shownDefault)} | ${cell(row.help)} |`);
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable; a `.env` file in the working directory is read too, and the environment',
    'wins. A blank value counts as not set. `true` and `false` can be written for `on` and `off`. A secret can also be given',
    'as a file: `MODEL_API_KEY_FILE=/run/secrets/key`. A wrong value stops the start with one message that lists every',
    'mistake, and exit status 78. A name that is probably misspelled, that is in lower case, or that other software uses for',
    'the same setting, is reported in the log and by `sayso doctor`.',
    '',
    'This page is printed from the table in `src/config/settings.ts` by `npm run docs`; `npm test` compares the two.',
    '',
    '| name | default | meaning |',
    '|---|---|---|',
    ...table,
    '',
    `Secrets, which may come as \`NAME_FILE\`: ${rows
      .filter(({ secret }) => secret)
      .map(({ name }) => `\`${name}\``)
      .join(', ')}.`,
    '',
  ].join('\n');
}

/** The settings as `.env.example`: every line a comment, so that copying the file changes nothing. */
export function settingsAsEnvFile(): string {
  const lines = rows.map(({ name, help, shownDefault, fallback }) => {
    const value = fallback !== null && !Array.isArray(fallback) ? plain(shownDefault) : '';
    return `# ${plain(help)}\n# Default: ${plain(shownDefault)}\n#${name}=${value}\n`;
  });
  return `# Settings of Sayso. Copy to .env, and remove the # from each line that you change.\n\n${lines.join('\n')}`;
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
