/**
 * What must become of every order of the club run, by the interface and the decisions alone: nothing of the server is
 * used here. The rules are those that the run's mistakes touch, no more.
 */
import type { ClubRun, SalesOrderBody, SkuInfo } from '../../examples/club-run/samples.ts';

export type HoldCause = 'requested' | 'no items' | 'address';

export type Expected =
  | { readonly becomes: 'accepted'; readonly holds: readonly HoldCause[] }
  /** Answers the reference of that line. */
  | { readonly becomes: 'repeat'; readonly ofLine: number }
  /** 400 `DuplicateOrder` that names the reference of that line. */
  | { readonly becomes: 'duplicate'; readonly ofLine: number }
  /** 400 with exactly these fields. */
  | { readonly becomes: 'refused'; readonly fields: readonly string[] };

/** By line, from 0. */
export function expectClubRun({ skus, orders }: ClubRun): Expected[] {
  const catalog = new Map(skus.map((sku) => [sku.ItemNo, sku]));
  const firstByName = new Map<string, number>();
  return orders.map((order, index): Expected => {
    const fields = faultyFields(order, catalog);
    if (fields.length > 0) return { becomes: 'refused', fields };
    const { OrderNo, ShipmentKey = '', TransmissionId = '' } = order.OrderInfo;
    const names = [`order ${OrderNo} ${ShipmentKey}`, `transmission ${TransmissionId}`];
    const first = names.map((name) => firstByName.get(name)).find((line) => line !== undefined);
    if (first !== undefined) {
      const same = content(order) === content(orders[first] as SalesOrderBody);
      return { becomes: same ? 'repeat' : 'duplicate', ofLine: first };
    }
    for (const name of names) firstByName.set(name, index);
    return { becomes: 'accepted', holds: holdsOf(order) };
  });
}

/** Units of stock that the order asks for, by item. */
export function wantedUnits(order: SalesOrderBody, skus: readonly SkuInfo[]): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const { ItemNo, ItemQuantity, QuantityUnit } of order.ItemsInfo ?? []) {
    const perCase = Number(skus.find((sku) => sku.ItemNo === ItemNo)?.NumBottleInEachCase);
    const units = QuantityUnit === 'WHOLESALE' ? ItemQuantity * perCase : ItemQuantity;
    wanted.set(ItemNo, (wanted.get(ItemNo) ?? 0) + units);
  }
  return wanted;
}

/** Everything that the caller wants, however it was transmitted. */
function content(order: SalesOrderBody): string {
  const { TransmissionId: _, ...info } = order.OrderInfo;
  return JSON.stringify({ ...order, OrderInfo: info });
}

interface Sent extends SalesOrderBody {
  readonly OrderInfo: SalesOrderBody['OrderInfo'] & {
    readonly GiftCard?: number;
    readonly GiftCardMessage?: string;
    readonly HoldOrder?: boolean | 0 | 1;
  };
  readonly HoldOrder?: boolean | 0 | 1;
  readonly RecipientContactInfo: { readonly State: string; readonly ZipCode: string };
}

/** Decisions 3 and 4: all the rules of form first; unknown items are reported when there are no others. */
function faultyFields(order: SalesOrderBody, catalog: ReadonlyMap<string, SkuInfo>): string[] {
  const { OrderInfo: info, ShipmentInfo: shipment, ItemsInfo: items = [] } = order as Sent;
  const fields: string[] = [];
  if (info.GiftCard === 1 && !info.GiftCardMessage) fields.push('OrderInfo.GiftCardMessage');
  const shipDate = shipment?.RequestedShipmentDate;
  if (shipDate !== undefined && !isDay(shipDate)) fields.push('ShipmentInfo.RequestedShipmentDate');
  items.forEach(({ ItemQuantity }, i) => {
    if (!Number.isInteger(ItemQuantity) || ItemQuantity < 1) fields.push(`ItemsInfo[${i}].ItemQuantity`);
  });
  if (fields.length > 0) return fields;
  items.forEach(({ ItemNo }, i) => {
    if (!catalog.has(ItemNo)) fields.push(`ItemsInfo[${i}].ItemNo`);
  });
  return fields;
}

/** MM/DD/YYYY of a day that exists. */
function isDay(text: string): boolean {
  const [month, day, year] = text.split('/').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function holdsOf(order: SalesOrderBody): HoldCause[] {
  const { OrderInfo: info, HoldOrder, ItemsInfo, RecipientContactInfo: recipient } = order as Sent;
  const holds: HoldCause[] = [];
  if (HoldOrder || info.HoldOrder) holds.push('requested');
  if (ItemsInfo === undefined) holds.push('no items');
  const area = zipAreas[Number(recipient.ZipCode.charAt(0))] as string;
  if (!area.split(' ').includes(recipient.State)) holds.push('address');
  return holds;
}

/** The states of each first digit of a ZIP code, as the post office divides the country; 06390 is New York's, 885 El Paso's. */
const zipAreas: readonly string[] = [
  'CT MA ME NH NJ RI VT NY',
  'DE NY PA',
  'DC MD NC SC VA WV',
  'AL FL GA MS TN',
  'IN KY MI OH',
  'IA MN MT ND SD WI',
  'IL KS MO NE',
  'AR LA OK TX',
  'AZ CO ID NM NV UT WY TX',
  'AK CA HI OR WA',
];
