import { type LocalServer, serve } from './local-server.ts';

/** The id of the video at YouTube, and at PeerTube. */
export const YOUTUBE_ID = 'abcdefghi_1';
export const PEERTUBE_ID = '9c9de5e8-0a1e-484a-b099-e80766180a6d';

/** What a path answers: a status and a body, or only the body. */
export type VideoReplies = Readonly<Record<string, string | { readonly status: number }>>;

/** A server of videos, and the paths that were asked, without what follows a question mark if it is long. */
export type VideoSite = LocalServer & { readonly asked: string[] };

/** Serves these paths, each with its query; everything else is not found. */
export async function serveVideos(replies: VideoReplies): Promise<VideoSite> {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const reply = replies[path] ?? { status: 404 };
    if (typeof reply !== 'string') response.writeHead(reply.status).end();
    else response.writeHead(200, { 'content-type': typeOf(path) }).end(reply);
  });
  return Object.assign(server, { asked });
}

function typeOf(path: string): string {
  if (path.endsWith('.vtt')) return 'text/vtt';
  return path.startsWith('/api/') ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8';
}

/** A track as YouTube's page lists it. */
export type WatchTrack = { readonly baseUrl: string; readonly languageCode: string; readonly kind?: 'asr' };

/**
 * A page in the form of YouTube's: the fields that are read, where yt-dlp reads them
 * (https://github.com/yt-dlp/yt-dlp, `yt_dlp/extractor/youtube/_video.py`).
 */
export function watchPage(captionTracks: readonly WatchTrack[], shortDescription: string): string {
  const player = {
    responseContext: { note: 'a brace } and a quote \\" in a string, {' },
    playabilityStatus: { status: 'OK' },
    captions: { playerCaptionsTracklistRenderer: { captionTracks, audioTracks: [] } },
    videoDetails: {
      videoId: YOUTUBE_ID,
      title: 'How lenses are made',
      shortDescription,
      author: 'Glass Works',
    },
    microformat: { playerMicroformatRenderer: { publishDate: '2024-03-05T08:00:00-08:00' } },
  };
  const json = JSON.stringify(player).replaceAll('&', '\\u0026');
  return `<!DOCTYPE html><html><head><title>How lenses are made - YouTube</title></head><body>
<script nonce="x">var ytInitialPlayerResponse = ${json};var meta = document.createElement('meta');</script>
<script>window["ytInitialData"] = {};</script><p>About Press Copyright</p></body></html>`;
}

/**
 * Captions in the form `json3`, as a program that reads them describes it
 * (https://github.com/yt-dlp/yt-dlp/pull/13234 has the requests); each line is followed by a line break that
 * is appended to it.
 */
export function json3(lines: readonly (readonly [ms: number, words: string])[]): string {
  const events = lines.flatMap(([tStartMs, words]) => [
    {
      tStartMs,
      dDurationMs: 2000,
      wWinId: 1,
      segs: words.split(/(?= )/).map((utf8, at) => ({ utf8, tOffsetMs: at * 200, acAsrConf: 0 })),
    },
    { tStartMs: tStartMs + 1900, dDurationMs: 10, wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] },
  ]);
  return JSON.stringify({ wireMagic: 'pb3', events: [{ tStartMs: 0, id: 1, wpWinPosId: 1 }, ...events] });
}

/** A page in the form of PeerTube's, whose text only a script shows. */
export const PEERTUBE_PAGE = `<!DOCTYPE html><html lang="en"><head><title>Lenses - Our tube</title>
<meta property="og:platform" content="PeerTube" /><meta property="og:title" content="Lenses" /></head>
<body><noscript>JavaScript is disabled.</noscript><my-app></my-app></body></html>`;

/** A caption as PeerTube's interface lists it. */
export type ListedCaption = {
  readonly language: string;
  readonly isAutomatic?: boolean;
  readonly fileUrl?: string;
};

/**
 * The replies of PeerTube for a video with these captions
 * (https://docs.joinpeertube.org/api-rest-reference.html, `getVideo` and `getVideoCaptions`).
 */
export function peerTubeReplies(
  captions: readonly ListedCaption[],
  files: VideoReplies,
  description = 'A visit to a workshop.',
): VideoReplies {
  return {
    [`/videos/watch/${PEERTUBE_ID}`]: PEERTUBE_PAGE,
    [`/api/v1/videos/${PEERTUBE_ID}`]: JSON.stringify({
      uuid: PEERTUBE_ID,
      name: 'Lenses',
      description,
      language: { id: 'en', label: 'English' },
      publishedAt: '2023-05-06T07:08:09.000Z',
      account: { name: 'ada', displayName: 'Ada' },
      channel: { name: 'glass', displayName: 'Glass Works' },
    }),
    [`/api/v1/videos/${PEERTUBE_ID}/captions`]: JSON.stringify({
      total: captions.length,
      data: captions.map(({ language, isAutomatic = false, fileUrl }) => ({
        language: { id: language, label: language },
        automaticallyGenerated: isAutomatic,
        captionPath: fileUrl === undefined ? `/lazy-static/video-captions/${language}.vtt` : null,
        ...(fileUrl !== undefined && { fileUrl }),
        updatedAt: '2023-05-06T07:08:09.000Z',
      })),
    }),
    ...files,
  };
}
