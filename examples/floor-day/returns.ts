/** Two returns at the returns station: one goes back to stock, one with a broken bottle goes back to the winery. */
import { randomUUID } from 'node:crypto';
import { countOf } from './count-of.ts';
import type { Packed } from './pack.ts';
import type { Reply } from './people.ts';
import { type ShippedDay, type Shop, scan } from './play.ts';

export interface ReturnedOrder {
  readonly rmaNumber: string;
  readonly orderNo: string;
  /** Units by item that are in stock again. */
  readonly stocked: ReadonlyMap<string, number>;
}

export async function takeReturns({ shop, packed }: ShippedDay): Promise<ReturnedOrder[]> {
  const [first, second] = packed.filter(({ boxes }) => boxes.length === 1);
  if (first === undefined || second === undefined) throw new Error('fewer than two orders of one box have shipped');
  return [await takeReturn(shop, first, 'Return to Inventory'), await takeReturn(shop, second, 'Return to Winery')];
}

type Disposition = 'Return to Inventory' | 'Return to Winery';

async function takeReturn(shop: Shop, order: Packed, DispositionCode: Disposition): Promise<ReturnedOrder> {
  const { customerNo: CustomerNo, warehouse: Warehouse, admin, floor, log } = shop;
  await admin('Returns/Announce', { CustomerNo, TransactionReferenceNumber: order.reference, Warehouse });
  const [box] = order.boxes;
  const { Return } = await floor('Returns/Find', { Warehouse, Scan: box?.trackingNumber });
  const key = { CustomerNo, TransactionReferenceNumber: Return.TransactionReferenceNumber };
  let state = await floor('Returns/Receive', { ...key, Warehouse });
  const isDamaged = DispositionCode === 'Return to Winery';
  let scanned = 0;
  for (const { ItemNo, Expected } of state.Lines) {
    for (let unit = 0; unit < Expected; unit += 1) {
      const condition = isDamaged && scanned === 0 ? { InventoryStatusCode: 'RDMG-NO-TX' } : {};
      state = await scan(floor, 'Returns/Scan', { ...key, Code: ItemNo, ...condition });
      scanned += 1;
    }
  }
  state = await floor('Returns/Inspected', key);
  if (state.Status !== 'AWAITING DISPOSITION')
    throw new Error(`${state.RMANumber} is ${state.Status}: ${state.Message}`);
  state = await floor('Returns/Dispose', { ...key, ScanId: randomUUID(), DispositionCode });
  if (state.Status !== 'CLOSED') throw new Error(`${state.RMANumber} is ${state.Status}: ${state.Message}`);
  log(
    `${state.RMANumber} of order ${state.OrderNo}: ${countOf(scanned, 'unit')}${isDamaged ? ', one damaged' : ''}, ${DispositionCode}`,
  );
  const stocked = new Map<string, number>();
  for (const { ItemNo, Quantity } of isDamaged ? [] : (state.Findings as Reply[])) {
    stocked.set(ItemNo, (stocked.get(ItemNo) ?? 0) + Quantity);
  }
  return { rmaNumber: state.RMANumber, orderNo: state.OrderNo, stocked };
}
