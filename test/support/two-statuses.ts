/** A winery whose consumer orders draw an item from two inventory statuses, and people who pick them as the station says. */
import { readPlacementTotals } from '../../src/bins/list-placement.ts';
import { givenStock } from './catalog.ts';
import { mustSucceed, worked } from './floor.ts';
import { signedIn } from './operator.ts';
import type { Picking } from './picking.ts';
import type { TestServer } from './server.ts';
import { editSettings } from './settings.ts';

/** Any JSON that the interface returns. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into replies
export type Json = any;

export type StockByStatus = Readonly<Record<string, number>>;

/** Orders draw the first of these before the second, whose code comes first in the sequence of keys. */
export const [firstStatus, ownStatus] = ['GOOD-NO-TX', 'AGED-NO-TX'];

/** A winery whose consumer orders draw WINE-3 from two statuses. Its stock is what lies in these bins. */
export async function openWineryOfTwoStatuses(
  server: TestServer,
  picking: Picking,
  contents: readonly StockByStatus[],
) {
  const { db } = server.environment;
  const opened = await picking.floor.winery();
  const { customerNo } = opened;
  await editSettings(
    db,
    `insert into customer_inventory_statuses (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid,
                                              returned, damaged)
     values ($1, $2, $2, true, false, true, false, false)`,
    [customerNo, ownStatus],
  );
  const bins: string[] = [];
  for (const [index, content] of contents.entries()) {
    const bin = await picking.bin({ Kind: index === 0 ? 'pick' : 'reserve' });
    bins.push(bin);
    for (const [status, quantity] of Object.entries(content)) {
      await givenStock(db, customerNo, [{ itemNo: 'WINE-3', quantity, warehouse: worked, status }]);
      const place = { Warehouse: worked, Location: bin, CustomerNo: customerNo, ItemNo: 'WINE-3' };
      mustSucceed(
        await picking.floor.lead.call('Locations/SetContent', {
          ...place,
          InventoryStatus: status,
          Quantity: quantity,
        }),
      );
    }
  }
  const ordered = (ItemQuantity: number, status?: string, more: Json[] = []) =>
    opened.waiting({
      ...(status !== undefined && { OrderInfo: { OrderType: 'DTT' } }),
      ItemsInfo: [
        { ItemNo: 'WINE-3', ItemQuantity, ...(status !== undefined && { InventoryTaxStatus: status }) },
        ...more,
      ] as Json,
    });
  const placements = async () => {
    const rows = await readPlacementTotals(db, worked, [{ customerNo, itemNo: 'WINE-3' }]);
    return new Map(rows.map(({ status, onHand, binned, picked }) => [status, { onHand, binned, picked }]));
  };
  const byStatus = async (
    of: (row: { onHand: number; binned: number; picked: number }) => number,
  ): Promise<StockByStatus> => Object.fromEntries([...(await placements())].map(([status, row]) => [status, of(row)]));
  return {
    ...opened,
    bins,
    ordered,
    /** Units of the ledger that are neither in bins nor picked; negative when more are recorded than the ledger has. */
    unplaced: () => byStatus(({ onHand, binned, picked }) => onHand - binned - picked),
    binned: () => byStatus(({ binned }) => binned),
    onHand: () => byStatus(({ onHand }) => onHand),
    takeBack: async (...references: readonly string[]): Promise<Json> => {
      const Orders = references.map((TransactionReferenceNumber) => ({
        CustomerNo: customerNo,
        TransactionReferenceNumber,
      }));
      return await picking.floor.led('TakeBack', { Orders, Note: 'the winery called' });
    },
    holdsShorts: async () => {
      const admin = await signedIn(server, 'admin');
      mustSucceed(
        await admin.call('Customers/Update', { CustomerNo: customerNo, Preferences: { ShortPicks: 'hold' } }),
      );
    },
  };
}

export type WineryOfTwoStatuses = Awaited<ReturnType<typeof openWineryOfTwoStatuses>>;

/** Scans what the station asks for next. */
export async function pickNextScan(picking: Picking, task: Json, tote: string): Promise<Json> {
  const code = task.Next === 'bin' ? task.Current.Location : task.Next === 'tote' ? tote : task.Current.ItemNo;
  return await picking.scan(task.Session, code);
}

/** Scans what the station asks for until the task is done. */
export async function pickWholeTask(picking: Picking, task: Json, tote: string): Promise<void> {
  let now = task;
  while (now.State !== 'done') now = await pickNextScan(picking, now, tote);
}
