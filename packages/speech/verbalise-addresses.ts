import type { SpokenWords } from './languages/locale.ts';

/** The name and the host of a mail address. */
const MAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}.+_-])([\p{L}\p{N}][\p{L}\p{N}.+_-]{0,63})@([\p{L}\p{N}-]{1,63}` +
    String.raw`(?:\.[\p{L}\p{N}-]{1,63}){1,4})`,
  'gu',
);
/** An address on the web, with what follows its scheme or `www.`. */
const URL_IN_TEXT = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)([^\s<>"“”„«»‹›「」『』()[\]{}|\\^`*]*)/gi;

/** A space in the name of a file or a path: `my%20file.pdf`. */
const CODED_SPACE = /(?<=[\p{L}\p{N}_-])%20(?=[\p{L}\p{N}_(-])/gu;

/** Replaces URLs by their host, and marks in mail addresses by words; without a locale the marks stay. */
export function verbaliseAddresses(text: string, locale: SpokenWords | null): string {
  let said = text;
  if (said.includes('://') || said.includes('www.'))
    said = said.replace(URL_IN_TEXT, (_, address: string) => sayHost(address, locale));
  if (said.includes('%20')) said = said.replace(CODED_SPACE, ' ');
  if (!said.includes('@') || locale === null) return said;
  return said.replace(MAIL, (_, name: string, host: string) => {
    // `@scope/name@1.2.3-beta` is a version.
    const say = /\.\p{L}[\p{L}\p{N}]*$/u.test(host) ? sayMarks : sayDots;
    return `${say(name, locale)} ${locale.at} ${say(host, locale)}`;
  });
}

/** The host of a URL, without its port, with the punctuation that follows the URL in the sentence. */
function sayHost(address: string, locale: SpokenWords | null): string {
  const end = /[.,;:!?'‘’_~]{0,8}$/.exec(address)?.[0] ?? '';
  const full = address.slice(0, address.length - end.length);
  // A file URL has no host, so its name is used.
  const host =
    (full.startsWith('/') ? full.slice(full.lastIndexOf('/') + 1) : full).split(/[/?#]/, 1)[0] ?? '';
  const named = host.slice(host.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return sayDots(named.replace(/^www\./i, ''), locale) + end;
}

/** Hyphens and underscores of a mail address are spoken as well, so that it can be written down. */
function sayMarks(name: string, locale: SpokenWords): string {
  return sayDots(name, locale)
    .replaceAll('_', ` ${locale.underscore} `)
    .replaceAll('-', ` ${locale.dash} `)
    .replaceAll('+', ` ${locale.signs['+']} `);
}

function sayDots(name: string, locale: SpokenWords | null): string {
  return locale === null ? name : name.replaceAll('.', ` ${locale.dot} `);
}
