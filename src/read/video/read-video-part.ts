import { type Article, decodeText } from '../../lib/article/index.ts';
import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import { fieldOf } from '../../lib/text/own-value.ts';
import type { CaptionTrack } from './choose-track.ts';
import { cuesOf } from './cues.ts';
import { type SpokenText, toDescription, toSpokenText } from './spoken-text.ts';

/**
 * What is fetched for a video: YouTube's page, the video and the list of its captions as PeerTube's interface
 * gives them, or a file of captions.
 */
export type VideoPart = 'watch-page' | 'peertube-video' | 'peertube-captions' | 'captions';

/** What a part says; the fields that it does not say are empty. */
export type VideoData = SpokenText & {
  readonly facts: Omit<Article, 'text'>;
  readonly tracks: readonly CaptionTrack[];
};

/** More captions than any video has. */
const MAX_TRACKS = 500;
const NO_FACTS = { title: '', language: null, publishedAt: null, siteName: null, author: null };

/** Reads a part of a video from its bytes; null if it has another form. Takes linear time. */
export function readVideoPart(part: VideoPart, bytes: Uint8Array): VideoData | null {
  const text = decodeText(bytes, 'text/html; charset=utf-8');
  try {
    const data = READERS[part](text);
    return data === null ? null : { text: '', starts: [], facts: NO_FACTS, tracks: [], ...data };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const READERS: Readonly<Record<VideoPart, (text: string) => Partial<VideoData> | null>> = {
  'watch-page': (html) => readWatchPage(parseBoundedJson(playerResponseIn(html) ?? 'null')),
  'peertube-video': (json) => readPeerTubeVideo(parseBoundedJson(json)),
  'peertube-captions': (json) => ({
    tracks: listAt(parseBoundedJson(json), 'data').flatMap(toPeerTubeTrack),
  }),
  captions: (file) => toSpokenText(cuesOf(file)),
};

function readWatchPage(player: unknown): Partial<VideoData> | null {
  const details = fieldOf(player, 'videoDetails');
  const title = textAt(details, 'title');
  if (title === '') return null;
  const format = at(player, 'microformat', 'playerMicroformatRenderer');
  const captions = at(player, 'captions', 'playerCaptionsTracklistRenderer');
  return {
    ...toDescription(textAt(details, 'shortDescription')),
    facts: {
      ...NO_FACTS,
      title,
      publishedAt: textAt(format, 'publishDate') || null,
      siteName: 'YouTube',
      author: textAt(details, 'author') || null,
    },
    tracks: listAt(captions, 'captionTracks').map((track) => ({
      url: textAt(track, 'baseUrl'),
      language: textAt(track, 'languageCode'),
      isAutomatic: textAt(track, 'kind') === 'asr',
    })),
  };
}

function readPeerTubeVideo(video: unknown): Partial<VideoData> | null {
  const title = textAt(video, 'name');
  if (title === '') return null;
  const makers = [at(video, 'channel'), at(video, 'account')];
  return {
    ...toDescription(textAt(video, 'description')),
    facts: {
      ...NO_FACTS,
      title,
      language: textAt(at(video, 'language'), 'id') || null,
      publishedAt: textAt(video, 'originallyPublishedAt') || textAt(video, 'publishedAt') || null,
      author: makers.map((maker) => textAt(maker, 'displayName')).find((name) => name !== '') ?? null,
    },
  };
}

function toPeerTubeTrack(caption: unknown): CaptionTrack[] {
  // `captionPath` is older, and null for files that another server stores.
  const url = textAt(caption, 'fileUrl') || textAt(caption, 'captionPath');
  const language = textAt(at(caption, 'language'), 'id');
  return url === ''
    ? []
    : [{ url, language, isAutomatic: fieldOf(caption, 'automaticallyGenerated') === true }];
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce(fieldOf, value);
}

function textAt(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list.slice(0, MAX_TRACKS) : [];
}

const NAME = 'ytInitialPlayerResponse';
/** The name also stands where the value is read; this many places are looked at. */
const MAX_PLACES = 10;
/** What stands between the name and the value: ` = ` or `"] = `. */
const ASSIGNED = /^(?:["']\])?\s*=\s*(?=\{)/;

/**
 * The JSON of the data from which YouTube's page shows its video, `var ytInitialPlayerResponse = {...};`;
 * null if the page has none. The JSON may be invalid. Takes linear time.
 */
export function playerResponseIn(html: string): string | null {
  let at = html.indexOf(NAME);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
    const from = at + NAME.length;
    const assigned = ASSIGNED.exec(html.slice(from, from + 20));
    if (assigned !== null) return objectAt(html, from + assigned[0].length);
    at = html.indexOf(NAME, from);
  }
  return null;
}

/** From the brace at `from` to the one that closes it, or to the end. */
function objectAt(text: string, from: number): string {
  const marks = /["\\{}]/g;
  marks.lastIndex = from;
  let depth = 0;
  let isInString = false;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '\\') marks.lastIndex++;
    else if (mark[0] === '"') isInString = !isInString;
    else if (!isInString) {
      depth += mark[0] === '{' ? 1 : -1;
      if (depth === 0) return text.slice(from, marks.lastIndex);
    }
  }
  return text.slice(from);
}
