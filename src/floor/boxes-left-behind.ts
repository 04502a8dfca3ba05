/** Reads boxes that stayed in the warehouse although their carrier has others of their order, which is shipped (decision 42). */
import { assertPresent } from '../lib/assert.ts';
import type { DbReader } from '../platform/db/db.ts';
import { type OrderType, readSalesOrders, type SalesOrderKey } from '../sales-orders/index.ts';
import {
  hasLeft,
  isCanceledStayedPackageSql,
  isLivePackage,
  isStayedPackageSql,
  readPackages,
} from '../warehouse/index.ts';
import { type FoundBox, findBoxesByScan, maxListedFloorWork } from './floor-lists.ts';
import { floorWorkTable } from './floor-store.ts';
import type { FloorWork } from './floor-work.ts';

/** A labeled box that no person has staged. */
export interface MissingBox extends Pick<FloorWork, 'customerNo' | 'orderId' | 'orderNo' | 'carrier'> {
  readonly box: number;
  readonly trackingNo: string;
}

/**
 * The boxes at a warehouse that stayed behind when a scan of another box shipped their order, and that are not staged since, first those
 * that stayed first; at most `maxListedFloorWork`. Found among the packages that stayed and have not left, by their index:
 * `left_behind_at` is kept when the last box has left.
 */
export async function listBoxesLeftBehind(reader: DbReader, warehouse: string): Promise<MissingBox[]> {
  return await reader.rows<MissingBox>(
    `select f.customer_no as "customerNo", f.order_id as "orderId", f.order_no as "orderNo", f.carrier,
            (b.box ->> 'box')::int as box, p.tracking_no as "trackingNo"
       from floor_work f join packages p on p.customer_no = f.customer_no and p.order_id = f.order_id
       cross join lateral jsonb_array_elements(f.boxes) as b (box)
      where f.left_behind_at is not null and f.warehouse = $1 and ${isStayedPackageSql}
        and b.box @> jsonb_build_object('trackingNo', p.tracking_no, 'stagedBy', '')
      order by f.left_behind_at, f.order_id, p.package_no limit ${maxListedFloorWork}`,
    [warehouse],
  );
}

/**
 * A page of a manifest's orders that a scan of the carrier has shipped, and of which packages have not left, sorted by customer and
 * order: at most `limit`, after the order `after`.
 */
export async function listScannedFloorWorkOfManifest(
  reader: DbReader,
  manifestId: string,
  { after, limit }: { readonly after: SalesOrderKey | undefined; readonly limit: number },
): Promise<FloorWork[]> {
  return await floorWorkTable.rows<FloorWork>(
    reader,
    `select ${floorWorkTable.select('f')} from floor_work f
      where f.manifest_id = $1 and f.state = 'departed' and ($2::text is null or (f.customer_no, f.order_id) > ($2, $3::uuid))
        and exists (select from packages p
                     where p.customer_no = f.customer_no and p.order_id = f.order_id and ${isStayedPackageSql})
      order by f.customer_no, f.order_id limit $4`,
    [manifestId, after?.customerNo ?? null, after?.orderId ?? null, limit],
  );
}

/** The tracking numbers of boxes of a manifest's orders that are lost or were unpacked for a return: they did not depart with it. */
export async function listLostTrackingNosOfManifest(reader: DbReader, manifestId: string): Promise<string[]> {
  const rows = await reader.rows<{ trackingNo: string }>(
    `select p.tracking_no as "trackingNo"
       from floor_work f join packages p on p.customer_no = f.customer_no and p.order_id = f.order_id
      where f.manifest_id = $1 and f.state = 'departed' and ${isCanceledStayedPackageSql}`,
    [manifestId],
  );
  return rows.map(({ trackingNo }) => trackingNo);
}

/** The tracking numbers of packages that have left or are canceled, of those of these boxes' orders that have departed. */
export async function findDepartedOrCanceledTrackingNos(
  reader: DbReader,
  boxes: readonly FoundBox[],
): Promise<ReadonlySet<string>> {
  const departed = boxes.flatMap(({ work }) => (work.state === 'departed' ? [work] : []));
  const packages = departed.length === 0 ? [] : await readPackages(reader, departed);
  return new Set(packages.filter((p) => hasLeft(p) || !isLivePackage(p)).map(({ trackingNo }) => trackingNo));
}

/**
 * Why nothing is done with a canceled box of an order that is shipped, and what to do: it was reported lost, or a return has its bottles.
 * `order`: how the message names the order. The bottles of a JIT order were never in the stock.
 */
export function canceledBoxReason(order: string, orderType: OrderType, trackingNo: string): string {
  const why = 'it was reported lost, or a return has its bottles';
  const rest =
    orderType === 'JIT'
      ? 'keep bottles that no return has for customer service, who asks the winery: they were never in the stock'
      : 'add bottles that no return has to the stock';
  return `Box ${trackingNo} of order ${order} is canceled: ${why}. Its label is voided. Open it, and ${rest}.`;
}

/** A canceled box of an order that has departed, and why nothing is done with it. */
interface CanceledBox extends SalesOrderKey {
  readonly reason: string;
}

/** The box that a scan of its label names, of an order that has departed, if it is canceled; undefined for any other. */
export async function findCanceledBox(reader: DbReader, scan: string): Promise<CanceledBox | undefined> {
  const [found] = await findBoxesByScan(reader, [scan], undefined);
  if (found?.work.state !== 'departed') return undefined;
  const { work, trackingNo } = found;
  const own = (await readPackages(reader, [work])).filter((p) => p.trackingNo === trackingNo);
  if (own.length === 0 || own.some(isLivePackage)) return undefined;
  const { customerNo, orderId, orderNo } = work;
  const order = assertPresent((await readSalesOrders(reader, [work]))[0], 'the order of a box');
  return {
    customerNo,
    orderId,
    reason: canceledBoxReason(`${orderNo} of winery ${customerNo}`, order.orderType, trackingNo),
  };
}
