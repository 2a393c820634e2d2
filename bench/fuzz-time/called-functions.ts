import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The functions of `src` and `packages` that the work calls, as `packages/text/words.ts toWords`. Counted by V8 itself. */
export async function calledFunctions(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => url.startsWith('file:') && isOwn(fileURLToPath(url)));
    return new Set(
      own.flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName }) => `${nameOf(fileURLToPath(url))} ${functionName}`),
      ),
    );
  } finally {
    session.disconnect();
  }
}

const isOwn = (path: string) => /^(?:src|packages)\//.test(relative(ROOT, path));
const nameOf = (path: string) => relative(ROOT, path).replace(/^src\//, '');
