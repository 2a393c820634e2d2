/** The captions of a video in one language. */
export type CaptionTrack = {
  /** Absolute, or relative to the page of the video. */
  readonly url: string;
  /** A BCP 47 tag. */
  readonly language: string;
  /** True if a machine wrote them. */
  readonly isAutomatic: boolean;
};

/**
 * The captions to read: in the language of the question, otherwise in that of the video, otherwise any; those
 * written by a person before automatic ones. Null if there are none.
 * @param wanted the language of the question, a BCP 47 tag or `und`
 * @param spoken the language of the video; if null, that of its automatic captions
 */
export function chooseTrack(
  tracks: readonly CaptionTrack[],
  wanted: string,
  spoken: string | null,
): CaptionTrack | null {
  const own = spoken ?? tracks.find(({ isAutomatic }) => isAutomatic)?.language ?? '';
  const inLanguage = (tag: string) => tracks.filter(({ language }) => primaryOf(language) === primaryOf(tag));
  for (const group of [inLanguage(wanted), inLanguage(own), tracks]) {
    const [first] = group;
    if (first !== undefined) return group.find(({ isAutomatic }) => !isAutomatic) ?? first;
  }
  return null;
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
