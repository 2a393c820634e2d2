import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { loadSettings } from '../src/config/load.ts';
import { metricTable } from '../src/observe/metric-table.ts';

type Fields = { readonly [key: string]: unknown };

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documentsOf = (path: string): readonly Fields[] =>
  parseAllDocuments(read(path)).map((document) => {
    assert.deepEqual(document.errors, [], path);
    return document.toJS();
  });
const manifests = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap(documentsOf);
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
/** Everything that stands under `key`, however deep. */
function under(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...under(inner, key),
  ]);
}

test('compose publishes on this machine alone', () => {
  const [compose = {}] = documentsOf('compose.yaml');
  const published = under(compose, 'ports').flat();
  assert.deepEqual(published, ['127.0.0.1:3000:3000']);
});

test('compose and the manifests give settings that the service takes', () => {
  const [compose = {}] = documentsOf('compose.yaml');
  const [service] = under(compose, 'sayso');
  const [environment = {}] = under(service, 'environment');
  loadSettings(environment as Record<string, string>);
  const config = ofKind('ConfigMap').find(({ data }) => data !== undefined);
  loadSettings({ ...(config?.data as Record<string, string>), MODEL_API_KEY: 'x' });
});

test('every container of ours runs without root, without writing and with limits', () => {
  for (const name of ['sayso', 'valkey']) {
    const [deployment] = ofKind('Deployment').filter((manifest) => under(manifest, 'name').includes(name));
    assert.deepEqual(under(deployment, 'readOnlyRootFilesystem'), [true], name);
    assert.deepEqual(under(deployment, 'runAsNonRoot'), [true], name);
    assert.deepEqual(under(deployment, 'drop'), [['ALL']], name);
    assert.equal(under(deployment, 'limits').length, 1, name);
  }
  assert.match(read('Dockerfile'), /^USER 10001:10001$/m);
});

test('the autoscaler watches metrics that the service has', () => {
  const names = new Set<string>(Object.values(metricTable).map(({ name }) => name));
  const watched = under(ofKind('HorizontalPodAutoscaler')[0], 'metric').map(
    (metric) => under(metric, 'name')[0],
  );
  assert.ok(watched.length > 0);
  for (const name of watched) assert.ok(names.has(String(name)), String(name));
});

test('the way out leads to no private network but the parts beside it', () => {
  const policy = ofKind('NetworkPolicy').find((manifest) => under(manifest, 'name').includes('sayso'));
  const closed = under(policy, 'except').flat();
  for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'])
    assert.ok(closed.includes(range), range);
});

test('SearXNG is told the same by compose and in a cluster', () => {
  assert.equal(read('deploy/kubernetes/settings.yml'), read('deploy/searxng/settings.yml'));
  assert.match(read('deploy/searxng/settings.yml'), /formats: \[html, json\]/);
});
