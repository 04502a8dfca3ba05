/** Receiving/Finish: posts the counted units once, shows the difference only then, and allocates them to backorders. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { orderRequest } from '../support/orders.ts';
import { type Dock, dock, openDock, receiptCount, receiptScan } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const opened = async () => {
  const order = await at.ordered();
  return { ...order, ...(await at.open(order.reference)) };
};

const onHand = async (itemNo: string, status = 'GOOD-NO-TX') =>
  (await balanceOf(server.environment.db, at.winery.customerNo, itemNo, dock, status))?.onHand ?? 0;

test('200 a complete count is posted at once, and the order is RECEIVED; repeated, it posts nothing', async () => {
  const { Session, orderId } = await opened();
  const before = await onHand('PIN');
  await at.receive('Count', receiptCount(Session, 'PIN', 24));
  await at.receive('Count', receiptCount(Session, 'CAB', 12));
  const replies = await Promise.all(Array.from({ length: 3 }, () => at.receive('Finish', { Session })));
  for (const reply of replies) {
    expect(reply).toEqual(replies[0]);
    expect(reply).toMatchObject({ State: 'finished', Differences: [], Result: { OrderStatus: 'RECEIVED' } });
  }
  expect(await onHand('PIN')).toBe(before + 24);
  expect((await at.winery.order(orderId)).status).toBe('RECEIVED');
  const received = (await at.winery.timeline(orderId)).filter(({ kind }) => kind === 'purchase_order.received');
  expect(received).toMatchObject([{ data: { pallet: 1, status: 'RECEIVED' } }]);
});

test('200 a difference is shown first; too many need a reason, what is missing may still come', async () => {
  const { Session, orderId } = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 26));
  const shown = await at.receive('Finish', { Session });
  expect(shown).toMatchObject({
    State: 'open',
    Differences: [
      { ItemNo: 'PIN', Expected: 24, Counted: 26, Difference: 2 },
      { ItemNo: 'CAB', Expected: 12, Counted: 0, Difference: -12 },
    ],
  });
  expect((await at.winery.order(orderId)).status).toBe('RECEIVING');
  const bare = await at.receiver.call('Receiving/Finish', { Session, Confirm: true });
  expect([bare.status, bare.body.Errors[0].Field]).toEqual([400, 'Reasons']);
  const Reasons = [{ ItemNo: 'PIN', ReasonCode: 'FOUND', Note: 'Two loose bottles' }];
  expect(await at.receive('Finish', { Session, Confirm: true, Reasons })).toMatchObject({
    State: 'finished',
    Result: { OrderStatus: 'PARTIALLY RECEIVED' },
    Differences: [{ ItemNo: 'PIN', ReasonCode: 'FOUND', Note: 'Two loose bottles' }, { ItemNo: 'CAB' }],
  });
  // The rest is a receipt of its own.
  const rest = await at.open(orderId);
  await at.receive('Count', receiptCount(rest.Session, 'CAB', 12));
  expect(await at.receive('Finish', { Session: rest.Session })).toMatchObject({ Result: { OrderStatus: 'RECEIVED' } });
});

test('200 what is missing is shown to the last who counts, and not while others count', async () => {
  const { reference } = await at.ordered();
  const [first, last] = [await at.open(reference), await at.open(reference, at.other)];
  await at.receive('Count', receiptCount(first.Session, 'PIN', 24));
  expect(await at.receive('Finish', { Session: first.Session })).toMatchObject({ State: 'finished', Differences: [] });
  await at.other.call('Receiving/Count', receiptCount(last.Session, 'CAB', 6));
  const { body } = await at.other.call('Receiving/Finish', { Session: last.Session });
  expect(body).toMatchObject({ State: 'open', Differences: [{ ItemNo: 'CAB', Expected: 12, Difference: -6 }] });
  await at.other.call('Receiving/Finish', { Session: last.Session, Confirm: true });
});

test('200 damaged units go into their status, by the reason of the person', async () => {
  const { Session } = await opened();
  const [good, damaged] = [await onHand('PIN'), await onHand('PIN', 'DMGD-NO-TX')];
  await at.receive('Count', receiptCount(Session, 'PIN', 24));
  await at.receive('Count', receiptCount(Session, 'CAB', 12));
  const issue = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', Note: 'Wet case', WereCounted: true };
  const counted = await at.receive('Count', { ...receiptCount(Session, 'PIN', 3), ...issue });
  expect(counted).toMatchObject({
    Units: 36,
    Counts: [{ Units: 21 }, { Units: 12 }],
    Issues: [{ ItemNo: 'PIN', Units: 3, ReasonCode: 'DAMAGED', Note: 'Wet case', Photos: [] }],
  });
  await at.receive('Finish', { Session });
  expect([await onHand('PIN'), await onHand('PIN', 'DMGD-NO-TX')]).toEqual([good + 21, damaged + 3]);
});

test('200 what was counted goes to waiting orders at once', async () => {
  const { customerNo, client } = at.winery;
  const order = orderRequest({
    ShipmentInfo: { ServiceWarehouseLocation: dock },
    ItemsInfo: [{ ItemNo: 'ZIN', ItemQuantity: 6 }],
  });
  const { status } = await client.call('SalesOrder/CreateSalesOrder', order);
  const reserved = async () => (await balanceOf(server.environment.db, customerNo, 'ZIN', dock))?.reserved ?? 0;
  expect(await reserved()).toBe(0);
  await at.winery.created({ CustomerReferenceNo: 'ZIN-1' }, [{ ItemNo: 'ZIN', ItemQuantity: 12 }]);
  const { Session } = await at.open('ZIN-1');
  await at.receive('Count', receiptCount(Session, 'ZIN', 12));
  await at.receive('Finish', { Session });
  expect([status, await reserved()]).toEqual([200, 6]);
});

test('200 two receivers on one order never count twice, however their steps interleave', async () => {
  const steps = fc.array(
    fc.record({
      who: fc.constantFrom(0, 1),
      item: fc.constantFrom('PIN', 'CAB'),
      units: fc.integer({ min: 1, max: 12 }),
      repeats: fc.integer({ min: 1, max: 3 }),
      undo: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const order = await at.ordered();
      const people: readonly OperatorClient[] = [at.receiver, at.other];
      const receipts = [await at.open(order.reference, at.receiver), await at.open(order.reference, at.other)];
      const counted = [new Map<string, number>(), new Map<string, number>()];
      await Promise.all(
        people.map(async (person, nth) => {
          const { Session } = receipts[nth];
          for (const { item, units, repeats, undo } of taken.filter(({ who }) => who === nth)) {
            const count = receiptCount(Session, item, units);
            const sent = Array.from({ length: repeats }, () => person.call('Receiving/Count', count));
            for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
            const back = { Session, ScanId: uuidv7() };
            if (undo) for (let n = 0; n < repeats; n += 1) await person.call('Receiving/Undo', back);
            else counted[nth]?.set(item, (counted[nth].get(item) ?? 0) + units);
          }
        }),
      );
      const finishes = people.map(async (person, nth) => {
        const { Session, CustomerNo, Receipt } = receipts[nth];
        if (counted[nth]?.size === 0)
          return await person.call('Receiving/Discard', { CustomerNo, Receipt, Reason: 'Empty' });
        const Reasons = ['PIN', 'CAB'].map((ItemNo) => ({ ItemNo, ReasonCode: 'CORRECTION' }));
        const ending = { Session, Confirm: true, Reasons };
        const ended = await Promise.all([
          person.call('Receiving/Finish', ending),
          person.call('Receiving/Finish', ending),
        ]);
        return ended[0];
      });
      for (const { status, body } of await Promise.all(finishes))
        expect([status, body.Reason]).toEqual([200, undefined]);
      const rows = await server.environment.db.rows<{ item_no: string; units: number }>(
        'select item_no, sum(quantity)::int as units from movements where customer_no = $1 and subject = $2 group by 1',
        [at.winery.customerNo, order.orderId],
      );
      const posted = Object.fromEntries(rows.map(({ item_no: item, units }) => [item, units]));
      const wanted: Record<string, number> = {};
      for (const each of counted) for (const [item, units] of each) wanted[item] = (wanted[item] ?? 0) + units;
      expect(posted).toEqual(wanted);
      expect((await at.winery.order(order.orderId)).receivers).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test('200 while others count, only too many differs, and the order stays RECEIVING', async () => {
  const { reference, orderId } = await at.ordered();
  const [mine, theirs] = [await at.open(reference), await at.open(reference, at.other)];
  await at.receive('Count', receiptCount(mine.Session, 'PIN', 25));
  expect(await at.receive('Finish', { Session: mine.Session })).toMatchObject({
    State: 'open',
    Differences: [{ ItemNo: 'PIN', Expected: 24, Counted: 25, Difference: 1 }],
  });
  await at.receive('Undo', { Session: mine.Session, ScanId: uuidv7() });
  await at.receive('Count', receiptCount(mine.Session, 'PIN', 24));
  expect(await at.receive('Finish', { Session: mine.Session })).toMatchObject({ Result: { OrderStatus: 'RECEIVING' } });
  await at.other.call('Receiving/Count', receiptCount(theirs.Session, 'CAB', 12));
  const { body } = await at.other.call('Receiving/Finish', { Session: theirs.Session });
  expect(body).toMatchObject({ State: 'finished', Result: { OrderStatus: 'RECEIVED' } });
  expect((await at.winery.order(orderId)).status).toBe('RECEIVED');
});

test('200 what is expected is never said without being recorded: too many, confirmed blindly, are shown first', async () => {
  const { Session, orderId } = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 30));
  expect(await at.receive('Finish', { Session, Confirm: true })).toMatchObject({
    State: 'open',
    Differences: [{ ItemNo: 'PIN', Expected: 24, Counted: 30 }, { ItemNo: 'CAB' }],
  });
  await at.receive('Undo', { Session, ScanId: uuidv7() });
  await at.receive('Count', receiptCount(Session, 'PIN', 24));
  await at.receive('Finish', { Session, Confirm: true });
  expect((await at.winery.timeline(orderId)).at(-1)).toMatchObject({ data: { wasShownDifferences: true } });
});

test('400 a reason that is none of adjustments', async () => {
  const { Session } = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 30));
  await at.receive('Finish', { Session });
  const Reasons = [{ ItemNo: 'PIN', ReasonCode: 'LOST' }];
  const { status, body } = await at.receiver.call('Receiving/Finish', { Session, Confirm: true, Reasons });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Reasons[0].ReasonCode']);
});

test('403 nothing is counted', async () => {
  const { Session } = await opened();
  expect((await at.receiver.call('Receiving/Finish', { Session })).status).toBe(403);
});

test('403 when a status that units were counted into was removed', async () => {
  const admin = await signedIn(server, 'admin');
  const key = { CustomerNo: at.winery.customerNo, InventoryStatus: 'GOOD-EV-TX' };
  await admin.call('Statuses/Set', { ...key, Description: 'For events' });
  const { Session } = await opened();
  const wet = { InventoryStatusCode: 'GOOD-EV-TX', ReasonCode: 'DAMAGED' };
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 24), ...wet });
  expect((await admin.call('Statuses/Remove', key)).status).toBe(200);
  const { status, body } = await at.receiver.call('Receiving/Finish', { Session, Confirm: true });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining('GOOD-EV-TX')]);
  await at.receive('Undo', { Session, ScanId: uuidv7() });
  await at.receive('Count', receiptCount(Session, 'PIN', 24));
  await at.receive('Finish', { Session, Confirm: true });
});

test('404 for a receipt that is not there', async () => {
  const Session = `${at.winery.customerNo}.${uuidv7()}.1`;
  expect((await at.receiver.call('Receiving/Finish', { Session })).status).toBe(404);
  expect((await at.receiver.call('Receiving/Scan', receiptScan(Session, 'PIN'))).status).toBe(404);
});
