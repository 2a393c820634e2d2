import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sayso-kubernetes-'));
after(() => rmSync(folder, { recursive: true }));

type Manifest = { readonly apiVersion: string; readonly kind: string };

/**
 * The folder of an API version's group in kubernetes-types, such as `networking/v1` for
 * `networking.k8s.io/v1`.
 */
function typesOf(apiVersion: string): string {
  const [group = '', version] = apiVersion.split('/');
  const path = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
  return join(root, 'node_modules/kubernetes-types', `${path}.d.ts`);
}

/**
 * A TypeScript file in which each manifest is a literal of its type, so that the compiler reports unknown and
 * missing fields.
 */
function asTypeScript(manifests: readonly Manifest[]): string {
  const checks = manifests.map((manifest) => {
    const type = `import(${JSON.stringify(typesOf(manifest.apiVersion))}).${manifest.kind}`;
    return `void (${JSON.stringify(manifest)} satisfies ${type});`;
  });
  return `${checks.join('\n')}\nexport {};\n`;
}

function compile(manifests: readonly Manifest[]): string {
  writeFileSync(join(folder, 'manifests.ts'), asTypeScript(manifests));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', 'manifests.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

/** Files for Kubernetes itself; the one for kustomize stays on the operator's machine. */
const manifests: readonly Manifest[] = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .flatMap((path) => parseAllDocuments(readFileSync(join(root, path), 'utf8')))
  .map((document) => document.toJS());

test("every manifest has the fields of Kubernetes' API and no others", () => {
  assert.ok(manifests.length > 10);
  assert.equal(compile(manifests), '');
});

test('a misspelled field of a manifest is found', () => {
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replica: 2 } };
  assert.match(compile([deployment]), /'"?replica"?' does not exist in type 'DeploymentSpec'/);
});
