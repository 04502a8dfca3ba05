/** Receiving/Count: units and cases by hand, also in another condition. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { deleteUnusedPhotos } from '../../src/photos/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { takenPhoto, uploadPhoto } from '../support/photos.ts';
import { type Dock, openDock, receiptCount, receiptScan } from '../support/receiving.ts';
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

const opened = async () => (await at.open((await at.ordered()).reference)).Session as string;
const called = (body: object) => at.receiver.call('Receiving/Count', body);
const damaged = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED' };

test('200 units and cases add up, once by their id', async () => {
  const Session = await opened();
  const { db } = server.environment;
  await db.rows("update skus set bottles_per_case = 12 where customer_no = $1 and item_no = 'PIN'", [
    at.winery.customerNo,
  ]);
  const cases = { Session, ItemNo: 'PIN', Cases: 2, ScanId: uuidv7() };
  await at.receive('Count', cases);
  expect(await at.receive('Count', cases)).toMatchObject({ Units: 24 });
  expect(await at.receive('Count', receiptCount(Session, 'PIN', 5))).toMatchObject({ Units: 29, Verdict: 'right' });
});

test('200 units that were counted as good move to another condition, as many as there are', async () => {
  const Session = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 2));
  const moved = { ...receiptCount(Session, 'PIN', 3), ...damaged, WereCounted: true };
  expect(await at.receive('Count', moved)).toMatchObject({ Verdict: 'wrong', Units: 2, Issues: [] });
  const two = { ...moved, Units: 2, ScanId: uuidv7() };
  expect(await at.receive('Count', two)).toMatchObject({
    Verdict: 'right',
    Units: 2,
    Counts: [],
    Issues: [{ Units: 2 }],
  });
});

test('200 a bin is of what departs: one sent with what arrives hides no counted units from the report of their damage', async () => {
  const Session = await opened();
  const counted = await at.receive('Count', { ...receiptCount(Session, 'PIN', 3), Location: 'A-01-01' });
  expect(counted.Units).toBe(3);
  await at.receive('Scan', { ...receiptScan(Session, 'PIN'), Location: 'A-01-01' });
  const move = { ...damaged, WereCounted: true };
  const broken = await at.receive('Count', { ...receiptCount(Session, 'PIN', 3), ...move });
  expect(broken).toMatchObject({ Verdict: 'right', Counts: [{ Units: 1 }], Issues: [{ Units: 3 }] });
  expect(await at.receive('Count', { ...receiptCount(Session, 'PIN', 3), ...move })).toMatchObject({
    Verdict: 'wrong',
  });
  await at.receive('Undo', { Session, ScanId: uuidv7() });
  expect((await at.receive('Undo', { Session, ScanId: uuidv7() })).Counts).toEqual([
    { ItemNo: 'PIN', Lot: '', Units: 3 },
  ]);
});

test('200 damaged units are those of the lot that has them, also when they were counted before a lot was named', async () => {
  const Session = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 3));
  const move = (Units: number, Lot: string) =>
    at.receive('Count', { ...receiptCount(Session, 'PIN', Units), ...damaged, Lot, WereCounted: true });
  expect(await move(2, 'L2')).toMatchObject({
    Verdict: 'right',
    Counts: [{ Lot: '', Units: 1 }],
    Issues: [{ Lot: '', Units: 2 }],
  });
  const undone = await at.receive('Undo', { Session, ScanId: uuidv7() });
  expect(undone).toMatchObject({ Counts: [{ Lot: '', Units: 3 }], Issues: [] });
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 4), Lot: 'L2' });
  expect(await move(2, 'L2')).toMatchObject({ Issues: [{ Lot: 'L2', Units: 2 }] });
  // Of which lot two are is not known.
  expect(await move(2, 'L3')).toMatchObject({
    Verdict: 'wrong',
    Message: 'Of Pinot Noir, 3 without a lot and 2 of lot L2 are counted as good, and lot L3 is set.',
  });
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 1), Lot: 'L3' });
  // The lot that is set has one, so the second one cannot be of another without a word.
  expect(await move(2, 'L3')).toMatchObject({ Verdict: 'wrong', Issues: [{ Lot: 'L2', Units: 2 }] });
  expect(await move(3, 'L4')).toMatchObject({
    Message: expect.stringMatching(/^3 × .*, without a lot[.]$/),
    Issues: [{ Lot: 'L2' }, { Lot: '', Units: 3 }],
  });
});

test('400 an item that the order does not have, no quantity, or a status or reason that is none', async () => {
  const Session = await opened();
  await server.environment.db.rows(
    "update skus set bottles_per_case = null where customer_no = $1 and item_no = 'CAB'",
    [at.winery.customerNo],
  );
  const fields = async (body: object) => {
    const { status, body: reply } = await called(body);
    return [status, reply.Errors.map(({ Field }: { Field: string }) => Field)];
  };
  expect(await fields(receiptCount(Session, 'ZIN', 1))).toEqual([400, ['ItemNo']]);
  expect(await fields({ Session, ItemNo: 'PIN', ScanId: uuidv7() })).toEqual([400, ['Units']]);
  expect(await fields({ Session, ItemNo: 'CAB', Cases: 1, ScanId: uuidv7() })).toEqual([400, ['Cases']]);
  await server.environment.db.rows(
    "update skus set bottles_per_case = 100000 where customer_no = $1 and item_no = 'CAB'",
    [at.winery.customerNo],
  );
  expect(await fields({ Session, ItemNo: 'CAB', Cases: 100_000, ScanId: uuidv7() })).toEqual([400, ['Cases']]);
  const wrong = { InventoryStatusCode: 'NOPE', ReasonCode: 'PRODUCTION' };
  expect(await fields({ ...receiptCount(Session, 'PIN', 1), ...wrong })).toEqual([
    400,
    ['InventoryStatusCode', 'ReasonCode'],
  ]);
  expect(await fields({ ...receiptCount(Session, 'PIN', 1), InventoryStatusCode: 'DMGD-NO-TX' })).toEqual([
    400,
    ['ReasonCode'],
  ]);
  // FOUND only adds stock.
  const found = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'FOUND' };
  expect(await fields({ ...receiptCount(Session, 'PIN', 1), ...found })).toEqual([400, ['ReasonCode']]);
  for (const condition of [{ ReasonCode: 'DAMAGED' }, { WereCounted: true }])
    expect(await fields({ ...receiptCount(Session, 'PIN', 1), ...condition })).toEqual([400, ['InventoryStatusCode']]);
});

test('403 once the receipt is finished', async () => {
  const Session = await opened();
  await at.receive('Count', receiptCount(Session, 'PIN', 24));
  await at.receive('Finish', { Session, Confirm: true });
  expect((await called(receiptCount(Session, 'PIN', 1))).status).toBe(403);
});

test('404 for a receipt that is not there', async () => {
  expect((await called(receiptCount(`${at.winery.customerNo}.${uuidv7()}.1`, 'PIN', 1))).status).toBe(404);
});

test('200 photos of damaged units are shown with them, once, and are lost with an undo', async () => {
  const { reference, orderId } = await at.ordered();
  const { Session } = await at.open(reference);
  const { customerNo } = at.winery;
  const photos = [await takenPhoto(server, at.receiver, customerNo), await takenPhoto(server, at.receiver, customerNo)];
  const issue = { ...receiptCount(Session, 'PIN', 1), ...damaged, Photos: photos };
  for (const reply of [await at.receive('Count', issue), await at.receive('Count', issue)])
    expect(reply).toMatchObject({ Issues: [{ Photos: photos }], Photos: [], Units: 1 });
  const { body } = await called({ ...issue, ScanId: uuidv7() });
  expect(body.Errors).toMatchObject([
    { Field: 'Photos[0]', Code: 'UnknownPhoto' },
    { Field: 'Photos[1]', Code: 'UnknownPhoto' },
  ]);
  expect((await called({ ...receiptCount(Session, 'PIN', 1), Photos: photos })).status).toBe(400);
  expect(await at.receive('Undo', { Session, ScanId: uuidv7() })).toMatchObject({ Issues: [] });
  const again = { ...issue, ScanId: uuidv7() };
  expect(await at.receive('Count', again)).toMatchObject({ Issues: [{ Photos: photos }] });
  await at.receive('Finish', { Session, Confirm: true });
  const order = { CustomerNo: customerNo, TransactionReferenceNumber: orderId };
  const shown = { ItemNo: 'PIN', InventoryStatus: 'DMGD-NO-TX' };
  expect((await at.service.call('PurchaseOrders/Get', order)).body.Receipts).toMatchObject([
    { Photos: photos.map((Photo) => ({ Photo, ...shown })) },
  ]);
});

test('200 photos that an undo detached can be used for a week, however long ago they were uploaded', async () => {
  const { environment } = server;
  const { customerNo } = at.winery;
  const Session = await opened();
  const [photo, unused] = [
    await takenPhoto(server, at.receiver, customerNo),
    await takenPhoto(server, at.receiver, customerNo),
  ];
  const issue = { ...receiptCount(Session, 'PIN', 1), ...damaged, Photos: [photo] };
  await at.receive('Count', issue);
  const setBack = (days: number) =>
    environment.db.rows('update photos set uploaded_at = now() - make_interval(days => $2) where customer_no = $1', [
      customerNo,
      days,
    ]);
  await setBack(8);
  await at.receive('Undo', { Session, ScanId: uuidv7() });
  expect(await deleteUnusedPhotos(environment)).toBe(1);
  expect((await called({ ...issue, ScanId: uuidv7(), Photos: [unused] })).body.Errors).toMatchObject([
    { Field: 'Photos[0]', Code: 'UnknownPhoto' },
  ]);
  expect(await at.receive('Count', { ...issue, ScanId: uuidv7() })).toMatchObject({ Issues: [{ Photos: [photo] }] });
  await at.receive('Undo', { Session, ScanId: uuidv7() });
  await setBack(8);
  expect(await deleteUnusedPhotos(environment)).toBe(1);
});

test('400 for a photo that was uploaded at another warehouse', async () => {
  const Session = await opened();
  const { customerNo } = at.winery;
  const { status, photo } = await uploadPhoto(server, at.lead, { customerNo, warehouse: 'TWL01' });
  const issue = { ...receiptCount(Session, 'PIN', 1), ...damaged, Photos: [photo] };
  const unknown = { status: 400, body: { Errors: [{ Field: 'Photos[0]', Code: 'UnknownPhoto' }] } };
  expect([status, await called(issue)]).toMatchObject([200, unknown]);
});
