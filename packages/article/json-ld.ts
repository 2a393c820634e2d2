import { parseBoundedJson } from '@sayso/text/bounded-json.ts';

/** What a page says of itself in JSON-LD (schema.org); null for what it does not say. */
export type ArticleFacts = {
  readonly headline: string | null;
  readonly articleBody: string | null;
  readonly datePublished: string | null;
  readonly publisher: string | null;
  /** The names of its authors, separated by commas. */
  readonly author: string | null;
};

type Node = Readonly<Record<string, unknown>>;

const ARTICLE_TYPE = /(?:Article|Posting|Report|WebPage)$/;
/** A longer list does not describe one page. */
const MAX_NODES = 500;

/** The facts in `application/ld+json` scripts, each from the first article with it. Never throws. */
export function readJsonLd(scripts: readonly string[]): ArticleFacts {
  const articles = scripts.flatMap(nodesIn).filter(isArticle);
  const first = (read: (node: Node) => unknown) => articles.map(read).map(toText).find(Boolean) ?? null;
  return {
    headline: first((node) => node.headline),
    articleBody: first((node) => node.articleBody),
    datePublished: first((node) => node.datePublished),
    publisher: first((node) => [node.publisher].flat().filter(isNode)[0]?.name),
    author: first(authorsOf),
  };
}

/** The objects of a script: the script's object, or the members of its list or of its `@graph`. */
function nodesIn(script: string): Node[] {
  try {
    const parsed: unknown = parseBoundedJson(script.replace(/[\r\n\t]+/g, ' '));
    return [parsed]
      .flat()
      .filter(isNode)
      .flatMap((node) => (Array.isArray(node['@graph']) ? node['@graph'].filter(isNode) : [node]))
      .slice(0, MAX_NODES);
  } catch {
    return [];
  }
}

/** An author is a name, or a person or organisation with a name; there may be several. */
function authorsOf({ author }: Node): string {
  const names = [author].flat().map((one) => toText(isNode(one) ? one.name : one));
  return names.filter((name) => name !== null).join(', ');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isArticle(node: Node): boolean {
  return typesOf(node).some((type) => ARTICLE_TYPE.test(type));
}

function typesOf(node: Node): string[] {
  return [node['@type']].flat().filter((type) => typeof type === 'string');
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
