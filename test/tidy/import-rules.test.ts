/**
 * Rules of .dependency-cruiser.cjs refuse what they are for: a small project is made that breaks each of them once, of the
 * rules that are alike a few, beside one that breaks none. Without this, a rule with a wrong pattern would hold for ever.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const config = path.join(root, '.dependency-cruiser.cjs');

/** A file of the small project, and what it imports wrongly. */
const wrong: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['lib-imports-only-what-is-below', 'src/lib/dates.ts', '../platform/errors.ts'],
  ['drawing-imports-only-what-is-below', 'src/drawing/sheet.ts', '../platform/log.ts'],
  ['platform-imports-only-what-is-below', 'src/platform/errors.ts', '../contract/fields.ts'],
  ['contract-imports-only-what-is-below', 'src/contract/fields.ts', '../skus/index.ts'],
  ['skus-imports-only-slices-below', 'src/skus/create-skus.ts', '../inventory/index.ts'],
  ['sales-orders-imports-only-slices-below', 'src/sales-orders/create.ts', '../warehouse/index.ts'],
  ['carriers-imports-only-slices-below', 'src/carriers/sandbox.ts', '../sales-orders/index.ts'],
  ['documents-imports-only-slices-below', 'src/documents/changes.ts', '../sales-orders/index.ts'],
  ['warehouse-imports-only-slices-below', 'src/warehouse/fulfillment.ts', '../compose.ts'],
  ['no-cycles', 'src/inventory/balances.ts', './ledger.ts'],
  ['slices-only-through-index', 'src/sales-orders/order-store.ts', '../skus/create-skus.ts'],
  ['top-only-through-index', 'src/compose.ts', './skus/create-skus.ts'],
  ['operations-list-imports-operations', 'src/api/operations.ts', '../skus/index.ts'],
  ['api-below-compose', 'src/api/server.ts', '../compose.ts'],
  ['compose-below-commands', 'src/compose.ts', './commands/serve.ts'],
  ['pure-files-do-no-io', 'src/sales-orders/order.ts', '../platform/log.ts'],
  ['nobody-imports-webhooks', 'src/tracking/index.ts', '../webhooks/index.ts'],
  ['carriers-without-database', 'src/carriers/transit.ts', '../platform/db/db.ts'],
  ['database-driver-only-in-platform', 'src/inventory/balances.ts', 'pg'],
  ['http-framework-only-in-platform-and-api', 'src/skus/sku-store.ts', 'fastify'],
  ['source-without-tests', 'src/platform/log.ts', '../../test/support.ts'],
  ['source-without-development-packages', 'src/platform/clock.ts', 'vitest'],
  ['server-without-portal', 'src/portal/build.ts', '../../portal/main.tsx'],
  ['every-import-exists', 'src/main.ts', './missing.ts'],
];

/** What the wrong imports need to be there, and imports that are in order. */
const right: Readonly<Record<string, readonly string[]>> = {
  'src/platform/db/db.ts': ['pg', '../../lib/uuid.ts'],
  'src/lib/uuid.ts': [],
  'src/contract/address.ts': ['../platform/errors.ts'],
  'src/skus/index.ts': ['../platform/db/db.ts'],
  'src/skus/operations/create-sku.ts': ['../../contract/address.ts'],
  'src/inventory/index.ts': ['../skus/index.ts'],
  'src/inventory/ledger.ts': ['./balances.ts'],
  'src/sales-orders/index.ts': ['../inventory/index.ts'],
  'src/sales-orders/draft.ts': ['../platform/errors.ts'],
  'src/warehouse/index.ts': ['../sales-orders/index.ts'],
  'src/webhooks/index.ts': ['../platform/log.ts'],
  'src/commands/serve.ts': ['../warehouse/index.ts'],
  'portal/main.tsx': [],
  'test/support.ts': [],
};

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string | readonly string[] };
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

let folder: string;
let violations: readonly Violation[];
let declared: readonly Rule[];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-imports-'));
  const imports = new Map<string, string[]>(Object.entries(right).map(([file, list]) => [file, [...list]]));
  for (const [, file, imported] of wrong) imports.set(file, [...(imports.get(file) ?? []), imported]);
  for (const [file, list] of imports) {
    write(
      file,
      list.map((imported, i) => `import type * as i${i} from '${imported}';\nexport type T${i} = typeof i${i};\n`),
    );
  }
  write('package.json', [
    JSON.stringify({ type: 'module', dependencies: { pg: '1', fastify: '1' }, devDependencies: { vitest: '1' } }),
  ]);
  for (const name of ['pg', 'fastify', 'vitest']) {
    write(`node_modules/${name}/package.json`, [JSON.stringify({ name, version: '1.0.0', main: 'index.js' })]);
    write(`node_modules/${name}/index.js`, ['']);
  }
  const command = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const run = spawnSync(process.execPath, [command, 'src', '--config', config, '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (!run.stdout.startsWith('{')) throw new Error(`dependency-cruiser did not run:\n${run.stdout}\n${run.stderr}`);
  violations = (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations;
  const rules = createRequire(import.meta.url)(config) as { forbidden: readonly Rule[] };
  declared = rules.forbidden;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(wrong)('%s refuses that %s imports %s', (rule, file) => {
  expect(violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name)).toContain(
    rule,
  );
});

test('what is in order is not refused', () => {
  const faulty = new Set(wrong.map(([, file]) => file));
  const others = violations.filter(({ from }) => !faulty.has(from));
  expect(others.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
});

/** The rules of slices that are alike are shown by a few of them. */
test('every rule has its example', () => {
  const shown = new Set(wrong.map(([rule]) => rule));
  const alike =
    /^(auth|photos|administration|order-index|locations|floor|receiving|bins|return-station|operators|operator-settings|inventory|addresses|purchase-orders|transfer-orders|returns|shipping-labels|tracking|events|simulation|webhooks|portal)-imports-only-slices-below$/;
  expect(declared.map(({ name }) => name).filter((name) => !shown.has(name) && !alike.test(name))).toEqual([]);
});

/** Without this, a renamed file would no longer be checked, and no other test would fail. */
test('the pure files that are named one by one exist', () => {
  const patterns = [declared.find(({ name }) => name === 'pure-files-do-no-io')?.from.path ?? []].flat();
  const named = patterns.filter((pattern) => pattern.endsWith('[.]ts$')).flatMap(expandAlternatives);
  const files = named.map((pattern) => pattern.replace('^', '').replace('[.]ts$', '.ts'));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

/** `a(b|c(d|e))` as `ab`, `acd`, `ace`: the innermost group first. */
function expandAlternatives(pattern: string): string[] {
  const group = /\(([^()]*)\)/.exec(pattern);
  if (group === null) return [pattern];
  const [whole, alternatives = ''] = group;
  return alternatives.split('|').flatMap((one) => expandAlternatives(pattern.replace(whole, one)));
}

function write(file: string, lines: readonly string[]): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${lines.join('')}\n`);
}
