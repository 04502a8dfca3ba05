/** A batch has items of several customers: each changes only returns of its own. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import {
  announceReturns,
  applyReturnDispositions,
  cancelReturns,
  inspectReturns,
  receiveReturns,
} from '../../src/returns/index.ts';
import { returnCancellationWriter, returnDispositionWriter } from '../../src/returns/return-writers.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openReturnsWinery, type ReturnsWinery } from './returns-winery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const changeContext = () => ({ reference: uuidv7(), operation: 'test', actor: 'tester' });
const whole = { inventoryStatus: undefined, lines: undefined, recipient: undefined };
const refused = { refused: { code: 'NotFound' } };

/** The RMA number of a return of a delivered order. */
async function sentBack({ delivered, sendBack }: ReturnsWinery): Promise<string> {
  const { body } = await sendBack({ TransactionReferenceNumber: await delivered() });
  return body.RMANumber;
}

/** The winery that owns the return, and another one. */
async function twoWineries() {
  const [owner, other] = [await openReturnsWinery(server), await openReturnsWinery(server)];
  return { owner, other, rmaNumber: await sentBack(owner) };
}

const itemOf = ({ customerNo }: ReturnsWinery, rmaNumber: string) => ({ customerNo, rmaNumber, ...changeContext() });

test('CancelReturn for an RMA number of another customer, beside a request of that customer', async () => {
  const { owner, other, rmaNumber } = await twoWineries();
  const [stranger, own] = [itemOf(other, rmaNumber), itemOf(owner, rmaNumber)];
  expect(await owner.write((tx) => returnCancellationWriter.write(tx, [stranger, own]))).toMatchObject([
    refused,
    { ok: { reference: own.reference, after: { rmaNumber, status: 'CLOSED' } } },
  ]);
  const next = await sentBack(owner);
  const [first, second] = [itemOf(owner, next), itemOf(other, next)];
  expect(await owner.write((tx) => returnCancellationWriter.write(tx, [first, second]))).toMatchObject([
    { ok: { reference: first.reference } },
    refused,
  ]);
});

test('DisposeReturn for an RMA number of another customer, beside a request of that customer', async () => {
  const { owner, other, rmaNumber } = await twoWineries();
  await owner.advance(12);
  expect(await owner.find(rmaNumber)).toMatchObject({ status: 'AWAITING DISPOSITION' });
  const items = [
    { ...itemOf(other, rmaNumber), disposition: 'Return to Winery' as const, ...whole },
    { ...itemOf(owner, rmaNumber), disposition: 'Return to Inventory' as const, ...whole },
  ];
  expect(await owner.write((tx) => returnDispositionWriter.write(tx, items))).toMatchObject([
    refused,
    { ok: { after: { rmaNumber, status: 'CLOSED' } } },
  ]);
  expect(await owner.balance('WINE-1', 'RTGD-NO-TX')).toBe(6);
});

test('a return that a batch names twice is canceled once', async () => {
  const winery = await openReturnsWinery(server);
  const returnId = (await winery.find(await sentBack(winery)))?.returnId ?? '';
  const cancellation = () => ({ customerNo: winery.customerNo, returnId, ...changeContext() });
  const canceled = await winery.write((tx) => cancelReturns(tx, [cancellation(), cancellation()]));
  expect(canceled).toMatchObject([{ ok: { after: { status: 'CLOSED' } } }, { refused: { code: 'StateForbids' } }]);
});

test("every step for the id of another customer's return or order, beside a step of that customer", async () => {
  const { owner, other } = await twoWineries();
  const orderId = await owner.delivered();
  const write = owner.write;
  const both = <Fields extends object>(fields: Fields) =>
    [other, owner].map(({ customerNo }) => ({ customerNo, ...fields, ...changeContext() }));
  const announced = await write((tx) =>
    announceReturns(tx, both({ orderId, lines: undefined, warehouse: undefined, reason: '' }), () => ({
      trackingNos: [],
      carrier: 'FEX',
      service: 'GRND',
    })),
  );
  expect(announced).toMatchObject([refused, { ok: {} }]);
  const returnId = announced.flatMap((outcome) => ('ok' in outcome ? [outcome.ok.returnId] : []))[0] ?? '';
  const lines = [1, 2].map((line) => ({ line, found: [{ quantity: 1, status: 'RTGD-NO-TX' }] }));
  const disposition = 'Return to Inventory' as const;
  const received = await write((tx) => receiveReturns(tx, both({ returnId, warehouse: undefined })));
  expect(received).toMatchObject([refused, { ok: { status: 'RECEIVED' } }]);
  expect(await write((tx) => cancelReturns(tx, both({ returnId })))).toMatchObject([
    refused,
    { refused: { code: 'StateForbids' } },
  ]);
  const inspected = await write((tx) => inspectReturns(tx, both({ returnId, lines })));
  expect(inspected).toMatchObject([refused, { ok: { status: 'AWAITING DISPOSITION' } }]);
  const disposed = await write((tx) => applyReturnDispositions(tx, both({ returnId, disposition, ...whole })));
  expect(disposed).toMatchObject([refused, { ok: { after: { status: 'CLOSED' } } }]);
});
