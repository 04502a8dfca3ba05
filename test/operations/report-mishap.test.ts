/** Simulation/ReportMishap: every documented response, and how the package goes on. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { setClock } from '../simulation/clock.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';

const operation = 'Simulation/ReportMishap';
let server: TestServer;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const track = async (OrderNo: string): Promise<Json[]> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body;
const report = (body: Json) => winery.client.call(operation, body);
const orderOf = (units: number, more: Json = {}) => ({
  ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: units }],
  ...more,
});

/** An order that is on its way to Denver, where it arrives on Friday, March 7. */
async function onItsWay(OrderNo: string, units = 1, more: Json = {}): Promise<string> {
  const reference = await winery.created({ OrderInfo: { OrderNo }, ...orderOf(units, more) });
  await until('2031-03-05T12:00:00');
  return reference;
}

describe('200', () => {
  test('200 a failed attempt is repeated on the next working day', async () => {
    const reference = await onItsWay('ODD-0001');
    // Half past nine in Denver: it is out, and not delivered before ten.
    await until('2031-03-07T08:30:00');
    const answer = await report({ OrderNo: 'ODD-0001', Mishap: 'ATTEMPT FAILED' });
    const [failed] = await track('ODD-0001');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        OrderNo: 'ODD-0001',
        Packages: [
          {
            PackageNo: 1,
            TrackingNo: failed.TrackingNo,
            Status: 'EXCEPTION',
            EstimatedDeliveryDate: '03/10/2031',
          },
        ],
      },
    });
    expect(failed).toMatchObject({
      Status: 'EXCEPTION',
      CarrierStatus: 'DE',
      CarrierStatusMessage: 'Delivery attempt failed: no adult available to sign',
      PackageLocation: 'Denver, CO',
      EstimatedDeliveryDate: '03/10/2031',
    });
    await until('2031-03-10T05:00:00');
    expect(await track('ODD-0001')).toMatchObject([{ Status: 'EXCEPTION' }]);
    await until('2031-03-10T23:00:00');
    expect(await track('ODD-0001')).toMatchObject([{ Status: 'DELIVERED', EstimatedDeliveryDate: '03/10/2031' }]);
    const events = await winery.timeline(reference);
    expect(
      events
        .filter(({ kind }) => kind === 'package.scanned')
        .map(({ data }) => data.code)
        .slice(-4),
    ).toEqual(['OD', 'DE', 'OD', 'DL']);
    expect(events.find(({ kind }) => kind === 'package.mishap')).toMatchObject({
      reference: answer.body.TransactionReferenceNumber,
      operation,
      data: { mishap: 'ATTEMPT FAILED', packages: [1] },
    });
  });

  test.each([
    ['DELAYED', 'IN TRANSIT', 'DY'],
    ['EXCEPTION', 'EXCEPTION', 'DE'],
  ])('200 %s: arrival is a working day later', async (Mishap, Status, CarrierStatus) => {
    await onItsWay('ODD-0002');
    const [before] = await track('ODD-0002');
    const { body } = await report({ OrderNo: 'ODD-0002', Mishap, Message: 'Snow on the pass' });
    expect(body.Packages).toMatchObject([{ Status, EstimatedDeliveryDate: '03/10/2031' }]);
    expect(await track('ODD-0002')).toMatchObject([
      { Status, CarrierStatus, CarrierStatusMessage: 'Snow on the pass', PackageLocation: before.PackageLocation },
    ]);
    await until('2031-03-08T00:00:00');
    expect((await track('ODD-0002'))[0].Status).not.toBe('DELIVERED');
    await until('2031-03-11T00:00:00');
    expect(await track('ODD-0002')).toMatchObject([{ Status: 'DELIVERED', EstimatedDeliveryDate: '03/10/2031' }]);
  });

  test('200 one package of several; a damaged one is not delivered and can be returned', async () => {
    const reference = await onItsWay('ODD-0003', 30);
    const { body } = await report({ TransactionReferenceNumber: reference, PackageNo: 2, Mishap: 'DAMAGED' });
    expect(body.Packages).toMatchObject([{ PackageNo: 2, Status: 'DAMAGED' }]);
    await until('2031-03-14T00:00:00');
    const statuses = async () => (await track('ODD-0003')).map(({ Status }) => Status);
    expect(await statuses()).toEqual(['DELIVERED', 'DAMAGED', 'DELIVERED']);
    const Lines = [{ ItemNo: 'WINE-1', ItemQuantity: 12, InventoryStatusCode: 'RDMG-NO-TX' }];
    const back = { TransactionReferenceNumber: reference, Lines, DispositionCode: 'Return to Inventory' };
    expect((await winery.client.call('Simulation/ReturnSalesOrder', back)).status).toBe(200);
    expect((await statuses()).filter((status) => status === 'RETURNED')).toHaveLength(1);
  });

  test('200 all packages by default; a second delay adds to the first', async () => {
    await onItsWay('ODD-0004', 13);
    expect((await report({ OrderNo: 'ODD-0004', Mishap: 'DELAYED' })).body.Packages).toHaveLength(2);
    const second = await report({ OrderNo: 'ODD-0004', Mishap: 'DELAYED' });
    expect(second.body.Packages).toMatchObject(Array(2).fill({ EstimatedDeliveryDate: '03/11/2031' }));
    await until('2031-03-12T00:00:00');
    expect(await track('ODD-0004')).toMatchObject(Array(2).fill({ Status: 'DELIVERED' }));
  });

  test('200 a carrier without published estimates', async () => {
    const ShipmentInfo = { ShippingCarrier: 'FCC', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };
    await onItsWay('ODD-0005', 1, { ShipmentInfo });
    const { body } = await report({ OrderNo: 'ODD-0005', Mishap: 'EXCEPTION' });
    expect(body.Packages).toMatchObject([{ Status: 'EXCEPTION', EstimatedDeliveryDate: '' }]);
  });

  test('200 concurrently with a clock move: no event is lost', async () => {
    const reference = await onItsWay('ODD-0006', 13);
    const answers = await Promise.all([
      report({ OrderNo: 'ODD-0006', Mishap: 'DELAYED' }),
      until('2031-03-06T12:00:00'),
      report({ TransactionReferenceNumber: reference, Mishap: 'EXCEPTION' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await until('2031-03-14T00:00:00');
    expect(await track('ODD-0006')).toMatchObject(Array(2).fill({ Status: 'DELIVERED' }));
  });
});

test('300 several orders have the number', async () => {
  for (const ShipmentKey of ['A', 'B']) await winery.created({ OrderInfo: { OrderNo: 'ODD-0007', ShipmentKey } });
  await until('2031-03-05T12:00:00');
  const several = await report({ OrderNo: 'ODD-0007', Mishap: 'DELAYED' });
  expect(several).toMatchObject({ status: 300, body: { Candidates: [{}, {}] } });
  expect((await report({ OrderNo: 'ODD-0007', ShipmentKey: 'B', Mishap: 'DELAYED' })).status).toBe(200);
});

test.each([
  [{ Mishap: 'DELAYED' }, 'OrderNo', 'Required'],
  [{ OrderNo: 'ODD-0008' }, 'Mishap', 'Required'],
  [{ OrderNo: 'ODD-0008', Mishap: 'LOST' }, 'Mishap', 'Enum'],
  [{ OrderNo: 'ODD-0008', Mishap: 'DELAYED', PackageNo: 0 }, 'PackageNo', 'Minimum'],
  [{ OrderNo: 'ODD-0008', Mishap: 'DELAYED', PackageNo: 2 }, 'PackageNo', 'UnknownPackage'],
  [{ OrderNo: 'ODD-0008', Mishap: 'DELAYED', Message: 'x'.repeat(201) }, 'Message', 'MaxLength'],
])('400 %j', async (body, Field, Code) => {
  await onItsWay('ODD-0008');
  expect(await report(body)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
});

test('401 wrong credentials', async () => {
  const Authentication = { UserKey: winery.userKey, Password: 'wrong', CustomerNo: winery.customerNo };
  expect((await report({ Authentication, OrderNo: 'ODD-0009', Mishap: 'DELAYED' })).status).toBe(401);
});

describe('403', () => {
  const refused = async (body: Json) => {
    const { status, body: answer } = await report(body);
    return [status, answer.Code, answer.Reason];
  };

  test('403 rejects packages that are not with a carrier: open, packed, delivered, damaged, returning, picked up at the warehouse', async () => {
    const reference = await winery.created({ OrderInfo: { OrderNo: 'ODD-0010' }, ...orderOf(1) });
    const delay = { OrderNo: 'ODD-0010', Mishap: 'DELAYED' };
    const says = (state: string) => [403, 'StateForbids', expect.stringContaining(`status ${state}`)];
    expect(await refused(delay)).toEqual(says('RECEIVED'));
    await until('2031-03-04T12:00:00');
    expect(await refused(delay)).toEqual(says('READY TO SHIP'));
    await until('2031-03-05T12:00:00');
    await report({ ...delay, Mishap: 'DAMAGED' });
    expect(await refused(delay)).toEqual(says('DAMAGED'));
    await winery.client.call('Simulation/ReturnSalesOrder', { TransactionReferenceNumber: reference });
    expect(await refused(delay)).toEqual(says('RETURNED'));

    await winery.created({ OrderInfo: { OrderNo: 'ODD-0011' }, ...orderOf(1) });
    const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' };
    await winery.created({ OrderInfo: { OrderNo: 'ODD-0012' }, ShipmentInfo });
    // It is past the cutoff of that day.
    await until('2031-03-06T09:00:00');
    expect(await refused({ OrderNo: 'ODD-0012', Mishap: 'DELAYED' })).toEqual(says('READY FOR PICKUP'));
    await until('2031-03-20T12:00:00');
    expect(await refused({ OrderNo: 'ODD-0011', Mishap: 'DELAYED' })).toEqual(says('DELIVERED'));
  });

  test('403 rejects a failed attempt at a pickup location; other exceptions are accepted there', async () => {
    const DeliveryContactInfo = { HoldAtLocation: 1, LocationCode: 'LOC1' };
    await onItsWay('ODD-0013', 1, { DeliveryContactInfo });
    const [status, code] = await refused({ OrderNo: 'ODD-0013', Mishap: 'ATTEMPT FAILED' });
    expect([status, code]).toEqual([403, 'StateForbids']);
    const { body } = await report({ OrderNo: 'ODD-0013', Mishap: 'DELAYED' });
    expect(body.Packages).toMatchObject([{ EstimatedDeliveryDate: '03/10/2031' }]);
    await until('2031-03-10T20:00:00');
    expect(await track('ODD-0013')).toMatchObject([{ Status: 'READY FOR PICKUP' }]);
    await report({ OrderNo: 'ODD-0013', Mishap: 'EXCEPTION' });
    await until('2031-03-13T00:00:00');
    expect(await track('ODD-0013')).toMatchObject([{ Status: 'DELIVERED', EstimatedDeliveryDate: '03/10/2031' }]);
  });

  test('403 read-only credentials', async () => {
    const reader = await server.customer('read');
    const answer = await reader.client.call(operation, { OrderNo: 'ODD-0014', Mishap: 'DELAYED' });
    expect(answer).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
  });
});

test('404 unknown order, or an order of another customer', async () => {
  const other = await openWinery(server);
  await other.created({ OrderInfo: { OrderNo: 'ODD-THEIRS' } });
  for (const OrderNo of ['NO-SUCH-ORDER', 'ODD-THEIRS']) {
    expect((await report({ OrderNo, Mishap: 'DELAYED' })).status).toBe(404);
  }
});
