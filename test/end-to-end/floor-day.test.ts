/** The example's day of a worked warehouse, with a few orders of the club run. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readClubRun } from '../../examples/club-run/samples.ts';
import { runFloorDay } from '../../examples/floor-day/run.ts';
import { wineryOperations } from '../../src/api/operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { addOperator } from '../support/operator.ts';
import { openTestServer } from '../support/server.ts';

const run = readClubRun();
/** Of two carriers, held, of a third carrier weeks later, refused, and in cases. On the second day only two. */
const days = [
  [0, 4, 926, 943, 964, 970],
  [1, 2],
];

/** Calls of the operator interface and of the winery's, in their order. */
const operatorCalls: string[] = [];
const wineryCalls: string[] = [];
const realFetch = globalThis.fetch;
beforeAll(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const [, base = '', operation = ''] = /^(.*)\/api\/(.+)$/.exec(pathname) ?? [];
    (base === '/test/operator/v1' ? operatorCalls : wineryCalls).push(operation);
    return await realFetch(input, init);
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

it('a club run goes through the floor twice, and everything adds up', async () => {
  const server = await openTestServer();
  try {
    const admin = { email: 'admin@demo.example', password: 'a password of the test' };
    await addOperator(server.environment, 'admin', admin);
    for (const [day, indices] of days.entries()) {
      const orders = indices.flatMap((index) => run.orders[index] ?? []);
      const { report, faults } = await runFloorDay(
        { ...admin, url: server.url, warehouse: 'FLOOR01', run: { ...run, orders } },
        () => undefined,
      );
      expect([day, faults]).toEqual([day, []]);
      expect(report).toMatch(/Everything adds up\.$/);
    }
    await expectLedgerConsistent(server.environment.db);
  } finally {
    await server.close();
  }
}, 300_000);

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

it('the day of docs/operating.md is the day that was played: its steps, in their order, by pages that there are', async () => {
  const guide = await read('docs/operating.md');
  const day = guide.split('### A whole day at a worked warehouse\n')[1]?.split('\n### ')[0] ?? '';
  const steps = [...day.matchAll(/^\d+\. \*\*([^*]+)\*\* \(`g` `(.)`\): (.+)$/gm)].map(
    ([, page, letter, text = '']) => ({
      page,
      letter,
      operations: [...text.matchAll(/`([A-Z]\w+\/[A-Z]\w+)`/g)].map(([, operation = '']) => operation),
    }),
  );
  expect(steps).toHaveLength(7);
  const navigation = await read('portal/shell/navigation.ts');
  for (const { page, letter } of steps)
    expect(navigation).toMatch(new RegExp(`label: '${page}',[^}]*letter: '${letter}'`));
  const documented = steps.flatMap(({ operations }) => operations);
  expect(documented.filter((operation) => !operatorCalls.includes(operation))).toEqual([]);
  const begins = steps.map(({ operations: [first = ''] }) => operatorCalls.indexOf(first));
  // Boxes are staged as they are packed.
  expect(begins).toEqual([...begins].sort((a, b) => a - b));
  // What the warehouse does is in the guide, and the winery does only what is a winery's.
  const preparing = ['Bins/ListUnplaced', 'Floor/ReleasePreview', 'Picking/Open'];
  const played = new Set(
    operatorCalls.filter((operation) => /^(Receiving|Bins|Floor|Picking|Returns)\//.test(operation)),
  );
  expect([...played].filter((operation) => !documented.includes(operation) && !preparing.includes(operation))).toEqual(
    [],
  );
  expect(
    operatorCalls.filter((operation) => operation.startsWith('Simulation/') && operation !== 'Simulation/AdvanceClock'),
  ).toEqual([]);
  const wines =
    /^(SKU\/CreateSKU|InventoryMovement\/CreatePurchaseOrder|SalesOrder\/\w+|Tracking\/Get\w+|Inventory\/Get\w+|Authentication\/GetAccessToken)$/;
  expect(wineryCalls.filter((operation) => !wines.test(operation))).toEqual([]);
});

it('the guide names what people do in place of each simulated operation', async () => {
  const guide = await read('docs/operating.md');
  const listed = guide.split('| Simulation | in the portal')[1]?.split('\n\n')[0] ?? '';
  const simulated = wineryOperations.flatMap(({ path }) => /^\/api\/Simulation\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(simulated.filter((name) => !new RegExp(`\\b${name}\\b`).test(listed))).toEqual([]);
  const known = operatorOperations.map(({ path }) => path.replace('/api/', ''));
  const named = [...listed.matchAll(/`([A-Z]\w+\/[A-Z]\w+)`/g)].map(([, operation = '']) => operation);
  expect(named.filter((operation) => !known.includes(operation as never))).toEqual([]);
});
