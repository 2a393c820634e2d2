import { dirname } from 'node:path';
import type { SourceFile } from './tree.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Groups of files that import each other. */
export function circlesOfFiles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  return circlesIn(graphOf(files, (path) => path));
}

/** Groups of folders whose files import each other; a folder inside another one counts separately. */
export function circlesOfFolders(files: readonly SourceFile[]): readonly (readonly string[])[] {
  return circlesIn(graphOf(files, dirname));
}

function graphOf(files: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>(files.map(({ path }) => [nodeOf(path), new Set()]));
  for (const { path, imports } of files) {
    for (const target of imports) {
      const isKnown = graph.has(nodeOf(target));
      if (isKnown && nodeOf(target) !== nodeOf(path)) graph.get(nodeOf(path))?.add(nodeOf(target));
    }
  }
  return graph;
}

function circlesIn(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const done = new Set<string>();
  const circles: string[][] = [];
  for (const [node, targets] of reached) {
    if (done.has(node) || !targets.has(node)) continue;
    const circle = [...targets].filter((target) => reached.get(target)?.has(node) === true);
    for (const member of circle) done.add(member);
    circles.push(circle.sort());
  }
  return circles;
}

/** Every node that can be reached along the arrows; the start only if a path leads back to it. */
function reachedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
