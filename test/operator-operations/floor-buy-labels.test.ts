/** Floor/BuyLabels: labels of complete orders with the weights of the station, once. */
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

test('200 the packages have the weights and sizes of the station; asked again, nothing is new', async () => {
  const { winery, orderNo, Session } = await opened();
  const labeled = await floor.label(orderNo, ['WINE-1', 'WINE-1'], 9.75);
  expect(labeled).toMatchObject({
    State: 'labeled',
    Next: 'stage',
    Message: 'Labeled. Stick the label on, scan it, stage the box.',
  });
  const again = await floor.pack('BuyLabels', { Session });
  expect(again.Boxes).toEqual(labeled.Boxes);
  const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  const [only, ...more] = body.Packages ?? body;
  expect([only.GrossWeight, only.Length, only.Width, only.Height, more]).toEqual(['9.75', '16', '10', '6', []]);
  const { body: closed } = await floor.packer.call('Floor/FinishBox', { Session, Box: 1, WeightLb: 3, ...boxSize });
  expect(closed.State).toBe('LABELED');
});

test('200 will-call orders are ready for pickup', async () => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService: 'CALL' } });
  await floor.release(winery, order.reference);
  expect(await floor.label(order.orderNo, ['WINE-1'])).toMatchObject({
    State: 'labeled',
    Next: 'none',
    Message: 'Packed. Stick the label on, and put the box where will-call orders wait.',
  });
  const { rows } = await server.database.pool.query('select status from packages where order_id = $1', [
    order.reference,
  ]);
  expect(rows).toEqual([{ status: 'READY FOR PICKUP' }]);
});

test('403 for an order that is not complete, and for a box that is not weighed', async () => {
  const { Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const reasonOf = async () => (await floor.packer.call('Floor/BuyLabels', { Session })).body.Reason;
  expect(await reasonOf()).toContain('not complete: 1 are missing');
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  expect(await reasonOf()).toContain('Box 1');
});

test('403 for a session that another person took over', async () => {
  const { orderNo, Session } = await opened();
  const other = await signedIn(server, 'floor', { warehouses: [worked] });
  await other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  const { status, body } = await floor.packer.call('Floor/BuyLabels', { Session });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(other.operator.email)]);
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'UNKNOWN.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await floor.packer.call('Floor/BuyLabels', { Session })).status).toBe(404);
});

test('400 for a session that is none', async () => {
  const Session = 'x';
  const { status, body } = await floor.packer.call('Floor/BuyLabels', { Session });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Session']);
});
