/** The page of one video. */
export type VideoAddress = {
  readonly platform: 'youtube' | 'peertube';
  /** In lower and upper case, as its platform writes it. */
  readonly id: string;
  /** The page on which it plays. */
  readonly url: string;
};

const YOUTUBE = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(?:shorts|embed|live|v)\/([\w-]{11})(?:\/|$)/;
/** A UUID, or 22 letters and digits that stand for one (`shortUUID` in PeerTube's reference). */
const PEERTUBE_PATH =
  /^\/(?:w|videos\/watch)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-zA-Z]{22})(?:[;/]|$)/;

/**
 * The video at an address; null if it has none. An address of PeerTube can be that of another site, because
 * anybody may run PeerTube: see `isPeerTube`.
 */
export function videoAddressOf(address: string): VideoAddress | null {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const { hostname, pathname, origin } = url;
  if (hostname === 'youtu.be') return toYouTube(pathname.slice(1), 'https://www.youtube.com');
  if (YOUTUBE.test(hostname)) {
    const id = pathname === '/watch' ? url.searchParams.get('v') : YOUTUBE_PATH.exec(pathname)?.[1];
    return toYouTube(id ?? '', hostname === 'www.youtube.com' ? origin : 'https://www.youtube.com');
  }
  const id = PEERTUBE_PATH.exec(pathname)?.[1];
  return id === undefined ? null : { platform: 'peertube', id, url: url.href };
}

function toYouTube(id: string, origin: string): VideoAddress | null {
  return YOUTUBE_ID.test(id) ? { platform: 'youtube', id, url: `${origin}/watch?v=${id}` } : null;
}

/** The part of a page that has its head. */
const HEAD_BYTES = 100_000;

/** Whether a page says that PeerTube made it, as each of its pages does. */
export function isPeerTube(page: Uint8Array): boolean {
  const head = Buffer.from(page.buffer, page.byteOffset, Math.min(page.byteLength, HEAD_BYTES));
  return /<meta property="og:platform" content="PeerTube"/.test(head.toString('latin1'));
}
