/** Floor/FinishBox: weight and size of the station. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxSize, type Floor, openFloor, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const opened = async (lines: { ItemNo: string; ItemQuantity: number }[] = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }]) => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: lines });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  return { winery, ...order, Session };
};

const measures = { Box: 1, WeightLb: 5.255, ...boxSize };

test('200 closes the box; the next bottle goes into another one, and a closed box can be weighed again', async () => {
  const { Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const finished = { Boxes: [{ Box: 1, IsClosed: true, WeightLb: 5.26, LengthIn: 16 }] };
  expect(await floor.pack('FinishBox', { Session, ...measures })).toMatchObject(finished);
  expect(await floor.pack('FinishBox', { Session, ...measures })).toMatchObject(finished);
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Boxes: [{ Box: 1 }, { Box: 2 }] });
  expect((await floor.pack('FinishBox', { Session, ...measures, WeightLb: 6 })).Boxes[0].WeightLb).toBe(6);
  expect((await floor.packer.call('Floor/FinishBox', { Session, ...measures, Box: 3 })).status).toBe(404);
});

test('a box that is finished again is logged and audited when its weight, its shipper or a side differs', async () => {
  const { winery, reference, Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const finish = (size: object) => floor.pack('FinishBox', { Session, Box: 1, WeightLb: 10, ...size });
  for (const size of [{ Shipper: 'S2' }, { Shipper: 'S2' }, { Shipper: 'S3' }, boxSize, { ...boxSize, HeightIn: 7 }])
    await finish(size);
  const { db } = server.environment;
  const kind = 'sales_order.floor_box_closed';
  const logged = await db.rows<{ shipper: string | null; size: string }>(
    `select data ->> 'shipper' as shipper, data ->> 'size' as size from log
      where customer_no = $1 and subject = $2 and kind = $3 order by seq`,
    [winery.customerNo, reference, kind],
  );
  expect(logged).toEqual([
    { shipper: 'S2', size: expect.any(String) },
    { shipper: 'S3', size: expect.any(String) },
    { shipper: null, size: '16 × 10 × 6 in' },
    { shipper: null, size: '16 × 10 × 7 in' },
  ]);
  expect(
    await db.rows(
      `select after ->> 'shipper' as shipper, after ->> 'size' as size from operator_audit
        where subject = $1 and action = $2 order by audit_id`,
      [reference, kind],
    ),
  ).toEqual(logged);
});

test('200 a shipper gives the box its size: suggested for what is in it, scanned, or named', async () => {
  const { Session } = await opened([{ ItemNo: 'WINE-1', ItemQuantity: 3 }]);
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect(await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'))).toMatchObject({ Boxes: [{ Shipper: 'S2' }] });
  expect(await floor.pack('ScanBottle', scanOf(Session, 'box-s3'))).toMatchObject({
    Verdict: 'right',
    Message: 'Box 1: shipper S3, 3 bottles.',
    Missing: 1,
    Boxes: [{ Shipper: 'S3', IsClosed: false }],
  });
  expect(await floor.pack('FinishBox', { Session, Box: 1, WeightLb: 8, Shipper: 'BOX-S6' })).toMatchObject({
    Boxes: [{ Shipper: 'S6', IsClosed: true, LengthIn: 16, WidthIn: 13, HeightIn: 10 }],
  });
  const unknown = await floor.packer.call('Floor/FinishBox', { Session, Box: 1, WeightLb: 8, Shipper: 'S99' });
  expect([unknown.status, unknown.body.Errors[0].Field]).toEqual([400, 'Shipper']);
  expect((await floor.pack('FinishBox', { Session, ...measures })).Boxes[0]).toMatchObject({
    Shipper: '',
    LengthIn: 16,
  });
});

test('400 for a box with neither a shipper nor a size', async () => {
  const { Session } = await opened();
  for (const size of [{}, { LengthIn: 16 }, { ...boxSize, Shipper: 'S1' }]) {
    const { status, body } = await floor.packer.call('Floor/FinishBox', { Session, Box: 1, WeightLb: 3, ...size });
    expect([status, body.Errors[0].Field]).toEqual([400, 'Shipper']);
  }
});

test('400 for a weight that is not possible', async () => {
  const { Session } = await opened();
  const { status, body } = await floor.packer.call('Floor/FinishBox', { Session, ...measures, WeightLb: 0 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'WeightLb']);
});

test('403 for a session that another person took over', async () => {
  const { orderNo, Session } = await opened();
  const other = await signedIn(server, 'floor', { warehouses: [worked] });
  await other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  const { status, body } = await floor.packer.call('Floor/FinishBox', { Session, ...measures });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(other.operator.email)]);
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'UNKNOWN.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await floor.packer.call('Floor/FinishBox', { Session, ...measures })).status).toBe(404);
});

test('400 for a session that is none', async () => {
  const Session = 'x';
  const { status, body } = await floor.packer.call('Floor/FinishBox', { Session, ...measures });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});
