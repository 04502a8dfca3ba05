/** The items and the stock of each customer under load. */
import type { Caller } from '../caller.ts';
import { type CustomerLedger, goodStatus } from '../ledger/ledger.ts';

export const warehouses = ['APC01', 'COB01'] as const;

/** Items whose stock never runs out, so that an order of these alone is never held for inventory. */
export const plentyItems = ['PLENTY-1', 'PLENTY-2', 'PLENTY-3', 'PLENTY-4'] as const;
/** Items with little stock: orders are backordered, and arriving stock is allocated to them. */
export const scarceItems = ['SCARCE-1', 'SCARCE-2'] as const;
/** An item whose stock is changed only by cycle counts. */
export const countedItem = 'COUNTED-1';
/** An item that is produced from PLENTY-3 and PLENTY-4. */
export const setItem = 'GIFT-SET';

const plentyUnits = 900_000;
const scarceUnits = 40;

const requestor = { FirstName: 'Sample', LastName: 'Cellar', EmailAddress: 'cellar@example.com' };

export function skuRequest(itemNo: string): object {
  return {
    RequestorInfo: requestor,
    SKUInfo: {
      ItemCategory: 'Wine',
      ItemNo: itemNo,
      ItemDescription: `Pinot Noir ${itemNo}`,
      Varietal: 'Pinot Noir',
      Value: '31.00',
      UOM: '750',
      NumBottleInEachCase: '12',
    },
  };
}

export function purchaseOrderRequest(
  customerReferenceNo: string,
  warehouse: string,
  status: string,
  lines: readonly { readonly itemNo: string; readonly quantity: number }[],
): object {
  return {
    OrderInfo: {
      CustomerReferenceNo: customerReferenceNo,
      TransportMethod: 'DROPOFF',
      RequestedDate: '11/30/2026',
      ReceiveToLocation: warehouse,
      InventoryStatusCode: status,
      ReferenceNo: 'DOCK',
    },
    ItemsInfo: lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity })),
  };
}

/** Creates the items and receives the first stock. */
export async function stockUp(caller: Caller, ledger: CustomerLedger): Promise<void> {
  const demand = async (name: string, body: object): Promise<unknown> => {
    const response = await caller.call(name, body, { key: caller.newKey() });
    if (response.status >= 300) throw new Error(`${name} was refused: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const items = [...plentyItems, ...scarceItems, countedItem, setItem];
  await Promise.all(
    items.map(async (itemNo) => {
      ledger.addReference(await demand('SKU/CreateSKU', skuRequest(itemNo)), `item ${itemNo}`);
      ledger.items.add(itemNo);
    }),
  );
  for (const warehouse of warehouses) {
    const customerReferenceNo = `FIRST-${warehouse}`;
    const lines = [
      ...plentyItems.map((itemNo) => ({ itemNo, quantity: plentyUnits })),
      ...[...scarceItems, countedItem].map((itemNo) => ({ itemNo, quantity: scarceUnits })),
    ];
    const created = await demand(
      'InventoryMovement/CreatePurchaseOrder',
      purchaseOrderRequest(customerReferenceNo, warehouse, goodStatus, lines),
    );
    ledger.addReference(created, `purchase order ${customerReferenceNo}`);
    await demand('Simulation/ReceivePurchaseOrder', { CustomerReferenceNo: customerReferenceNo });
    for (const { itemNo, quantity } of lines) ledger.post(itemNo, warehouse, goodStatus, quantity);
    ledger.purchaseOrders.push({
      customerReferenceNo,
      warehouse,
      status: goodStatus,
      lines,
      received: new Map(lines.map(({ itemNo, quantity }) => [itemNo, quantity])),
      isCanceled: false,
    });
  }
}
