/** Simulation/PostProduction: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, givenItems } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { callAsOtherCustomer, callAsReader } from '../support/other-callers.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const name = 'Simulation/PostProduction';
const example = {
  Warehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  ItemNo: 'SET',
  Quantity: 4,
  Components: [
    { ItemNo: 'WINE-1', QuantityPerSet: 2 },
    { ItemNo: 'WINE-2', QuantityPerSet: 1 },
  ],
};

async function winery() {
  const { db } = server.environment;
  const opened = await openWinery(server);
  await givenItems(db, opened.customerNo, [{ itemNo: 'SET' }]);
  await opened.arrive('WINE-2', 10);
  return {
    ...opened,
    produce: (parts: Json = {}) => opened.client.call(name, { ...example, ...parts }),
    onHand: async (itemNo: string) => (await balanceOf(db, opened.customerNo, itemNo))?.onHand ?? 0,
  };
}

test('200: components out, sets in, as one posting; who waits for the set is served', async () => {
  const { produce, onHand, created, order, customerNo, timeline } = await winery();
  const waiting = await created({ ItemsInfo: [{ ItemNo: 'SET', ItemQuantity: 3 }] });
  const answer = await produce();
  expect(answer.status).toBe(200);
  const reference = answer.body.TransactionReferenceNumber;
  expect([await onHand('WINE-1'), await onHand('WINE-2'), await onHand('SET')]).toEqual([92, 6, 4]);
  expect((await order(waiting)).status).toBe('RECEIVED');
  const moved = await server.environment.db.rows<Json>(
    'select item_no, quantity, type, reference from movements where customer_no = $1 and subject = $2 order by seq',
    [customerNo, reference],
  );
  const what = { type: 'Production Line', reference: 'PRODUCTION' };
  expect(moved).toEqual([
    { item_no: 'WINE-1', quantity: -8, ...what },
    { item_no: 'WINE-2', quantity: -4, ...what },
    { item_no: 'SET', quantity: 4, ...what },
  ]);
  expect(await timeline(reference)).toMatchObject([{ kind: 'inventory.produced', operation: name }]);
});

test('400: what is reserved is not used', async () => {
  const { produce, onHand, created } = await winery();
  await created({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 7 }] });
  expect(await produce()).toMatchObject({
    status: 400,
    body: {
      Errors: [
        {
          Field: 'Components[1].QuantityPerSet',
          Code: 'InsufficientStock',
          Message: 'needs 4 of WINE-2, but only 3 are available in GOOD-NO-TX at APC01',
        },
      ],
    },
  });
  expect([await onHand('WINE-1'), await onHand('SET')]).toEqual([100, 0]);
});

test.each([
  [
    'the set among its components',
    { Components: [{ ItemNo: 'SET', QuantityPerSet: 1 }] },
    'Components[0].ItemNo',
    'OwnComponent',
  ],
  [
    'a component twice',
    {
      Components: [
        { ItemNo: 'WINE-1', QuantityPerSet: 1 },
        { ItemNo: 'WINE-1', QuantityPerSet: 1 },
      ],
    },
    'Components[1].ItemNo',
    'DuplicateItem',
  ],
  ['an unknown set', { ItemNo: 'NO-SUCH' }, 'ItemNo', 'UnknownItem'],
  [
    'a virtual component',
    { Components: [{ ItemNo: 'FEE', QuantityPerSet: 1 }] },
    'Components[0].ItemNo',
    'ItemNotStored',
  ],
  [
    'more than can be counted',
    { Quantity: 1_000_000, Components: [{ ItemNo: 'WINE-1', QuantityPerSet: 1_000_000 }] },
    'Components[0].QuantityPerSet',
    'TooMany',
  ],
  ['no components', { Components: [] }, 'Components', 'MinItems'],
  ['no sets', { Quantity: 0 }, 'Quantity', 'Minimum'],
])('400: %s', async (_, parts, Field, Code) => {
  const { produce } = await winery();
  expect(await produce(parts)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
});

test('401: wrong credentials', async () => {
  expect((await callAsOtherCustomer(server, name, example)).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  expect(await callAsReader(server, name, example)).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
