import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIBRARIES } from './exports.ts';

/** The functions of the libraries that the work calls, as `text/words.ts toWords`. Counted by V8 itself. */
export async function calledFunctions(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(
      ({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(LIBRARIES),
    );
    return new Set(
      own.flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName }) => `${relative(LIBRARIES, fileURLToPath(url))} ${functionName}`),
      ),
    );
  } finally {
    session.disconnect();
  }
}
