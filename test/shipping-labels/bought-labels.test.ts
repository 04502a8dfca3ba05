/** JIT labels in production: bought once, returned as the carrier provides them, and voided when stale. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels, packScannedJitOrders } from '../../src/shipping-labels/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from '../carriers/fake-carrier.ts';
import { bsw, connectCarrier, givenWarehouseAddresses, labelDeps, later, takeUp } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import type { Json } from '../support/winery.ts';
import { fileOf, openJitWinery } from './jit-winery.ts';
import { code128Texts, picturePdf, readPng, symbolsIn } from './symbols-in-pixels.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Awaited<ReturnType<typeof openJitWinery>>;
const place = () => labelDeps(db, carrier.url);

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
  winery = await openJitWinery(server);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(db)).toEqual([]);
  await carrier.close();
});

const threePackages = { ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] };
const bench = (scanned: string, carriers: 'gateway' | 'none' = 'gateway') =>
  db.write((tx) => {
    const asked = { scanned, reference: uuidv7(), operation: 'bench', actor: 'operator:test' };
    const scan = { ...asked, customerNo: winery.customerNo, at: Temporal.Now.instant() };
    return packScannedJitOrders(tx, [scan], carriers);
  });
const packagesOf = (orderId: string) =>
  db.rows<Json>(
    'select status, carrier, tracking_no from packages where customer_no = $1 and order_id = $2 order by package_no',
    [winery.customerNo, orderId],
  );

describe('200', () => {
  test('every package has its carrier label, bought once, in any format and on repeated requests', async () => {
    const orderId = await winery.jitOrder('BUY-1', threePackages);
    const first = await winery.generate({ OrderNo: 'BUY-1', AlternateLabelFormat: 'LabelPDF' });
    expect(first).toMatchObject({ status: 200, body: { OrderNo: 'BUY-1', DataFormat: 'application/pdf;base64' } });
    const { JITLabelID } = first.body;
    expect(carrier.kept()).toHaveLength(3);
    const trackingNos = carrier
      .kept()
      .map(({ trackingNo }) => trackingNo)
      .toSorted();
    // Three labels and the packing station sheet.
    const picture = await picturePdf(fileOf(first));
    expect([picture.width, picture.height]).toEqual([812, 4 * 1218]);

    const asked = carrier.calls();
    for (const [AlternateLabelFormat, height] of [
      ['FullPDF', 2233 + 3 * 1218],
      ['FullPNG', 2233 + 3 * 1218],
      ['LabelPNG', 4 * 1218],
    ] as const) {
      const again = await winery.generate({ OrderNo: 'BUY-1', AlternateLabelFormat });
      expect(again).toMatchObject({ status: 200, body: { JITLabelID } });
      const file = fileOf(again);
      const shown = AlternateLabelFormat.endsWith('PNG') ? readPng(file) : await picturePdf(file);
      expect(shown.height).toBe(height);
      if (AlternateLabelFormat !== 'LabelPNG') continue;
      const symbols = await symbolsIn(shown);
      expect(code128Texts(symbols)).toEqual(trackingNos);
      expect(symbols.filter((text) => text.startsWith('DataMatrix'))).toEqual([`DataMatrix: ${JITLabelID}|BUY-1`]);
    }
    expect(carrier.calls()).toBe(asked);
    // The order is unchanged: open, with its requested carrier.
    expect(await winery.order(orderId)).toMatchObject({ status: 'RECEIVED', carrier: 'BSW', jit_label_id: JITLabelID });
    expect(carrier.shipments[0]?.options).toMatchObject({ alcohol: true, invoice_number: 'BUY-1' });
    // Every carrier label has the label id printed.
    expect(carrier.shipments.map(({ options }) => options.print_custom_1)).toEqual([
      JITLabelID,
      JITLabelID,
      JITLabelID,
    ]);
  });

  test('concurrent requests and jobs buy each label once', async () => {
    await winery.jitOrder('BUY-2', threePackages);
    const answers = await Promise.all([
      winery.generated('BUY-2'),
      winery.generated('BUY-2'),
      buyAndVoidDueLabels(place(), winery.customerNo).then(() => winery.generated('BUY-2')),
    ]);
    expect(new Set(answers.map(({ JITLabelID }) => JITLabelID)).size).toBe(1);
    expect(new Set(answers.map(({ File }) => File)).size).toBe(1);
    expect(carrier.paid()).toHaveLength(3);
  });

  test('the packing station packs it with the bought tracking numbers, and the carrier ships it', async () => {
    const orderId = await winery.jitOrder('BUY-3', threePackages);
    const { JITLabelID } = await winery.generated('BUY-3');
    expect(await bench(JITLabelID)).toMatchObject([{ ok: { isNew: true } }]);
    const ready = await packagesOf(orderId);
    expect(ready).toEqual(
      carrier.paid().map(({ trackingNo }) => ({ status: 'READY TO SHIP', carrier: 'FEX', tracking_no: trackingNo })),
    );
    expect(await bench(`${JITLabelID}|BUY-3`)).toMatchObject([{ ok: { isNew: false } }]);
    expect(await packagesOf(orderId)).toEqual(ready);
    expect((await winery.generated('BUY-3')).JITLabelID).toBe(JITLabelID);
    expect(carrier.paid()).toHaveLength(3);
    expect((await winery.timeline(orderId)).map(({ kind }: Json) => kind)).toEqual([
      'sales_order.accepted',
      'jit_label.wanted',
      'package.label_bought',
      'package.label_bought',
      'package.label_bought',
      'jit_label.generated',
      'sales_order.processing',
      'jit_label.scanned',
      'package.packed',
      'package.packed',
      'package.packed',
      'jit_label.scanned_again',
      'jit_label.reprinted',
    ]);
  });

  test('an order past its processing time gets its label too, and stays open until the packing station scans it', async () => {
    const orderId = await winery.jitOrder('BUY-4', bsw);
    await takeUp(place(), winery.customerNo);
    expect(await winery.order(orderId)).toMatchObject({ status: 'RECEIVED' });
    expect(carrier.asked).toHaveLength(0);
    const { JITLabelID } = await winery.generated('BUY-4');
    expect(await packagesOf(orderId)).toEqual([]);
    await bench(JITLabelID);
    expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY TO SHIP' }]);
  });

  test('a bought label is printed and scanned while no account is enabled; a changed order gets no new one', async () => {
    const orderId = await winery.jitOrder('OFF-1', threePackages);
    const changed = await winery.jitOrder('OFF-2', threePackages);
    const { JITLabelID, File } = await winery.generated('OFF-1');
    const { JITLabelID: stale } = await winery.generated('OFF-2');
    connectCarrier(server.environment, carrier.url, { isConnected: () => false });
    await winery.update({ TransactionReferenceNumber: changed, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 20 }] });
    await winery.jitOrder('OFF-3', threePackages);

    expect(await winery.generated('OFF-1')).toMatchObject({ JITLabelID, File });
    for (const OrderNo of ['OFF-2', 'OFF-3']) {
      expect(await winery.generate({ OrderNo })).toMatchObject({
        status: 403,
        body: { Reason: `Order ${OrderNo} gets no JIT label: no carrier is connected.` },
      });
    }
    const [rejected] = await bench(stale, 'none');
    expect(rejected).toMatchObject({ refused: { reason: expect.stringContaining('it has changed') } });
    const [scanned] = await bench(JITLabelID, 'none');
    expect(scanned).toMatchObject({ ok: { isNew: true, order: { status: 'PROCESSING ORDER' } } });
    expect((await packagesOf(orderId)).map(({ status, tracking_no }) => [status, tracking_no])).toEqual(
      carrier
        .kept()
        .slice(0, 3)
        .map(({ trackingNo }) => ['READY TO SHIP', trackingNo]),
    );
    // And printed again once it is packed.
    expect((await winery.generate({ OrderNo: 'OFF-1' })).status).toBe(200);
  });

  test('will call needs no carrier', async () => {
    const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' };
    const orderId = await winery.jitOrder('BUY-5', { ShipmentInfo });
    const { JITLabelID } = await winery.generated('BUY-5');
    await bench(JITLabelID);
    expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY FOR PICKUP', tracking_no: '' }]);
    expect(carrier.asked).toHaveLength(0);
  });
});

describe('changed and canceled', () => {
  test('an update that affects the shipment voids the label, and the next one is new', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('NEW-1', threePackages);
    const { JITLabelID } = await winery.generated('NEW-1');
    await winery.update({ TransactionReferenceNumber, OrderInfo: { Tags: 'gift;club' } });
    expect((await winery.generated('NEW-1')).JITLabelID).toBe(JITLabelID);
    expect(carrier.paid()).toHaveLength(3);

    await winery.update({ TransactionReferenceNumber, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 12 }] });
    expect(await bench(JITLabelID)).toMatchObject([{ refused: { code: 'StateForbids' } }]);
    const after = await winery.generated('NEW-1');
    expect(after.JITLabelID).toBe(JITLabelID);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual([
      'submitted',
      'submitted',
      'submitted',
      null,
    ]);
    expect(code128Texts(await symbolsIn(readPng(fileOf({ body: after }))))).toEqual([carrier.paid()[3]?.trackingNo]);

    await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { Address: '200 Side St' } });
    await winery.generated('NEW-1');
    expect(carrier.paid().at(-1)?.to).toMatchObject({ street1: '200 Side St' });
    expect(new Set(carrier.shipments.map(({ options }) => options.print_custom_1))).toEqual(new Set([JITLabelID]));
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.kept()).toHaveLength(1);
    expect(await bench(JITLabelID)).toMatchObject([{ ok: { isNew: true } }]);
  });

  test('an update to will call voids the label when the order is scanned', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('COLLECT-1', threePackages);
    const { JITLabelID } = await winery.generated('COLLECT-1');
    const ShipmentInfo = { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' };
    expect((await winery.update({ TransactionReferenceNumber, ShipmentInfo })).status).toBe(200);
    await winery.generated('COLLECT-1');
    expect(await bench(JITLabelID)).toMatchObject([{ ok: { isNew: true } }]);
    expect((await packagesOf(TransactionReferenceNumber)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'READY FOR PICKUP'),
    );
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).toHaveLength(3);
    expect(carrier.kept()).toEqual([]);
  });

  test('an update that leaves nothing to pack voids the label when the order is completed', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('EMPTY-1', threePackages);
    await winery.generated('EMPTY-1');
    const ItemsInfo = [{ ItemNo: 'FEE', ItemQuantity: 1 }];
    expect((await winery.update({ TransactionReferenceNumber, ItemsInfo })).status).toBe(200);
    await takeUp(place(), winery.customerNo);
    expect(await winery.order(TransactionReferenceNumber)).toMatchObject({ status: 'SHIPPED' });
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).toHaveLength(3);
    expect(carrier.kept()).toEqual([]);
  });

  test('a cancellation voids the label, also past the processing time', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('GONE-1', threePackages);
    await winery.generated('GONE-1');
    await takeUp(place(), winery.customerNo);
    expect((await winery.cancel({ TransactionReferenceNumber })).status).toBe(200);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).toHaveLength(3);
    expect(carrier.kept()).toEqual([]);
    expect((await winery.generate({ OrderNo: 'GONE-1' })).status).toBe(403);
  });

  test('canceled during a purchase that the carrier completes without a reply: the label is refunded', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('LATE-1', bsw);
    carrier.interrupt = async (request, usual) => {
      if (!request.path.endsWith('/buy')) return usual();
      // The carrier is slow: the order is canceled, and label work runs, before it charges the shipment.
      carrier.interrupt = (_request, answer) => answer();
      await winery.cancel({ TransactionReferenceNumber });
      await buyAndVoidDueLabels(place(), winery.customerNo);
      usual();
      return 'hang up';
    };
    expect((await winery.generate({ OrderNo: 'LATE-1' })).status).toBeGreaterThanOrEqual(400);
    expect(carrier.paid()).toHaveLength(1);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.kept()).toEqual([]);
  });

  test('canceled and changed during the purchase: no unneeded label is kept', async () => {
    const reference = await winery.jitOrder('RACE-1', bsw);
    const canceled = await winery.jitOrder('RACE-2', bsw);
    let updated = false;
    carrier.interrupt = async (request, usual) => {
      const answer = usual();
      if (!request.path.endsWith('/buy') || updated) return answer;
      updated = true;
      await winery.update({ TransactionReferenceNumber: reference, RecipientContactInfo: { Address: '300 New St' } });
      await winery.cancel({ TransactionReferenceNumber: canceled });
      return answer;
    };
    const [changed, gone] = await Promise.all([winery.generated('RACE-1'), winery.generate({ OrderNo: 'RACE-2' })]);
    expect(changed.JITLabelID).toBeDefined();
    expect([200, 403]).toContain(gone.status);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.kept().map(({ to }) => to.street1)).toEqual(['300 New St']);
  });

  test('no longer a JIT order during the purchase: the label is voided at once', async () => {
    const TransactionReferenceNumber = await winery.jitOrder('RACE-3', bsw);
    carrier.interrupt = async (request, usual) => {
      const answer = usual();
      if (request.path.endsWith('/buy')) {
        await winery.update({ TransactionReferenceNumber, OrderInfo: { OrderType: 'CLUB' } });
      }
      return answer;
    };
    expect((await winery.generate({ OrderNo: 'RACE-3' })).status).toBe(403);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted']);
  });

  test('no longer a JIT order: its label is voided when processing starts, and bought as for any other order', async () => {
    await winery.arrive('WINE-1', 10);
    const TransactionReferenceNumber = await winery.jitOrder('TYPE-1', bsw);
    await winery.generated('TYPE-1');
    await winery.update({ TransactionReferenceNumber, OrderInfo: { OrderType: 'CLUB' } });
    await takeUp(place(), winery.customerNo);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(
      carrier
        .paid()
        .map(({ refundStatus }) => refundStatus)
        .toSorted(),
    ).toEqual([null, 'submitted']);
    expect(carrier.kept()[0]?.options).not.toHaveProperty('print_custom_1');
    expect(await packagesOf(TransactionReferenceNumber)).toMatchObject([
      { status: 'READY TO SHIP', tracking_no: carrier.kept()[0]?.trackingNo },
    ]);
  });
});

describe('refused', () => {
  test.each([
    ['ADDRESS.VERIFY.FAILURE', 'Unable to verify address.', 'Address'],
    ['SHIPMENT.INVALID_PARAMS', 'Weight is too high.', 'Customer Service'],
  ])(
    '403: %s, with the carrier’s message; after an update the label is requested again',
    async (code, words, reason) => {
      carrier.interrupt = (request, usual) => (request.path === '/v2/shipments' ? refusal(422, code, words) : usual());
      const TransactionReferenceNumber = await winery.jitOrder('NO-1', threePackages);
      const expected = {
        status: 403,
        body: {
          Status: 403,
          Code: 'StateForbids',
          Reason: expect.stringContaining('the carrier refused it (status ON CUSTOMER SERVICE HOLD)'),
          Errors: [{ Field: '', Code: 'CarrierRefused', Message: expect.stringContaining(words), Source: 'Carrier' }],
        },
      };
      expect(await winery.generate({ OrderNo: 'NO-1' })).toMatchObject(expected);
      expect(await winery.order(TransactionReferenceNumber)).toMatchObject({ holds: [{ reason, cause: 'carrier' }] });
      const asked = carrier.calls();
      expect(await winery.generate({ OrderNo: 'NO-1' })).toMatchObject(expected);
      expect(carrier.calls()).toBe(asked);
      expect(await winery.labels()).toEqual([]);

      carrier.interrupt = (_request, usual) => usual();
      await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { Address: '200 Main St' } });
      await winery.generated('NO-1');
      expect(carrier.kept()).toHaveLength(3);
    },
  );

  test('403: one package is refused: the labels of the others are voided', async () => {
    await winery.jitOrder('NO-2', threePackages);
    let bought = 0;
    carrier.interrupt = (request, usual) => {
      if (!request.path.endsWith('/buy')) return usual();
      bought += 1;
      return bought === 2 ? refusal(422, 'SHIPMENT.POSTAGE.FAILURE', 'No such service today.') : usual();
    };
    expect((await winery.generate({ OrderNo: 'NO-2' })).status).toBe(403);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).not.toEqual([]);
    expect(carrier.kept()).toEqual([]);
  });

  test('403: the warehouse has no ship-from address', async () => {
    await winery.jitOrder('NO-3', bsw);
    await editSettings(db, "delete from warehouse_addresses where warehouse = 'APC01'");
    try {
      expect(await winery.generate({ OrderNo: 'NO-3' })).toMatchObject({
        status: 403,
        body: { Reason: expect.stringContaining('APC01') },
      });
      expect(carrier.asked).toHaveLength(0);
    } finally {
      await givenWarehouseAddresses(db);
    }
  });
});
