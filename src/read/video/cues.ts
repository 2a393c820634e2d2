import { decodeHTML } from 'entities/decode';
import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import { fieldOf } from '../../lib/text/own-value.ts';

/** A text that is shown while a video plays, from this time on. It may have several lines. */
export type CaptionCue = { readonly startMs: number; readonly text: string };

/** Captions of automatic recognition have several values for each word. */
const MAX_VALUES = 400_000;

/**
 * The cues of a file of captions: WebVTT, or YouTube's `json3` or XML (`srv1` to `srv3`); see docs/reading.md
 * for the sources of these forms. A file of another kind has none, and what cannot be read in a file is left
 * out. Takes linear time.
 */
export function cuesOf(file: string): readonly CaptionCue[] {
  const text = file.trimStart();
  if (text.startsWith('WEBVTT')) return cuesOfWebVtt(text);
  if (text.startsWith('<')) return cuesOfXml(text);
  return text.startsWith('{') ? cuesOfJson(text) : [];
}

/** `{"events": [{"tStartMs": 1360, "segs": [{"utf8": "We"}, {"utf8": " are"}]}]}` */
function cuesOfJson(text: string): CaptionCue[] {
  return listOf(fieldOf(parse(text), 'events')).map((event) => ({
    startMs: Number(fieldOf(event, 'tStartMs') ?? Number.NaN),
    text: listOf(fieldOf(event, 'segs'))
      .map((segment) => String(fieldOf(segment, 'utf8') ?? ''))
      .join(''),
  }));
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text, MAX_VALUES);
  } catch {
    return null;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The tag that begins a cue: `<text start="1.36">` has seconds, `<p t="1360">` milliseconds. */
const CUE_TAG = /^(?:text\s[^>]*?\bstart="(?<seconds>[\d.]+)"|p\s[^>]*?\bt="(?<ms>\d+)")/;
/** Tags of cues are short; a longer one is looked at only up to here. */
const MAX_TAG_CHARS = 300;

function cuesOfXml(text: string): CaptionCue[] {
  const cues: { startMs: number; text: string }[] = [];
  let isInCue = false;
  for (const part of text.split('<')) {
    const begun = CUE_TAG.exec(part.slice(0, MAX_TAG_CHARS))?.groups;
    if (begun !== undefined)
      cues.push({
        startMs: begun.ms === undefined ? Number(begun.seconds) * 1000 : Number(begun.ms),
        text: '',
      });
    isInCue = begun !== undefined || (isInCue && !/^\/(?:text|p)>/.test(part));
    const cue = cues.at(-1);
    if (isInCue && cue !== undefined) cue.text += part.slice(part.indexOf('>') + 1);
  }
  // YouTube escapes the text of `srv1` twice: `&amp;#39;`.
  return cues.map((cue) => ({ ...cue, text: decodeHTML(decodeHTML(cue.text)) }));
}

/** `00:01:14.815 --> 00:01:18.114`, without hours if there are none; some write a comma, as in SubRip. */
const TIMING = /^(?:(\d{1,4}):)?(\d\d):(\d\d)[.,](\d{3})[ \t]+-->/;

function cuesOfWebVtt(text: string): CaptionCue[] {
  const cues: { startMs: number; text: string }[] = [];
  let isInCue = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const timing = TIMING.exec(line);
    if (timing !== null) {
      const [hours, minutes, seconds, ms] = timing.slice(1).map((digits) => Number(digits ?? 0));
      const minute = (hours ?? 0) * 60 + (minutes ?? 0);
      cues.push({ startMs: (minute * 60 + (seconds ?? 0)) * 1000 + (ms ?? 0), text: '' });
    }
    const cue = cues.at(-1);
    if (timing === null && isInCue && cue !== undefined) cue.text += `${withoutTags(line)}\n`;
    // Only an empty line ends a cue: rolling captions of YouTube have lines of one space.
    isInCue = timing !== null || (isInCue && line !== '');
  }
  return cues.map((cue) => ({ ...cue, text: decodeHTML(cue.text) }));
}

/** A line without `<00:01.500>`, `<c>`, `<v Speaker>` and the like. */
function withoutTags(line: string): string {
  const [first = '', ...others] = line.split('<');
  return first + others.map((part) => part.slice(part.indexOf('>') + 1)).join('');
}
