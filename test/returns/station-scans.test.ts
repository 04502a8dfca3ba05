/** Scans of the returns station: the simulation leaves begun inspections to people, and `dray verify` compares scans with returns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyReturnScans } from '../../src/return-station/index.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { bottle, openReturnStation, type ReturnStation } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(() => server.close());

test('the simulation does not inspect a return that a person is inspecting', async () => {
  const { winery } = at;
  await at.delivered('BEGUN');
  const { body } = await winery.sendBack({ OrderNo: 'BEGUN', DispositionCode: 'Return to Inventory' });
  const { RMANumber } = body;
  const isHere = async () => (await winery.find(RMANumber)).status === 'RECEIVED';
  // It arrives on its own, and is inspected on the morning after.
  for (let hours = 0; !(await isHere()) && hours < 20 * 24; hours += 6) await winery.advance(0.25);
  const { returnId } = await winery.find(RMANumber);
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: returnId };
  await at.does('Scan', bottle(key, 'WINE-1'));
  await winery.advance(10);
  expect(await at.does('Scan', bottle(key, 'WINE-1'))).toMatchObject({ Status: 'RECEIVED', Verdict: 'right' });
  expect(await at.does('Inspected', { ...key, Confirm: true })).toMatchObject({ Status: 'AWAITING DISPOSITION' });
  expect(await indexOrdersAndVerifyDatabase(server.environment.db)).toEqual([]);
});

test('verify names scans that differ from the inspection, are of no line, came too early, or are misnumbered', async () => {
  const { db } = server.environment;
  const key = await at.inspected('VERIFIED', ['WINE-1', 'WINE-2']);
  const arrived = await at.arrived('EARLY');
  await at.does('Scan', bottle(arrived, 'WINE-1'));
  const faults = async (of: typeof key, change: string) => {
    const found: string[] = [];
    const undone = new Error('undone');
    const changed = db.write(async (tx) => {
      await tx.rows(change, [of.CustomerNo, of.TransactionReferenceNumber]);
      found.push(...(await verifyReturnScans(tx)));
      throw undone;
    });
    await expect(changed).rejects.toThrow('undone');
    return found.map((fault) => fault.replace(/^\S+ \S+: /, ''));
  };
  const scans = 'update return_scans set {} where customer_no = $1 and return_id = $2 and number = 1';
  expect(await verifyReturnScans(db)).toEqual([]);
  expect(await faults(key, scans.replace('{}', 'units = 2'))).toEqual([
    '2 of WINE-1 were scanned as RTGD-NO-TX, the inspection found 1',
  ]);
  expect(await faults(arrived, scans.replace('{}', "item_no = 'WINE-9'"))).toEqual([
    'WINE-9 was scanned, which is on no line',
  ]);
  expect(await faults(key, scans.replace('{}', 'number = 7'))).toEqual(['2 scans count, the last one is number 7']);
  const early =
    "update returns set received_at = null, received_seq = null, status = 'EXPECTED' where customer_no = $1 and return_id = $2";
  expect(await faults(arrived, early)).toEqual(['WINE-1 was scanned, but it never arrived']);
});
