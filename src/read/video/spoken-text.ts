import { cleanText } from '../../lib/text/clean-text.ts';
import { collapse } from '../../lib/text/text.ts';
import type { TextStart } from '../../lib/text/video-place.ts';
import type { CaptionCue } from './cues.ts';

/** A text of a video, and the times of its parts. */
export type SpokenText = { readonly text: string; readonly starts: readonly TextStart[] };

/** A paragraph ends at the first cue with the end of a sentence after this many characters, ... */
const MIN_BLOCK_CHARS = 120;
/** ... and after this many at any cue, because automatic captions may have no stops. */
const MAX_BLOCK_CHARS = 300;
/** About nine hours of speech. */
const MAX_CHARS = 500_000;
const MAX_STARTS = 20_000;
/** A week, in milliseconds; live broadcasts may be long. */
const MAX_START_MS = 7 * 24 * 3_600_000;
const SENTENCE_END = /[.!?…。！？]["'”’»」』)]*$/;
/** What is heard but not said: `[Music]`, `♪`. */
const SOUND = /^(?:\[[^\]]*\]|[♪♫\s]*)$/;
/** Scripts that have no spaces between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]/u;

/**
 * Joins cues to paragraphs. A line that repeats the one before it is left out: captions that roll show each
 * line twice. Takes linear time.
 */
export function toSpokenText(cues: readonly CaptionCue[]): SpokenText {
  const pieces: string[] = [];
  const starts: TextStart[] = [];
  let length = 0;
  let blockFrom = 0;
  let last = '';
  for (const { startMs, text } of cues) {
    if (!(startMs >= 0 && startMs <= MAX_START_MS)) continue;
    const second = Math.floor(startMs / 1000);
    for (const line of cleanText(text).split('\n').map(collapse)) {
      if (SOUND.test(line) || line === last) continue;
      if (length + line.length > MAX_CHARS || starts.length >= MAX_STARTS)
        return { text: pieces.join(''), starts };
      const blockChars = length - blockFrom;
      const isFull = blockChars >= MAX_BLOCK_CHARS;
      const endsBlock = isFull || (blockChars >= MIN_BLOCK_CHARS && SENTENCE_END.test(last.slice(-10)));
      if (endsBlock) blockFrom = length + 2;
      const gap = endsBlock ? '\n\n' : gapBetween(last, line);
      pieces.push(gap, line);
      if (starts.at(-1)?.second !== second) starts.push({ at: length + gap.length, second });
      length += gap.length + line.length;
      last = line;
    }
  }
  return { text: pieces.join(''), starts };
}

/** What stands between two lines of a paragraph. */
function gapBetween(before: string, after: string): string {
  if (before === '') return '';
  return DENSE.test(before.slice(-1)) && DENSE.test(after.slice(0, 1)) ? '' : ' ';
}

/** A line of a description that names a chapter: `1:44 Memory`, `(01:02:03) - Questions`. */
const CHAPTER = /^[([]?(?:(\d{1,2}):)?(\d{1,2}):(\d\d)[)\]]?\s/;
/** YouTube's own limit. */
const MAX_DESCRIPTION_CHARS = 5_000;

/** The description of a video; the lines that name its chapters have their times. */
export function toDescription(description: string): SpokenText {
  const text = cleanText(description.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed()).trim();
  const starts: TextStart[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const [, hours, minutes, seconds] = CHAPTER.exec(line) ?? [];
    const second =
      seconds === undefined ? null : Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (second !== (starts.at(-1)?.second ?? null)) starts.push({ at, second });
    at += line.length + 1;
  }
  return { text, starts };
}

/** One text after another, as separate paragraphs. */
export function joinSpoken(first: SpokenText, second: SpokenText): SpokenText {
  if (first.text === '' || second.text === '') return first.text === '' ? second : first;
  const offset = first.text.length + 2;
  const moved = second.starts.map((start) => ({ ...start, at: start.at + offset }));
  return { text: `${first.text}\n\n${second.text}`, starts: [...first.starts, ...moved] };
}
