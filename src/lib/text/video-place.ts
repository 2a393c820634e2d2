/** From an offset of a text on (UTF-16 units), the second at which a video says it; null if not known. */
export type TextStart = { readonly at: number; readonly second: number | null };

/** A video whose text was read. */
export type TimedVideo = {
  /** The page on which it plays, at YouTube or PeerTube. */
  readonly url: string;
  /** In the order of the text. */
  readonly starts: readonly TextStart[];
};

/** A place in a video: the address that opens there, and its second. */
export type VideoPlace = { readonly url: string; readonly second: number };

/**
 * The place where a video says what begins at an offset of its text; otherwise, where it says the first words
 * after it, up to `to`; null if that is not known. YouTube opens at `t=83s`, PeerTube at `start=1m23s`
 * (docs/reading.md).
 */
export function placeInVideo(video: TimedVideo | undefined, from: number, to = from): VideoPlace | null {
  if (video === undefined || !URL.canParse(video.url)) return null;
  const second = secondIn(video.starts, from, to);
  if (second === null) return null;
  const url = new URL(video.url);
  if (url.hostname === 'www.youtube.com') url.searchParams.set('t', `${second}s`);
  else url.searchParams.set('start', inUnits(second));
  return { url: url.href, second };
}

function secondIn(starts: TimedVideo['starts'], from: number, to: number): number | null {
  const begun = starts.findLast(({ at }) => at <= from);
  if (begun !== undefined && begun.second !== null) return begun.second;
  return starts.find(({ at, second }) => at > from && at < to && second !== null)?.second ?? null;
}

/** `1m23s`, `1h0m5s` */
function inUnits(second: number): string {
  const hours = second < 3600 ? '' : `${Math.floor(second / 3600)}h`;
  return `${hours}${Math.floor(second / 60) % 60}m${second % 60}s`;
}

/** The video with only the starts that matter for these parts of its text. */
export function withinParts(
  { url, starts }: TimedVideo,
  parts: readonly { readonly from: number; readonly to: number }[],
): TimedVideo {
  const endOf = (index: number) => starts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
  const isNeeded = ({ at }: TextStart, index: number) =>
    parts.some(({ from, to }) => at < to && endOf(index) > from);
  return { url, starts: starts.filter(isNeeded) };
}
