/** The `rel` of every link, because the text is untrusted (HTML Standard 4.6.7; `ugc` by Google). */
export const LINK_REL = 'nofollow noopener noreferrer ugc';
