/** A winery that counts its stock over HTTP. */
import { balanceOf } from './catalog.ts';
import type { TestServer } from './server.ts';
import { type Json, openWinery } from './winery.ts';

export async function openCountingWinery(server: TestServer, stock = 100) {
  const winery = await openWinery(server, stock);
  const { client, customerNo } = winery;
  const line = (Quantity: number, ItemNo = 'WINE-1', InventoryStatus = 'GOOD-NO-TX') => ({
    ItemNo,
    InventoryStatus,
    Quantity,
  });
  return {
    ...winery,
    line,
    open: (parts: Json = {}) => client.call('Simulation/OpenCount', { Warehouse: 'APC01', ...parts }),
    /** Opens a count, which must succeed, and returns its reference. */
    opened: async (Items: readonly string[] = ['WINE-1']): Promise<string> => {
      const response = await client.call('Simulation/OpenCount', { Warehouse: 'APC01', Items });
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      return response.body.TransactionReferenceNumber;
    },
    record: (CountReference: string, ...Lines: object[]) =>
      client.call('Simulation/RecordCount', { CountReference, Lines }),
    approve: (CountReference: string) => client.call('Simulation/ApproveCount', { CountReference }),
    cancelCount: (CountReference: string) => client.call('Simulation/CancelCount', { CountReference }),
    adjust: (Quantity: number) =>
      client.call('Simulation/AdjustInventory', {
        Warehouse: 'APC01',
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode: 'CORRECTION',
        Items: [{ ItemNo: 'WINE-1', Quantity }],
      }),
    balance: (itemNo = 'WINE-1') => balanceOf(server.environment.db, customerNo, itemNo),
  };
}
