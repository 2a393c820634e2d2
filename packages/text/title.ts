/**
 * The part of a title after the subject: "pino: super fast logger", "Angola - Wikipedia", "Mercury (planet)".
 */
const SUBJECT_END = /:\s|\s[-–—|(]/u;

/** The subject of a title, without a description ("pino: super fast logger") and without the site's name. */
export function subjectOf(title: string): string {
  const end = SUBJECT_END.exec(title);
  return end === null ? title : title.slice(0, end.index);
}
