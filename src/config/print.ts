import { schema, settingsTable } from './settings.ts';
import type { Setting } from './values.ts';

const rows: readonly Setting<unknown>[] = Object.values<Setting<unknown>>(settingsTable);

/** The headings above groups of settings, by the first setting of each. */
const HEADINGS: ReadonlyMap<string, string> = new Map(
  Object.entries<Readonly<Record<string, Setting<unknown>>>>(schema).map(([title, settings]) => [
    Object.values(settings)[0]?.name ?? '',
    title,
  ]),
);

/** The settings for the command's help, two lines each. */
export function settingsAsHelp(): string {
  return rows
    .map(({ name, help, shownDefault }) => `  ${name}  (${plain(shownDefault)})\n      ${plain(help)}`)
    .join('\n');
}

/** A longer description of values is shown once; this many characters are shown each time. */
const SHORT = 50;

/** The settings as `docs/configuration.md`. */
export function settingsAsMarkdown(): string {
  const firstWith = new Map<string, string>();
  const table = rows.flatMap(({ name, shownDefault, expected, help }) => {
    const first = firstWith.get(expected);
    firstWith.set(expected, first ?? name);
    const values =
      first === undefined || expected.length < SHORT
        ? cell(expected.replace('a whole number from ', ''))
        : `as for \`${first}\``;
    const cells = [`\`${name}\``, cell(shownDefault), values, cell(help)];
    const heading = HEADINGS.get(name);
    const head = ['| name | default | value | meaning |', '|---|---|---|---|'];
    return [...(heading === undefined ? [] : ['', `## ${heading}`, '', ...head]), `| ${cells.join(' | ')} |`];
  });
  return [
    '# Configuration',
    '',
    'Each setting is an environment variable, or a line in `.env` in the working directory; the environment',
    'wins. An empty value counts as not set. `true`, `yes` and `1` mean `on`; `false`, `no` and `0` mean `off`.',
    'Ranges are of whole numbers.',
    'A *back-end* is a search service or an index of your documents.',
    '',
    'If a value is wrong, Sayso lists every mistake and exits with status 78. The log and `sayso doctor` warn',
    'about names that are probably misspelled. `npm run docs` writes this page from `src/config/settings.ts`.',
    ...table,
    '',
    `\`NAME_FILE\` reads a secret from a file (\`MODEL_API_KEY_FILE=/run/secrets/key\`): ${rows
      .filter(({ secret }) => secret)
      .map(({ name }) => `\`${name}\``)
      .join(', ')}.`,
    '',
  ].join('\n');
}

/** The settings as `.env.example`: every line is a comment, so that a copy of the file changes nothing. */
export function settingsAsEnvFile(): string {
  const lines = rows.map(({ name, help, shownDefault, fallback }) => {
    const heading = HEADINGS.get(name);
    const value = fallback !== null && !Array.isArray(fallback) ? plain(shownDefault) : '';
    const above = heading === undefined ? '' : `# --- ${heading} ---\n\n`;
    return `${above}# ${plain(help)}\n# Default: ${plain(shownDefault)}\n#${name}=${value}\n`;
  });
  return (
    '# Settings of Sayso. Copy this file to .env and remove the # from every line that you ' +
    `change.\n\n${lines.join('\n')}`
  );
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
