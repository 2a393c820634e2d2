/**
 * The words of the mock texts: common ones, so that a ranking has something to count, and a few rare ones.
 */
const WORDS = (
  'the a of in and to is was for with on by from that this it are as at which between after most ' +
  'some each when copper glacier harbour violin orbit lichen turbine archive meadow canyon tariff ' +
  'enzyme lantern monsoon basalt survey record winter valley measured grows carries reaches became ' +
  'holds shows moves early northern common deep'
).split(' ');

/** The number of sources that an answer cites if it does not know them. */
const CITED = 5;

/**
 * Sentence number `seed` from a fixed, endless supply: 9 to 17 words, a year in every fourth sentence, no
 * full stop.
 */
function sentence(seed: number): string {
  const length = 9 + (seed % 9);
  const words = Array.from({ length }, (_, at) => WORDS[(seed * 31 + at * (7 + (seed % 5))) % WORDS.length]);
  const text = words.join(' ');
  const year = seed % 4 === 0 ? ` in ${1800 + (seed % 220)}` : '';
  return text.slice(0, 1).toUpperCase() + text.slice(1) + year;
}

/** A title for page `id`. */
export function mockTitle(id: number): string {
  return sentence(id * 17 + 3).slice(0, 60);
}

/** A snippet of exactly `chars` characters for page `id`. */
export function mockSnippet(id: number, chars: number): string {
  let text = '';
  for (let seed = id * 13; text.length < chars; seed++) text += `${sentence(seed)}. `;
  return text.slice(0, chars);
}

/** Shorter pieces of a source are titles or the beginnings of sentences that were cut. */
const MIN_SENTENCE_CHARS = 30;

/**
 * An answer of `count` tokens of 4 characters: a sentence, a heading, and a list with some emphasis whose
 * items take turns to repeat a sentence of each source and cite it, as models do. Without sources, the
 * sentences are from the fixed supply and cite the sources [1] to [5].
 */
export function mockAnswer(count: number, sources: readonly string[] = []): readonly string[] {
  const sentences = sources.map((source) =>
    source.split(/[.\n]\s+/).filter(({ length }) => length >= MIN_SENTENCE_CHARS),
  );
  let text = 'The sources agree on these.\n\n## What is known\n\n';
  for (let item = 0; text.length < count * 4; item++) {
    const place = item % (sources.length || CITED);
    const own = sentences[place] ?? [];
    const said = own[Math.floor(item / sources.length) % own.length] ?? sentence(item * 5);
    text += `- **${said.slice(0, 12).trim()}**: ${said} [${1 + place}].\n`;
  }
  return Array.from({ length: count }, (_, at) => text.slice(at * 4, at * 4 + 4));
}
