const TAGS = 'p div li td tr h1 h2 h3 h4 dt dd pre blockquote figcaption'.split(' ');
/** The tags of blocks as numbers; 0 stands for all others. */
export const TAG_NUMBERS: ReadonlyMap<string, number> = new Map(TAGS.map((tag, at) => [tag, at + 1]));
