import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '../src/observe/metrics.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Every metric; prom-client's types do not say that they have their labels. */
const metrics = createMetrics().registry.getMetricsAsArray() as unknown as readonly {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}[];

/** The names that a Prometheus query may use. */
const series = new Set(
  metrics.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

type Query = { readonly expr?: string; readonly query?: string };

/** Every query of the dashboard, at any depth. */
function queriesOf(dashboard: unknown): readonly string[] {
  const found: string[] = [];
  JSON.stringify(dashboard, (_key, value: Query) => {
    if (typeof value?.expr === 'string') found.push(value.expr);
    if (typeof value?.query === 'string' && value.query.includes('(')) found.push(value.query);
    return value;
  });
  return found;
}

test('the dashboard uses only existing metrics and labels', () => {
  const queries = queriesOf(JSON.parse(read('deploy/grafana/sayso.json')));
  assert.ok(queries.length > 30);
  const labels = new Set(metrics.flatMap((metric) => metric.labelNames));
  for (const query of queries) {
    const names = query.match(/\b(?:sayso|http|gen_ai_client|nodejs|v8js|process)_\w+/g) ?? [];
    const isLabel = (name: string) => labels.has(name);
    const unknown = names.filter((name) => !series.has(name) && !isLabel(name));
    assert.deepEqual(unknown, [], query);
    const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
    assert.deepEqual(
      grouped.filter((label) => label !== 'le' && !labels.has(label)),
      [],
      query,
    );
  }
});

test('the dashboard shows every metric except those of the build and the start', () => {
  const queries = queriesOf(JSON.parse(read('deploy/grafana/sayso.json'))).join('\n');
  const missing = metrics.map(({ name }) => name).filter((name) => !queries.includes(name));
  assert.deepEqual(missing, []);
});

test('the page for operators names every metric with its labels', () => {
  const page = read('docs/operate.md');
  const missing = metrics.filter(
    ({ name, labelNames }) =>
      !page
        .split('\n')
        .some(
          (line) =>
            line.includes(`\`${name}\``) && labelNames.every((label) => line.includes(`\`${label}\``)),
        ),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
});

test('the alerts use only existing metrics and labels', () => {
  const [, table = ''] = /^\| condition \| meaning \|$([\s\S]*?)^$/m.exec(read('docs/operate.md')) ?? [];
  const queries = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, query = '']) => query);
  assert.ok(queries.length >= 5);
  const known = new Set([...series, ...metrics.flatMap((metric) => metric.labelNames)]);
  const named = queries.flatMap((query) => [
    ...(query.match(/\b(?:sayso|process)_\w+/g) ?? []),
    ...[...query.matchAll(/(\w+)="|by \((\w+)\)/g)].map(([, label, grouped]) => label ?? grouped ?? ''),
  ]);
  assert.ok(named.length > queries.length);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});
