import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspector } from './inspector.ts';

/** A function that ran, in the serving thread. */
export type Executed = { readonly file: string; readonly name: string; readonly calls: number };

type Coverage = {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
};

/**
 * The functions of `src` that run while `act` runs; module bodies, which run once at startup, are left out.
 */
export async function executedWhile(
  inspector: Inspector,
  { root, act }: { root: string; act: () => Promise<void> },
): Promise<readonly Executed[]> {
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await inspector.call('Profiler.takePreciseCoverage');
  await act();
  const { result } = await inspector.call('Profiler.takePreciseCoverage');
  await inspector.call('Profiler.stopPreciseCoverage');
  await inspector.call('Profiler.disable');
  return (result as readonly Coverage[]).flatMap((script) => executedIn(script, root));
}

function executedIn({ url, functions }: Coverage, root: string): readonly Executed[] {
  if (!url.startsWith('file:')) return [];
  const file = relative(root, fileURLToPath(url));
  if (!file.startsWith('src/')) return [];
  return functions
    .filter(({ ranges }) => ranges[0] !== undefined && ranges[0].count > 0 && ranges[0].startOffset > 0)
    .map(({ functionName, ranges }) => ({
      file,
      name: functionName === '' ? '(no name)' : functionName,
      calls: ranges[0]?.count ?? 0,
    }));
}
