/** What `sayso --help` prints. */
export function helpText(version: string, settings: string): string {
  return `sayso ${version}: ask the web, get an answer you can read, hear and check.

Usage
  sayso serve                       serve the page and the REST interface
  sayso ask "question"              print an answer; --json, --sources N
  sayso doctor                      check every search back-end and the model with one real call each
  sayso index FOLDER --to FILE      index a folder of documents; --base-url URL, --rebuild
  sayso demo [--offline]            serve the World Factbook and package READMEs: no key, no other server
  sayso --help | --version

Settings, as environment variables or in .env (default in brackets)
${settings}
`;
}
