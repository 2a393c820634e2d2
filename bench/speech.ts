// How well Markdown is turned into speech: `npm run bench -- speech --data FOLDER`. Libraries that strip Markdown are measured alongside the product. espeak-ng judges the sound;
// without it, those figures are left out.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import removeMarkdown from 'remove-markdown';
import stripMarkdown from 'strip-markdown';
import { render } from '../src/render/render.ts';
import { hasEspeak, namesMarks, soundOf } from './speech/espeak.ts';
import { type Example, readExamples, readReadmes } from './speech/examples.ts';
import { readPairs } from './speech/pairs.ts';
import { preservedWords } from './speech/preserved-words.ts';

type Speaker = (markdown: string) => string;

const RESIDUE = /[*_`~#|<>[\]{}\\^]|https?:\/\/|&#?\w+;|【/;
const README_COUNT = 80;
const GOALS = ['0', '0', '0', 'at least 0.950', 'at least 0.995', '0', '0', '0.688'];
const LANGUAGE = 'en';

const stripper = remark().use(remarkGfm).use(stripMarkdown);
const product: Speaker = (markdown) => render(markdown, [], LANGUAGE).speech;
const SPEAKERS: Readonly<Record<string, Speaker>> = {
  product,
  'strip-markdown': (markdown) => String(stripper.processSync(markdown)),
  'remove-markdown': (markdown) => removeMarkdown(markdown),
  'as written': (markdown) => markdown,
};

const { values } = parseArgs({ options: { data: { type: 'string', default: '' } } });
const { data } = values;
if (!existsSync(`${data}/commonmark`)) {
  console.error('This bench needs its data: --data FOLDER, where FOLDER/commonmark is.');
  process.exit(2);
}
const examples = readExamples(data);
const readmes = readReadmes('node_modules', README_COUNT);
const canHear = hasEspeak();
if (!canHear) console.error('espeak-ng is not installed, so the sound of the speech is not measured.');

const headings = [
  `residue of ${examples.length}`,
  'mark named',
  'mark named, strict',
  'words kept, specification',
  `words kept, ${readmes.length} READMEs`,
  'words doubled',
  'README residue',
  'pairs that sound the same',
];
const table = Object.entries(SPEAKERS).map(([name, speaker]) => [name, ...measure(speaker)]);
for (const cells of [['', ...headings], ['', ...headings].map(() => '---'), ...table, ['goal', ...GOALS]])
  console.log(`| ${cells.join(' | ')} |`);
function measure(speaker: Speaker): string[] {
  const texts = examples.map(({ markdown }) => speaker(markdown));
  const heard = canHear ? texts.filter((_, at) => at % 2 === 0).map(namesMarks) : null;
  const count = (kind: 'plain' | 'strict') =>
    heard === null ? '' : `${heard.filter((names) => names[kind]).length} of ${heard.length}`;
  const [ofExamples, ofReadmes] = [keptBy(speaker, examples), keptBy(speaker, readmes)];
  return [
    String(texts.filter((text) => RESIDUE.test(text)).length),
    count('plain'),
    count('strict'),
    ofExamples.share,
    ofReadmes.share,
    String(ofExamples.doubled + ofReadmes.doubled),
    String(readmes.filter(({ markdown }) => RESIDUE.test(speaker(markdown))).length),
    canHear ? sameSound(speaker) : '',
  ];
}

function keptBy(speaker: Speaker, texts: readonly Example[]): { share: string; doubled: number } {
  const kept = texts.map(({ markdown }) => preservedWords(markdown, speaker(markdown)));
  const sum = (key: 'seen' | 'said' | 'doubled') => kept.reduce((total, words) => total + words[key], 0);
  return { share: (sum('said') / sum('seen')).toFixed(4), doubled: sum('doubled') };
}

function sameSound(speaker: Speaker): string {
  const pairs = readPairs(data);
  const same = pairs.filter(({ written, spoken }) => soundOf(speaker(written)) === soundOf(spoken));
  return `${same.length} of ${pairs.length}`;
}
