import { startDeadline, untilAborted } from '../../core/deadline.ts';
import type { Article } from '../../lib/article/index.ts';
import type { TimedVideo } from '../../lib/text/video-place.ts';
import type { PageFetch } from '../../net/page-fetch.ts';
import type { FetchedPage } from '../../net/page-visit.ts';
import { type CaptionTrack, chooseTrack } from './choose-track.ts';
import type { VideoData, VideoPart } from './read-video-part.ts';
import { joinSpoken } from './spoken-text.ts';
import { isPeerTube, type VideoAddress } from './video-address.ts';

/** What reads videos needs. */
export type VideoReaderDeps = {
  /** Fetches what the page of a video names, whatever its type, by the rules for pages. */
  readonly pages: Pick<PageFetch, 'fetch'>;
  /** Reads a part of a video in a thread; null if it cannot be read. */
  readonly extract: (part: VideoPart, body: Uint8Array, signal: AbortSignal) => Promise<VideoData | null>;
};

/** A page at the address of a video. */
export type VideoOrder = {
  readonly address: VideoAddress;
  readonly page: FetchedPage;
  /** The language in which its captions are wanted, a BCP 47 tag or `und`. */
  readonly language: string;
  /** The time for everything that is fetched after the page, in milliseconds. */
  readonly timeoutMs: number;
};

/** The text of a video, with its times if there are some. */
export type VideoText = {
  readonly extracted: Article & { readonly video?: TimedVideo };
  /** True if it has captions that did not come. */
  readonly isPartial: boolean;
};

/**
 * Reads a video: its description, followed by its captions if they can be had in time. Null if the page shows
 * no video, or not in a form that is known. Rejects only with the signal's reason.
 */
export async function readVideo(
  { address, page, language, timeoutMs }: VideoOrder,
  deps: VideoReaderDeps,
  signal: AbortSignal,
): Promise<VideoText | null> {
  if (address.platform === 'peertube' && !isPeerTube(page.body)) return null;
  using deadline = startDeadline(timeoutMs, signal);
  const read: ReadPart = async (part, url) => {
    try {
      return await untilAborted(fetchPart(part, url, deps, deadline.signal), deadline.signal);
    } catch (error) {
      if (signal.aborted || !deadline.expired) throw error;
      return null;
    }
  };
  const video =
    address.platform === 'youtube'
      ? await deps.extract('watch-page', page.body, signal)
      : await readPeerTube(`${new URL(page.url).origin}/api/v1/videos/${address.id}`, read);
  if (video === null) return null;
  const { facts, tracks } = video;
  const track = chooseTrack(tracks, language, facts.language);
  const url = track && addressOfCaptions(track, { address, page });
  const captions = url === null ? null : await read('captions', url);
  const hasCaptions = captions !== null && captions.text !== '';
  const { text, starts } = hasCaptions ? joinSpoken(video, captions) : video;
  if (text === '') return null;
  const extracted = {
    ...facts,
    text,
    language: hasCaptions ? (track?.language ?? null) : facts.language,
    ...(starts.length > 0 && { video: { url: address.url, starts } }),
  };
  return { extracted, isPartial: url !== null && captions === null };
}

/** Fetches and reads a part of a video; null if it cannot be had in time. */
type ReadPart = (part: VideoPart, url: string) => Promise<VideoData | null>;

async function fetchPart(
  part: VideoPart,
  url: string,
  { pages, extract }: VideoReaderDeps,
  signal: AbortSignal,
): Promise<VideoData | null> {
  const fetched = await pages.fetch(url, signal);
  return fetched.status === 'skipped' ? null : extract(part, fetched.body, signal);
}

async function readPeerTube(url: string, read: ReadPart): Promise<VideoData | null> {
  const [video, captions] = await Promise.all([
    read('peertube-video', url),
    read('peertube-captions', `${url}/captions`),
  ]);
  return video && { ...video, tracks: captions?.tracks ?? [] };
}

/**
 * The address of captions; null if it is not one to follow. YouTube has its captions itself; PeerTube's may
 * be on another server (`fileUrl`), to which the rules for pages apply.
 */
function addressOfCaptions(
  track: CaptionTrack,
  { address, page }: Pick<VideoOrder, 'address' | 'page'>,
): string | null {
  if (!URL.canParse(track.url, page.url)) return null;
  const url = new URL(track.url, page.url);
  const from = new URL(page.url);
  if (from.protocol === 'https:' && url.protocol !== 'https:') return null;
  if (address.platform === 'peertube') return url.href;
  if (url.host !== from.host) return null;
  url.searchParams.set('fmt', 'json3');
  return url.href;
}
