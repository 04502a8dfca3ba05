/** Scan forms of carriers that offer them: requested with a manifest, created once, and never a reason to delay its departure. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rasterizePdfPages } from '../../src/drawing/raster.ts';
import { makeScanForms, verifyFloor } from '../../src/floor/index.ts';
import { claimScanForm } from '../../src/floor/scan-form-store.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  const { db } = server.environment;
  expect(await verifyFloor(db)).toEqual([]);
  await expectLedgerConsistent(db);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterEach(() => carrier.close());

/** An order that stands at the dock. */
async function staged(Carrier: 'GSO' | 'FEX' = 'GSO') {
  const winery = await floor.winery();
  const order = await winery.waiting({ ShipmentInfo: { ShippingCarrier: Carrier } });
  await floor.release(winery, order.reference);
  const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
  const trackingNo = Boxes[0].TrackingNumber as string;
  await floor.pack('Stage', { TrackingNumber: trackingNo });
  return { winery, ...order, trackingNo };
}

const manifested = async (Carrier = 'GSO'): Promise<string> =>
  (await floor.led('Manifest', { Warehouse: worked, Carrier })).Manifest;
const formsOf = async (Carrier = 'GSO') =>
  (await floor.pack('CloseOfDay', { Warehouse: worked })).Carriers.find(
    (row: { Carrier: string }) => row.Carrier === Carrier,
  ).ScanForms;
const make = () => makeScanForms(server.environment);
/** What was postponed or leased is due. */
const later = () =>
  server.environment.db.rows("update manifest_forms set due_at = now(), claimed_until = null where state = 'pending'");
const pagesOf = async (Manifest: string): Promise<number> => {
  const { File } = await floor.pack('ManifestDocument', { Manifest });
  return (await rasterizePdfPages(Buffer.from(File, 'base64'), 20)).length;
};
const requested = () => carrier.asked.filter(({ path, method }) => method === 'POST' && path === '/v2/scan_forms');

test('a claim takes one form, also of few whose number the planner underestimates', async () => {
  await staged();
  const Manifest = await manifested();
  const { db } = server.environment;
  // The planner expects a single row.
  await db.rows('analyze manifest_forms');
  for (const shipment of ['shp_1', 'shp_2'])
    await db.rows(
      "insert into manifest_forms (form_id, manifest_id, shipments, through, state) values ($1, $2, $3, '', 'pending')",
      [uuidv7(), Manifest, [shipment]],
    );
  await db.write((tx) => claimScanForm(tx, 300));
  const claimed = await db.rows('select 1 from manifest_forms where claimed_until is not null');
  expect(claimed).toHaveLength(1);
  await db.rows('delete from manifest_forms where shipments && $1', [['shp_1', 'shp_2']]);
  await later();
  await make();
  await floor.led('Depart', { Manifest });
});

test('a form is made once of what is on the manifest, printed with it, and another one of what is added', async () => {
  const orders = [await staged(), await staged()];
  const Manifest = await manifested();
  expect(await formsOf()).toEqual([{ State: 'pending', Boxes: 2, Message: '' }]);
  expect(await pagesOf(Manifest)).toBe(1);
  await manifested();
  await Promise.all([make(), make()]);
  await make();
  expect(requested()).toHaveLength(1);
  expect(await formsOf()).toEqual([{ State: 'made', Boxes: 2, Message: '' }]);
  expect(await pagesOf(Manifest)).toBe(2);
  orders.push(await staged());
  await manifested();
  await make();
  expect(carrier.forms.map(({ shipments }) => shipments.length)).toEqual([2, 1]);
  await floor.led('Depart', { Manifest });
  await make();
  expect(carrier.forms).toHaveLength(2);
  // From the store: the carrier is not asked again.
  const asked = carrier.asked.length;
  expect(await pagesOf(Manifest)).toBe(3);
  expect(carrier.asked).toHaveLength(asked);
  for (const { winery, reference } of orders) expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

test('the manifest is printed also when the stored form cannot be read', async () => {
  await staged();
  const Manifest = await manifested();
  await make();
  await server.environment.db.rows("update manifest_forms set file = '%PDF-broken' where manifest_id = $1", [Manifest]);
  expect(await pagesOf(Manifest)).toBe(1);
  await floor.led('Depart', { Manifest });
});

test('a form that was requested while the clock of the database was ahead is made when it has gone back', async () => {
  await staged();
  const Manifest = await manifested();
  await server.environment.db.rows(
    `update manifest_forms set due_at = now() + interval '1 year', claimed_until = now() + interval '1 year' where manifest_id = $1`,
    [Manifest],
  );
  await make();
  expect(await formsOf()).toMatchObject([{ State: 'made' }]);
  await floor.led('Depart', { Manifest });
});

test('killed between the reply and its record, the form of the carrier is found and read', async () => {
  await staged();
  const Manifest = await manifested();
  const { environment } = server;
  const { db } = environment;
  const dying: typeof db = {
    ...db,
    write: async (work, options) => {
      if (requested().length > 0) throw new Error('killed');
      return await db.write(work, options);
    },
  };
  await expect(makeScanForms({ ...environment, db: dying })).rejects.toThrow('killed');
  expect(await formsOf()).toMatchObject([{ State: 'pending' }]);
  await make();
  expect(await formsOf()).toMatchObject([{ State: 'pending' }]);
  await later();
  await make();
  expect([requested().length, carrier.forms.length]).toEqual([1, 1]);
  expect(await formsOf()).toEqual([{ State: 'made', Boxes: 1, Message: '' }]);
  await floor.led('Depart', { Manifest });
});

test('a request whose reply is lost, and that is carried out after it was looked up, makes no second form', async () => {
  await staged();
  const Manifest = await manifested();
  carrier.interrupt = ({ path }) => (path === '/v2/scan_forms' ? 'hang up' : refusal(503, 'UNAVAILABLE', 'Down.'));
  await make();
  expect(await formsOf()).toMatchObject([
    { State: 'pending', Message: expect.stringContaining('could not be reached') },
  ]);
  // The lost request takes effect between the look-up and the next request.
  carrier.interrupt = (request, usual) => {
    if (request.path !== '/v2/scan_forms') return usual();
    if (carrier.forms.length === 0) usual();
    return usual();
  };
  await later();
  await make();
  expect(carrier.forms).toHaveLength(1);
  expect(await formsOf()).toEqual([{ State: 'made', Boxes: 1, Message: '' }]);
  await floor.led('Depart', { Manifest });
});

test('a refusal is shown in the words of the carrier, is not repeated, and does not keep the manifest', async () => {
  const { winery, reference } = await staged();
  const Manifest = await manifested();
  carrier.interrupt = ({ path }, usual) =>
    path === '/v2/scan_forms' ? refusal(422, 'SCAN_FORM.CREATE.FAILURE', 'Label date is in the past.') : usual();
  await make();
  const refused = [{ State: 'refused', Boxes: 1, Message: 'Label date is in the past.' }];
  expect(await formsOf()).toEqual(refused);
  await manifested();
  await later();
  await make();
  expect([requested().length, await formsOf()]).toEqual([1, refused]);
  expect(await pagesOf(Manifest)).toBe(1);
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

test('a label that is voided before its form is made is left out of it, also when the carrier says so first', async () => {
  const [stays, left, late] = [await staged(), await staged(), await staged()];
  const takeBack = async ({ winery, reference }: typeof left) => {
    const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
    await floor.led('TakeBack', { Orders, Note: 'broken at the dock' });
    await buyAndVoidDueLabels(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  };
  const Manifest = await manifested();
  await takeBack(left);
  let isVoided = false;
  carrier.interrupt = async ({ path, method }, usual) => {
    if (method === 'POST' && path === '/v2/scan_forms' && !isVoided) {
      isVoided = true;
      await takeBack(late);
    }
    return usual();
  };
  await make();
  const Message = 'Left out, because their labels were voided: 2.';
  expect(await formsOf()).toEqual([{ State: 'made', Boxes: 1, Message }]);
  expect(requested()).toHaveLength(2);
  expect(carrier.forms).toHaveLength(1);
  await floor.led('Depart', { Manifest });
  expect(await stays.winery.statusOf(stays.reference)).toBe('SHIPPED');
});

test('a form whose labels are all voided is not requested', async () => {
  const { winery, reference } = await staged();
  carrier.account = 'ca_2';
  await staged();
  const Manifest = await manifested();
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  await floor.led('TakeBack', { Orders, Note: 'broken at the dock' });
  // The carrier refuses to void it: the box stays all the same.
  await server.environment.db.rows("update label_intents set state = 'void_refused' where order_id = $1", [reference]);
  await make();
  const Message = 'All its labels were voided. Left out, because their labels were voided: 1.';
  expect(await formsOf()).toEqual([
    { State: 'refused', Boxes: 0, Message },
    { State: 'made', Boxes: 1, Message: '' },
  ]);
  expect(requested()).toHaveLength(1);
  await floor.led('Depart', { Manifest });
});

test('a form whose file cannot be read is given up after two days', async () => {
  await staged();
  const Manifest = await manifested();
  carrier.interrupt = ({ path }, usual) =>
    path.startsWith('/forms/') ? refusal(404, 'NOT_FOUND', 'Not found.') : usual();
  await make();
  expect(await formsOf()).toMatchObject([
    { State: 'pending', Message: expect.stringContaining('cannot be downloaded') },
  ]);
  await server.environment.db.rows('update manifest_forms set attempts = 49 where manifest_id = $1', [Manifest]);
  await later();
  await make();
  expect(await formsOf()).toMatchObject([
    { State: 'refused', Message: expect.stringMatching(/^Given up after 50 attempts: the form cannot be downloaded/) },
  ]);
  await floor.led('Depart', { Manifest });
});

test('a form that the carrier is making is read again; one that failed is refused', async () => {
  await staged();
  await manifested();
  carrier.form = { status: 'creating', message: null };
  await make();
  expect(await formsOf()).toMatchObject([{ State: 'pending' }]);
  carrier.form = { status: 'failed', message: 'The origin is not served.' };
  await later();
  await make();
  expect(requested()).toHaveLength(1);
  expect(await formsOf()).toEqual([{ State: 'refused', Boxes: 1, Message: 'The origin is not served.' }]);
  await floor.led('Depart', { Manifest: await manifested() });
});

test('each account of the carrier has its form; a carrier without forms is not asked', async () => {
  await staged();
  carrier.account = 'ca_2';
  await staged();
  await staged('FEX');
  const [Manifest, other] = [await manifested(), await manifested('FEX')];
  await make();
  expect(carrier.forms.map(({ shipments }) => shipments.length)).toEqual([1, 1]);
  expect([(await formsOf()).length, await formsOf('FEX')]).toEqual([2, []]);
  expect([await pagesOf(Manifest), await pagesOf(other)]).toEqual([3, 1]);
  for (const each of [Manifest, other]) await floor.led('Depart', { Manifest: each });
});

test('an order that stays behind keeps its form on the next manifest', async () => {
  const { trackingNo, winery, reference } = await staged();
  await staged();
  const first = await manifested();
  await make();
  await floor.pack('CloseOfDay', { Warehouse: worked });
  await floor.led('Depart', { Manifest: first, Missing: [trackingNo] });
  await floor.pack('Stage', { TrackingNumber: trackingNo });
  const second = await manifested();
  await make();
  expect([second === first, carrier.forms.length]).toEqual([false, 1]);
  await floor.led('Depart', { Manifest: second });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

test('what went on the manifest without a form, because its server was killed, is requested when it departs', async () => {
  const { trackingNo } = await staged();
  await staged();
  const Manifest = await manifested();
  await server.environment.db.rows('delete from manifest_forms where manifest_id = $1', [Manifest]);
  await floor.led('Depart', { Manifest, Missing: [trackingNo] });
  await make();
  expect(carrier.forms.map(({ shipments }) => shipments.length)).toEqual([1]);
  await floor.pack('Stage', { TrackingNumber: trackingNo });
  await floor.led('Depart', { Manifest: await manifested() });
});

test('the verification finds a shipment on two forms, and a form of no manifest', async () => {
  const { db } = server.environment;
  const id = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0e1';
  await db.rows(
    `insert into manifest_forms (form_id, manifest_id, shipments, state)
     select $1, gen_random_uuid(), f.shipments, 'pending' from manifest_forms f where f.state = 'made' limit 1`,
    [id],
  );
  expect(await verifyFloor(db)).toEqual(
    expect.arrayContaining([`scan form ${id}: its manifest does not exist`, expect.stringContaining('is on 2 forms')]),
  );
  await db.rows('delete from manifest_forms where form_id = $1', [id]);
});
