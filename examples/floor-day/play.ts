/**
 * Plays the club run through a worked warehouse: a winery announces its wine and sends its orders; people receive, put away,
 * release, pick, pack, manifest, let depart and take returns. Everything of the warehouse is done by the operator interface.
 */
import { randomUUID } from 'node:crypto';
import { requestor, type SentOrder, sendOrders, shipDateMs } from '../club-run/play.ts';
import type { ClubRun, SkuInfo } from '../club-run/samples.ts';
import { openService, type Service } from '../club-run/service.ts';
import { countOf } from './count-of.ts';
import { type Packed, packOrders } from './pack.ts';
import { type Person, type Reply, signIn } from './people.ts';
import { pickWave } from './pick.ts';

export interface Shop {
  readonly warehouse: string;
  readonly customerNo: string;
  readonly run: ClubRun;
  readonly winery: Service;
  readonly admin: Person;
  readonly lead: Person;
  readonly floor: Person;
  readonly log: (line: string) => void;
}

export interface ShippedDay {
  readonly shop: Shop;
  readonly sent: readonly SentOrder[];
  readonly packed: readonly Packed[];
}

export interface FloorDayOptions {
  /** Without a path: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly warehouse: string;
  readonly run: ClubRun;
}

const hour = 3_600;
const week = 7 * 24 * hour;
/** The clock is advanced by at most this many weeks. */
const maxWeeks = 60;

/** Plays the day from the announcement of stock until all orders that may ship are delivered. */
export async function shipFloorDay(options: FloorDayOptions, log: (line: string) => void): Promise<ShippedDay> {
  const shop = await openShop(options, log);
  await receive(shop);
  await putAway(shop);
  log(`sending ${shop.run.orders.length} orders`);
  const sent = await sendOrders(shop.winery, shop.run, () => undefined);
  return { shop, sent, packed: await shipAll(shop, sent) };
}

/** Disables the operators that the day created. */
export async function endDay({ admin, lead, floor }: Shop): Promise<void> {
  for (const { email } of [lead, floor]) await admin('Operators/Disable', { Email: email });
}

/** Creates a worked warehouse with two people, and a winery that announces the stock that its orders need. */
async function openShop(options: FloorDayOptions, log: (line: string) => void): Promise<Shop> {
  const { url, warehouse } = options;
  const base = `${url}/test/operator/v1`;
  const admin = await signIn(base, options.email, options.password);
  const place = { Warehouse: warehouse, ZipCode: '94558', Floor: 'worked', AcceptsReturns: true };
  const { City } = await admin('Warehouses/Set', place);
  log(`warehouse ${warehouse} in ${City} is worked by people`);
  const day = Date.now().toString(36).toUpperCase();
  const person = async (Role: string) => {
    const Email = `${Role}-${day}@floor-day.example`.toLowerCase();
    const { Password } = await admin('Operators/Create', { Email, Role, Warehouses: [warehouse] });
    return await signIn(base, Email, Password);
  };
  const CustomerNo = `FLOOR-${day}`;
  const { UserKey, Password } = await admin('Customers/Create', { CustomerNo, CustomerName: 'Floor Day Cellars' });
  const shop = {
    warehouse,
    customerNo: CustomerNo,
    admin,
    log,
    lead: await person('lead'),
    floor: await person('floor'),
    run: runAt(options.run, warehouse),
    winery: await openService(`${url}/test/v3`, { CustomerNo, UserKey, Password }),
  };
  log(`winery ${CustomerNo} announces ${shop.run.purchaseOrder.ItemsInfo.length} items`);
  for (const SKUInfo of shop.run.skus) await shop.winery.must('SKU/CreateSKU', { RequestorInfo: requestor, SKUInfo });
  await shop.winery.must('InventoryMovement/CreatePurchaseOrder', shop.run.purchaseOrder, 201);
  return shop;
}

/** The run in this warehouse. Its purchase order has the units that the orders need, and three more of each item. */
function runAt(run: ClubRun, warehouse: string): ClubRun {
  const needed = new Map<string, number>();
  for (const { ItemsInfo = [] } of run.orders) {
    for (const { ItemNo, ItemQuantity, QuantityUnit } of ItemsInfo) {
      const sku = run.skus.find((each) => each.ItemNo === ItemNo);
      if (sku === undefined || sku.InventoryManagementType === 'Virtual' || !(ItemQuantity > 0)) continue;
      const units = QuantityUnit === 'WHOLESALE' ? ItemQuantity * unitsPerCase(sku) : ItemQuantity;
      needed.set(ItemNo, (needed.get(ItemNo) ?? 3) + Math.ceil(units));
    }
  }
  const { OrderInfo } = run.purchaseOrder;
  return {
    skus: run.skus.filter((sku) => needed.has(sku.ItemNo) || sku.InventoryManagementType === 'Virtual'),
    purchaseOrder: {
      OrderInfo: { ...OrderInfo, ReceiveToLocation: warehouse } as typeof OrderInfo,
      ItemsInfo: [...needed].map(([ItemNo, ItemQuantity]) => ({ ItemNo, ItemQuantity })),
    },
    orders: run.orders.map((order) => ({
      ...order,
      ShipmentInfo: { ...order.ShipmentInfo, ServiceWarehouseLocation: warehouse } as object,
    })),
  };
}

const unitsPerCase = (sku: SkuInfo | undefined): number => Number(sku?.NumBottleInEachCase ?? 1);

/** The code on the case of an item. */
export const caseCode = (itemNo: string): string => `CASE-${itemNo}`;

/** The number of units that a scan of the case counts; 1 for an item without cases. */
export const unitsInCase = ({ run }: Shop, itemNo: string): number =>
  unitsPerCase(run.skus.find((sku) => sku.ItemNo === itemNo));

/** The codes to scan for this many units: first as many cases as fit, then bottles. */
export function codesOf(shop: Shop, itemNo: string, units: number): string[] {
  const inCase = unitsInCase(shop, itemNo);
  const cases = inCase === 1 ? 0 : Math.floor(units / inCase);
  return [...Array<string>(cases).fill(caseCode(itemNo)), ...Array<string>(units - cases * inCase).fill(itemNo)];
}

/** Sends a scan as a station does; throws unless it was counted. */
export async function scan(
  person: Person,
  operation: string,
  request: { readonly Code: string; readonly [name: string]: string },
): Promise<Reply> {
  const reply = await person(operation, { ScanId: randomUUID(), ...request });
  if (reply.Verdict === 'right' || reply.Verdict === 'done') return reply;
  throw new Error(`${operation} of ${request.Code} is ${reply.Verdict}: ${reply.Message}`);
}

async function receive(shop: Shop): Promise<void> {
  const { warehouse: Warehouse, customerNo: CustomerNo, lead, floor, run, log } = shop;
  const items = run.purchaseOrder.ItemsInfo;
  for (const { ItemNo } of items) {
    const Units = unitsInCase(shop, ItemNo);
    if (Units > 1) await lead('ItemCodes/Set', { CustomerNo, ItemNo, Code: caseCode(ItemNo), Units });
  }
  const name = { Warehouse, CustomerNo, Scan: run.purchaseOrder.OrderInfo.CustomerReferenceNo };
  const { Receipt } = await floor('Receiving/Open', name);
  if (Receipt === undefined) throw new Error(`several purchase orders are called ${name.Scan}`);
  const codes = items.flatMap(({ ItemNo, ItemQuantity }) => codesOf(shop, ItemNo, ItemQuantity));
  for (const Code of codes) await scan(floor, 'Receiving/Scan', { Session: Receipt.Session, Code });
  const finished = await floor('Receiving/Finish', { Session: Receipt.Session });
  if (finished.State !== 'finished') throw new Error(`the receipt is ${finished.State}: ${finished.Message}`);
  log(`purchase order ${finished.OrderNumber}: ${finished.Units} units received with ${codes.length} scans`);
}

/** Puts all units of the winery that are in no bin into bins, one bin for each item and status. */
export async function putAway(shop: Shop): Promise<void> {
  const { warehouse: Warehouse, customerNo: CustomerNo, lead, floor, log } = shop;
  const { Records } = await floor('Bins/ListUnplaced', { Warehouse });
  const unplaced = Records.filter((row: Reply) => row.CustomerNo === CustomerNo);
  let units = 0;
  for (const [index, { ItemNo, InventoryStatus, Unplaced: Quantity }] of unplaced.entries()) {
    const To = `A-${String(index + 1).padStart(2, '0')}`;
    await lead('Locations/Set', { Warehouse, Location: To, WalkOrder: index + 1 });
    const moved = { CustomerNo, ItemNo, InventoryStatus, Quantity };
    await floor('Bins/PutAway', { MoveId: randomUUID(), Warehouse, To, ...moved });
    units += Quantity;
  }
  log(`${countOf(units, 'unit')} put away in ${countOf(unplaced.length, 'bin')}`);
}

/** Ships once a week, until a week after the last ship date in which nothing happened. */
async function shipAll(shop: Shop, sent: readonly SentOrder[]): Promise<Packed[]> {
  const accepted = sent.filter(({ response }) => response.status === 200);
  const lastShipDate = Math.max(0, ...accepted.map(({ body }) => shipDateMs(body)));
  const packed: Packed[] = [];
  await passTime(shop, hour);
  for (let weeks = 1; weeks <= maxWeeks; weeks += 1) {
    packed.push(...(await shipDay(shop)));
    const { Now, Events } = await passTime(shop, week);
    shop.log(`it is ${Now}: ${countOf(Events, 'event')} in a week`);
    if (Events === 0 && Date.parse(Now) > lastShipDate + week * 1000) break;
  }
  return packed;
}

/** Advances the winery's clock. */
const passTime = ({ admin, customerNo: CustomerNo }: Shop, Seconds: number): Promise<Reply> =>
  admin('Simulation/AdvanceClock', { CustomerNo, Seconds });

async function shipDay(shop: Shop): Promise<Packed[]> {
  const { warehouse: Warehouse, customerNo, lead, log } = shop;
  const waiting = { Warehouse, Customers: [customerNo] };
  const { Carriers } = await lead('Floor/ReleasePreview', waiting);
  const packed: Packed[] = [];
  for (const { Carrier } of Carriers) {
    const wave = await lead('Floor/Release', { ...waiting, Carriers: [Carrier], Name: Carrier });
    log(`wave ${wave.Number}, ${Carrier}: ${countOf(wave.Released, 'order')} released`);
    if (wave.Released === 0) continue;
    const picked = await pickWave(shop, wave);
    log(`  ${countOf(picked.units, 'unit')} picked in ${countOf(picked.tasks, 'task')}`);
    const references = wave.Outcomes.flatMap((each: Reply) => (each.Released ? [each.TransactionReferenceNumber] : []));
    const boxed = await packOrders(shop, references);
    packed.push(...boxed);
    const boxes = boxed.reduce((sum, order) => sum + order.boxes.length, 0);
    log(`  ${countOf(boxed.length, 'order')} packed and staged in ${countOf(boxes, 'box', 'boxes')}`);
  }
  if (packed.length > 0) await closeDay(shop);
  return packed;
}

async function closeDay({ warehouse: Warehouse, customerNo, lead, log }: Shop): Promise<void> {
  const { Carriers } = await lead('Floor/CloseOfDay', { Warehouse });
  for (const { Carrier, Staged, Manifested } of Carriers) {
    if (Staged + Manifested === 0) continue;
    const { Manifest: id } = await lead('Floor/Manifest', { Warehouse, Carrier });
    const { Manifest: left, StayedBehind } = await lead('Floor/Depart', { Manifest: id });
    const own = left.Packages.filter((each: Reply) => each.CustomerNo === customerNo).length;
    log(
      `manifest ${left.Number}, ${Carrier}: ${countOf(own, 'box', 'boxes')}, ${left.WeightLb} lb departed, ${StayedBehind.length} stayed`,
    );
  }
}
