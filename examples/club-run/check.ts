/**
 * The result of the club run and its failed checks. Pure.
 *
 * Every accepted order is held or was delivered with exactly its bottles; repeats, and only repeats, returned their first
 * reference; every error has a reason; received, shipped, promised and on-hand quantities agree.
 */
import type { Played, SentOrder, StockRow, TrackingRecord } from './play.ts';
import type { OrderItem, SkuInfo } from './samples.ts';
import type { Refusal } from './service.ts';

export interface Group {
  readonly name: string;
  readonly count: number;
  /** A description of the first one. */
  readonly example: string;
}

export interface ClubRunResult {
  readonly sent: number;
  readonly accepted: number;
  readonly repeats: number;
  readonly delivered: number;
  readonly packages: number;
  readonly held: readonly Group[];
  readonly refused: readonly Group[];
  /** This and the next three are units of stock. */
  readonly received: number;
  readonly shipped: number;
  readonly reserved: number;
  readonly onHand: number;
  /** One sentence each; empty if all checks pass. */
  readonly faults: readonly string[];
}

export function checkClubRun(played: Played): ClubRunResult {
  const faults: string[] = [];
  const { accepted, repeats, refused } = sortAnswers(played.sent, faults);
  const orders = checkArrivals(accepted, played, faults);
  return {
    sent: played.sent.length,
    accepted: accepted.length,
    repeats,
    ...orders,
    refused: groupRefusals(refused, faults),
    ...checkStock(accepted, played, faults),
    faults,
  };
}

function sortAnswers(sent: readonly SentOrder[], faults: string[]) {
  const firstBy = new Map<unknown, SentOrder>();
  const accepted: SentOrder[] = [];
  const refused: SentOrder[] = [];
  let repeats = 0;
  const referenceOf = new Map<string, unknown>();
  for (const order of sent) {
    const { status, body: reference } = order.response;
    if (status !== 200) {
      refused.push(order);
      continue;
    }
    const text = JSON.stringify(order.body);
    const first = firstBy.get(reference);
    if (typeof reference !== 'string' || reference === '') {
      faults.push(`${named(order)} was accepted without a reference`);
    } else if (first !== undefined) {
      repeats += 1;
      if (JSON.stringify(first.body) !== text) faults.push(`${named(order)} was answered as ${named(first)}`);
    } else {
      firstBy.set(reference, order);
      accepted.push(order);
      if (referenceOf.has(text)) faults.push(`${named(order)} is a repeat and was accepted as a new order`);
      referenceOf.set(text, reference);
    }
  }
  return { accepted, repeats, refused };
}

function groupRefusals(refused: readonly SentOrder[], faults: string[]): Group[] {
  const groups = new Grouping();
  for (const order of refused) {
    const { Code, Reason, Errors } = order.response.body as Partial<Refusal>;
    if (order.response.status !== 400 || !Code || !Reason || !Array.isArray(Errors) || Errors.length === 0) {
      faults.push(`${named(order)} was refused without saying why: ${JSON.stringify(order.response)}`);
    }
    const fields = new Set((Errors ?? []).map((error) => `${error.Field.replace(/\[\d+\]/g, '[]')} ${error.Code}`));
    groups.add([...fields].sort().join(', ') || `${order.response.status} ${Code}`, `${named(order)}: ${Reason}`);
  }
  return groups.list();
}

/** Checks that every order of a number is held, or that all its items are in delivered packages. */
function checkArrivals(accepted: readonly SentOrder[], { run, tracking }: Played, faults: string[]) {
  const held = new Grouping();
  let delivered = 0;
  let packages = 0;
  for (const [orderNo, orders] of Map.groupBy(accepted, ({ body }) => body.OrderInfo.OrderNo)) {
    const records = tracking.get(orderNo) ?? [];
    if (records.length === 0) faults.push(`order ${orderNo} cannot be tracked`);
    const waiting = records.filter(({ Status }) => Status.startsWith('ON '));
    const moving = records.filter((record) => !waiting.includes(record));
    for (const { Status, StatusDescription } of waiting) {
      const [cause = ''] = StatusDescription.split('. ');
      held.add(`${Status}: ${cause}`, `order ${orderNo}: ${StatusDescription}`);
    }
    if (waiting.length > orders.length) faults.push(`order ${orderNo} is held ${waiting.length} times`);
    const late = moving.filter(({ Status, TrackingNo }) => Status !== 'DELIVERED' || TrackingNo === '');
    if (late.length > 0)
      faults.push(`order ${orderNo} has not arrived: ${late.map(({ Status }) => Status).join(', ')}`);
    packages += moving.length;
    if (waiting.length === orders.length) {
      if (moving.length > 0) faults.push(`order ${orderNo} is held and has packages`);
      continue;
    }
    delivered += late.length === 0 ? orders.length - waiting.length : 0;
    if (waiting.length > 0) continue;
    const wanted = units(
      orders.flatMap(({ body }) => body.ItemsInfo ?? []),
      run.skus,
    );
    faults.push(...differences(`order ${orderNo}`, 'wants', wanted, 'packed', packed(moving)));
  }
  return { held: held.list(), delivered, packages };
}

function checkStock(accepted: readonly SentOrder[], { run, stock, transactions }: Played, faults: string[]) {
  const ordered = units(run.purchaseOrder.ItemsInfo, run.skus);
  const wanted = units(
    accepted.flatMap(({ body }) => body.ItemsInfo ?? []),
    run.skus,
  );
  const posted = (type: string) =>
    sums(transactions.filter((t) => t.TransactionType === type).map((t) => [t.ItemNo, t.Quantity]));
  const received = posted('Purchase Order');
  const shipped = new Map([...posted('Sales order')].map(([itemNo, quantity]) => [itemNo, -quantity]));
  const rows = (of: (row: StockRow) => number) => sums(stock.map((row) => [row.ItemNo, of(row)]));
  const onHand = rows((row) => row.OnHandQuantity);
  const reserved = rows((row) => row.ReservedQuantity);
  const backOrder = rows((row) => row.BackOrderQuantity);
  const minus = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
    sums([...a, ...[...b].map(([itemNo, n]): [string, number] => [itemNo, -n])]);
  faults.push(
    ...differences('item', 'ordered', ordered, 'received', received),
    ...differences('item', 'received less shipped', minus(received, shipped), 'on hand', onHand),
    ...differences(
      'item',
      'wanted less shipped',
      minus(wanted, shipped),
      'promised',
      sums([...reserved, ...backOrder]),
    ),
    ...differences(
      'item',
      'on hand less reserved',
      minus(onHand, reserved),
      'available',
      rows((r) => r.AvailableQuantity),
    ),
    ...differences(
      'item',
      'inbound',
      new Map(),
      'open on purchase orders',
      rows((row) => row.OpenPOQuantity),
    ),
  );
  return { received: total(received), shipped: total(shipped), reserved: total(reserved), onHand: total(onHand) };
}

/** Units of stock that the lines need: a case counts as its bottles, virtual items as none. */
function units(lines: readonly OrderItem[], skus: readonly SkuInfo[]): Map<string, number> {
  const catalog = new Map(skus.map((sku) => [sku.ItemNo, sku]));
  return sums(
    lines
      .filter(({ ItemNo }) => catalog.get(ItemNo)?.InventoryManagementType !== 'Virtual')
      .map(({ ItemNo, ItemQuantity, QuantityUnit }) => {
        const perCase = Number(catalog.get(ItemNo)?.NumBottleInEachCase ?? 1);
        return [ItemNo, ItemQuantity * (QuantityUnit === 'WHOLESALE' ? perCase : 1)];
      }),
  );
}

function packed(records: readonly TrackingRecord[]): Map<string, number> {
  return sums(records.flatMap((record) => record.PackageItems.map((item) => [item.ItemNo, Number(item.Quantity)])));
}

/** Sums by name. */
function sums(entries: Iterable<readonly [string, number]>): Map<string, number> {
  const result = new Map<string, number>();
  for (const [name, n] of entries) result.set(name, (result.get(name) ?? 0) + n);
  return result;
}

const total = (quantities: ReadonlyMap<string, number>) => [...quantities.values()].reduce((sum, n) => sum + n, 0);

function differences(
  subject: string,
  oneName: string,
  one: ReadonlyMap<string, number>,
  otherName: string,
  other: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((itemNo) => (one.get(itemNo) ?? 0) !== (other.get(itemNo) ?? 0))
    .map(
      (itemNo) => `${subject}, ${itemNo}: ${oneName} ${one.get(itemNo) ?? 0}, ${otherName} ${other.get(itemNo) ?? 0}`,
    );
}

const named = ({ line, body }: SentOrder) => `order ${body.OrderInfo.OrderNo} (line ${line})`;

class Grouping {
  readonly #groups = new Map<string, { name: string; count: number; example: string }>();

  add(name: string, example: string): void {
    const group = this.#groups.get(name);
    if (group === undefined) this.#groups.set(name, { name, count: 1, example });
    else group.count += 1;
  }

  list(): Group[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }
}
