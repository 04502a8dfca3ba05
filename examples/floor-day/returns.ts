/** Two returns, which the simulation brings back and inspects: one goes to stock, one back to the winery. */
import type { Packed } from './pack.ts';
import type { Reply } from './people.ts';
import { passTime, type ShippedDay, type Shop } from './play.ts';

export interface ReturnedOrder {
  readonly rmaNumber: string;
  readonly orderNo: string;
  /** Units by item that are in stock again. */
  readonly stocked: ReadonlyMap<string, number>;
}

/** A box is back, inspected and decided within this time. */
const maxWeeks = 10;
const week = 7 * 24 * 3_600;

export async function takeReturns({ shop, packed }: ShippedDay): Promise<ReturnedOrder[]> {
  const [first, second] = packed.filter(({ boxes }) => boxes.length === 1);
  if (first === undefined || second === undefined) throw new Error('fewer than two orders of one box have shipped');
  const announced = [
    await announce(shop, first, 'Return to Inventory'),
    await announce(shop, second, 'Return to Winery'),
  ];
  for (let weeks = 1; weeks <= maxWeeks; weeks += 1) if ((await passTime(shop, week)).Events === 0) break;
  return announced;
}

type Disposition = 'Return to Inventory' | 'Return to Winery';

async function announce(shop: Shop, order: Packed, DispositionCode: Disposition): Promise<ReturnedOrder> {
  const { customerNo: CustomerNo, warehouse: Warehouse, admin, log } = shop;
  const { RMANumber, OrderNo, Lines } = await admin('Simulation/ReturnSalesOrder', {
    ...{ CustomerNo, Warehouse, DispositionCode },
    TransactionReferenceNumber: order.reference,
  });
  const stocked = new Map<string, number>();
  let units = 0;
  for (const { ItemNo, ItemQuantity } of Lines as Reply[]) {
    units += ItemQuantity;
    if (DispositionCode === 'Return to Inventory') stocked.set(ItemNo, (stocked.get(ItemNo) ?? 0) + ItemQuantity);
  }
  log(`${RMANumber} of order ${OrderNo}: ${units} units, ${DispositionCode}`);
  return { rmaNumber: RMANumber, orderNo: OrderNo, stocked };
}
