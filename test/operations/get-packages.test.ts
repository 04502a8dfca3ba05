/** Tracking/GetPackages over HTTP: every documented response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { setClock } from '../simulation/clock.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

const operation = 'Tracking/GetPackages';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A winery whose clock shows Tuesday, March 4, 9:00 in Napa, with three orders, the last by UPS. */
async function wineryOnTuesday() {
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  await winery.created({ OrderInfo: { OrderNo: 'PKG-0001' }, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
  await winery.created({ OrderInfo: { OrderNo: 'PKG-0002' } });
  await winery.created({
    OrderInfo: { OrderNo: 'PKG-0003' },
    ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  const ask = (body: Json = {}, headers?: Record<string, string>) => winery.client.call(operation, body, headers);
  return {
    ...winery,
    ask,
    numbers: async (body: Json) => (await ask(body)).body.Packages.map((p: Json) => `${p.OrderNumber}/${p.PackageNo}`),
    until: (To: string) => winery.client.call('Simulation/AdvanceClock', { To }),
  };
}

const all = ['PKG-0001/1', 'PKG-0001/2', 'PKG-0002/1', 'PKG-0003/1'];

describe('200', () => {
  test('200 nothing before processing starts, then every package with every field', async () => {
    const winery = await wineryOnTuesday();
    expect(await winery.ask()).toMatchObject({
      status: 200,
      body: { TotalRecordCount: 0, Skip: 0, Top: 500, MoreRecords: false, LatestActivityTimestamp: '', Packages: [] },
    });
    await winery.until('2031-03-04T23:00:00Z');
    const answer = await winery.ask();
    expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
    expect((await winery.numbers({})).toSorted()).toEqual(all);
    const [details] = (await winery.client.call('Tracking/GetDetails', { OrderNo: 'PKG-0002' })).body;
    const own = answer.body.Packages.find((p: Json) => p.OrderNumber === 'PKG-0002');
    expect(own).toEqual({
      ...details,
      PackageNo: 1,
      LastActivityTimestamp: expect.stringMatching(/^2031-03-04T09:\d\d:00-08:00$/),
      Length: expect.stringMatching(/^\d+(\.\d+)?$/),
      Width: expect.stringMatching(/^\d+(\.\d+)?$/),
      Height: expect.stringMatching(/^\d+(\.\d+)?$/),
    });
    expect(answer.body.LatestActivityTimestamp).toMatch(/^03\/04\/2031 09:\d\d:00$/);
  });

  test('200 by carrier, by orders, by ship date', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-04T23:00:00Z');
    expect(await winery.numbers({ ShippingCarrier: 'UPS' })).toEqual(['PKG-0003/1']);
    expect(await winery.numbers({ OrderNumbers: ['PKG-0001', 'NO-SUCH'] })).toEqual(['PKG-0001/1', 'PKG-0001/2']);
    expect(await winery.numbers({ OrderNumbers: ['NO-SUCH'] })).toEqual([]);
    expect((await winery.numbers({ ShipDateRange: '03/04/2031 - 03/04/2031' })).length).toBe(4);
    expect(await winery.numbers({ ShipDateRange: '03/05/2031 - 03/30/2031' })).toEqual([]);
  });

  test('200 by ship date: the actual date once shipped, before that the planned one', async () => {
    const winery = await wineryOnTuesday();
    const ShipmentInfo = {
      ShippingCarrier: 'WILL',
      ShippingCarrierService: 'CALL',
      ServiceWarehouseLocation: 'APC01',
    };
    await winery.created({ OrderInfo: { OrderNo: 'PKG-CALL' }, ShipmentInfo });
    const on = async (days: string) =>
      (await winery.numbers({ OrderNumbers: ['PKG-CALL'], ShipDateRange: days })).length;
    await winery.until('2031-03-04T23:00:00Z');
    expect([await on('03/04/2031 - 03/04/2031'), await on('03/05/2031 - 03/30/2031')]).toEqual([1, 0]);
    await winery.until('2031-03-20T00:00:00');
    const [record] = (await winery.ask({ OrderNumbers: ['PKG-CALL'] })).body.Packages;
    expect(record).toMatchObject({ Status: 'DELIVERED', RequestedShipDate: '03/04/2031' });
    expect(record.ShipDate).not.toBe(record.RequestedShipDate);
    expect([await on('03/04/2031 - 03/04/2031'), await on(`${record.ShipDate} - ${record.ShipDate}`)]).toEqual([0, 1]);
  });

  test('200 by activity: any activity in the range matches, even with later activity', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-12T00:00:00Z');
    const range = (from: string, to: string) => ({ LastActivityDateRange: `${from} - ${to}` });
    expect((await winery.numbers(range('03/04/2031 00:00:00', '03/04/2031 12:00:00'))).toSorted()).toEqual(all);
    const early = await winery.ask(range('03/04/2031 00:00:00', '03/04/2031 12:00:00'));
    expect(early.body.LatestActivityTimestamp).toMatch(/^03\/04\/2031 09:/);
    expect(await winery.numbers(range('02/15/2031 00:00:00', '03/03/2031 23:59:59'))).toEqual([]);
    const before = await winery.ask(range('02/15/2031 00:00:00', '03/03/2031 23:59:59'));
    expect(before.body.LatestActivityTimestamp).toBe('');
    const whole = await winery.ask();
    const after = await winery.ask(range('03/20/2031 00:00:00', '03/21/2031 00:00:00'));
    expect(after.body).toMatchObject({ Packages: [], LatestActivityTimestamp: whole.body.LatestActivityTimestamp });
    expect(whole.body.Packages.every((p: Json) => p.Status === 'DELIVERED')).toBe(true);
  });

  test('200 polled without repeats: an open end, from a minute before the last activity, ignoring what was seen', async () => {
    const winery = await wineryOnTuesday();
    const seen = new Set<string>();
    let since = '02/15/2031 00:00:00';
    const poll = async (): Promise<string[]> => {
      const changed: string[] = [];
      for (let Skip = 0, more = true; more; Skip += 2) {
        const { body } = await winery.ask({ LastActivityDateRange: `${since} -`, Skip, Top: 2 });
        for (const { OrderNumber, PackageNo, LastActivityTimestamp, Status } of body.Packages) {
          const key = [OrderNumber, PackageNo, LastActivityTimestamp].join('\n');
          if (!seen.has(key)) changed.push(Status);
          seen.add(key);
        }
        more = body.MoreRecords;
        if (more || body.LatestActivityTimestamp === '') continue;
        const [, month, day, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (.*)$/.exec(body.LatestActivityTimestamp) ?? [];
        const from = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${time}`).subtract({ minutes: 1 });
        const two = (part: number) => String(part).padStart(2, '0');
        since = `${two(from.month)}/${two(from.day)}/${from.year} ${from.toPlainTime().toString({ smallestUnit: 'second' })}`;
      }
      return changed;
    };
    await winery.until('2031-03-04T23:00:00Z');
    const shipped = await poll();
    expect(shipped).toHaveLength(all.length);
    expect(await poll()).toEqual([]);
    await winery.until('2031-03-20T00:00:00');
    expect(await poll()).toEqual(all.map(() => 'DELIVERED'));
    expect(await poll()).toEqual([]);
  });

  test('200 without matches: the latest activity before the range, of the requested carrier and orders', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-20T00:00:00');
    const latest = async (body: Json) => {
      const answer = (await winery.ask(body)).body;
      return [answer.TotalRecordCount, answer.LatestActivityTimestamp];
    };
    const last = async (body: Json) => (await winery.ask(body)).body.LatestActivityTimestamp;
    const [all, ups, first] = [
      await last({}),
      await last({ ShippingCarrier: 'UPS' }),
      await last({ OrderNumbers: ['PKG-0001'] }),
    ];
    const later = { LastActivityDateRange: '03/20/2031 12:00:00 - 03/20/2031 13:00:00' };
    expect(await latest(later)).toEqual([0, all]);
    expect(await latest({ ...later, ShippingCarrier: 'UPS' })).toEqual([0, ups]);
    expect(await latest({ ...later, OrderNumbers: ['PKG-0001'] })).toEqual([0, first]);
    expect(await latest({ ...later, ShippingCarrier: 'GSO' })).toEqual([0, '']);
    // A quiet hour between two activities: what was before it, not what came after.
    const quiet = { LastActivityDateRange: '03/04/2031 12:00:00 - 03/04/2031 13:00:00' };
    expect((await latest(quiet))[1]).toMatch(/^03\/04\/2031 09:\d\d:00$/);
    // Days name a time as well.
    expect(await latest({ ShipDateRange: '03/21/2031 - 03/30/2031' })).toEqual([0, all]);
    expect((await latest({ ShipDateRange: '03/05/2031 - 03/05/2031' }))[1]).toMatch(/^03\/04\/2031 /);
    expect(await latest({ ShipDateRange: '03/01/2031 - 03/03/2031' })).toEqual([0, '']);
    expect(await latest({ ...later, ShipDateRange: '03/04/2031 - 03/04/2031' })).toEqual([0, all]);
  });

  test('200 filters are combined', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-12T00:00:00');
    const afternoon = { LastActivityDateRange: '03/04/2031 15:00:00 - 03/04/2031 23:59:59' };
    const ups = { ShippingCarrier: 'UPS' };
    const orders = { OrderNumbers: ['PKG-0001', 'PKG-0003'] };
    const days = { ShipDateRange: '03/04/2031 - 03/04/2031' };
    expect(await winery.numbers({ ...afternoon, ...ups, ...orders, ...days })).toEqual(['PKG-0003/1']);
    expect(await winery.numbers({ ...afternoon, ...orders, ...days })).toEqual([
      'PKG-0001/1',
      'PKG-0001/2',
      'PKG-0003/1',
    ]);
    expect(await winery.numbers({ ...afternoon, ...ups, OrderNumbers: ['PKG-0001'] })).toEqual([]);
    const page = (await winery.ask({ ...afternoon, ...orders, Skip: 1, Top: 1 })).body;
    expect(page).toMatchObject({ TotalRecordCount: 3, Skip: 1, Top: 1, MoreRecords: true });
    expect(page.Packages).toHaveLength(1);
  });

  test('200 ranges are inclusive, to the second', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-04T12:00:00');
    const { LatestActivityTimestamp: packedAt } = (await winery.ask()).body;
    const time = Temporal.PlainDateTime.from(`2031-03-04T${packedAt.slice(11)}`);
    const wire = (seconds: number) => `03/04/2031 ${time.add({ seconds }).toPlainTime().toString()}`;
    const total = async (from: number, to: number) =>
      (await winery.ask({ LastActivityDateRange: `${wire(from)} - ${wire(to)}` })).body.TotalRecordCount;
    expect(await total(0, 0)).toBe(4);
    expect(await total(-10, 0)).toBe(4);
    expect(await total(0, 10)).toBe(4);
    expect(await total(1, 10)).toBe(0);
    expect(await total(-10, -1)).toBe(0);
  });

  test('200 and 400 by the order of the ends in the time zone of the operator, where only one has an offset', async () => {
    const { client } = await openWinery(server);
    const ask = async (body: Json) => (await client.call(operation, body)).status;
    // 3:00 in Napa is 11:00 UTC.
    expect(await ask({ LastActivityDateRange: '2031-03-04T10:00:00Z - 03/04/2031 03:00:00' })).toBe(200);
    expect(await ask({ LastActivityDateRange: '2031-03-04T12:00:00Z - 03/04/2031 03:00:00' })).toBe(400);
    expect(await ask({ LastActivityDateRange: '03/04/2031 03:00:00 - 2031-03-04T12:00:00Z' })).toBe(200);
    expect(await ask({ LastActivityDateRange: '03/04/2031 03:00:00 - 2031-03-04T10:00:00Z' })).toBe(400);
  });

  test('200 pages neither skip nor repeat a package while scans arrive and packages are added', async () => {
    const winery = await wineryOnTuesday();
    await winery.until('2031-03-04T23:00:00Z');
    const seen: string[] = [];
    for (let Skip = 0; ; Skip += 1) {
      const { body } = await winery.ask({ Skip, Top: 1 });
      seen.push(...body.Packages.map((p: Json) => `${p.OrderNumber}/${p.PackageNo}`));
      if (Skip === 0) await winery.until('2031-03-06T00:00:00Z');
      if (Skip === 1) {
        await winery.created({ OrderInfo: { OrderNo: 'PKG-0004' } });
        await winery.until('2031-03-07T00:00:00Z');
      }
      if (!body.MoreRecords) break;
    }
    expect(seen.toSorted()).toEqual([...all, 'PKG-0004/1']);
  });

  test("200 another customer's packages are not listed", async () => {
    const [mine, theirs] = [await wineryOnTuesday(), await wineryOnTuesday()];
    await theirs.until('2031-03-04T23:00:00Z');
    expect(await mine.numbers({ OrderNumbers: ['PKG-0001'] })).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    [
      'an activity range without times',
      { LastActivityDateRange: '03/04/2031 - 03/05/2031' },
      'LastActivityDateRange',
      'Format',
    ],
    ['an empty activity range', { LastActivityDateRange: '' }, 'LastActivityDateRange', 'MinLength'],
    ['a range whose ends are swapped', { ShipDateRange: '03/05/2031 - 03/04/2031' }, 'ShipDateRange', 'Format'],
    [
      "an end that is the earlier one in the operator's time zone only",
      { LastActivityDateRange: '03/04/2031 05:00:00 - 2031-03-04T08:00:00Z' },
      'LastActivityDateRange',
      'Format',
    ],
    ['an impossible day', { ShipDateRange: '02/30/2026 - 03/01/2026' }, 'ShipDateRange', 'Format'],
    ['an unknown carrier', { ShippingCarrier: 'DHL' }, 'ShippingCarrier', 'Enum'],
    ['101 orders', { OrderNumbers: Array.from({ length: 101 }, (_, i) => `A-${i}`) }, 'OrderNumbers', 'MaxItems'],
    ['a negative Skip', { Skip: -1 }, 'Skip', 'Minimum'],
    ['a Top that is no number', { Top: 'x' }, 'Top', 'Type'],
  ])('400 %s', async (_name, body, Field, Code) => {
    const { client } = await server.customer();
    expect(await client.call(operation, body)).toMatchObject({ status: 400, body: { Errors: [{ Field, Code }] } });
  });

  test('400 not for 100 orders', async () => {
    const { client } = await server.customer();
    const OrderNumbers = Array.from({ length: 100 }, (_, i) => `A-${i}`);
    expect((await client.call(operation, { OrderNumbers })).status).toBe(200);
  });
});

test('401 without credentials, without a token, with the token of another customer', async () => {
  const [mine, theirs] = [await server.customer(), await server.customer()];
  expect((await mine.client.call(operation, { Authentication: {} })).status).toBe(401);
  expect((await mine.client.call(operation, {}, { authorization: '' })).status).toBe(401);
  const authorization = `ServiceAuth ${theirs.accessToken}`;
  expect((await mine.client.call(operation, {}, { authorization })).status).toBe(401);
});
