/** Gives every customer of the bench its sixty items and stock that will not run out, through the interface. */
import { authentication, itemNos } from './orders.ts';
import type { ServerReady } from './ready.ts';

const atOnce = 16;
export const suppliedUnitsPerItem = 1_000_000;

export async function supplyCustomers({ address, customers }: ServerReady): Promise<void> {
  const left = customers.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const customer of left) await supplyCustomer(`${address}/test/v3/api/`, customer);
    }),
  );
}

async function supplyCustomer(base: string, customer: ServerReady['customers'][number]): Promise<void> {
  const call = async (operation: string, expected: number, body: object): Promise<void> => {
    const response = await fetch(base + operation, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `ServiceAuth ${customer.accessToken}` },
      body: JSON.stringify({ Authentication: authentication(customer), ...body }),
    });
    const text = await response.text();
    if (response.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000));
      await call(operation, expected, body);
      return;
    }
    if (response.status !== expected) throw new Error(`${operation} replied ${response.status}: ${text}`);
  };
  const RequestorInfo = { FirstName: 'Bench', LastName: 'Bench', EmailAddress: 'bench@winery.example' };
  await Promise.all(
    itemNos.map((ItemNo) =>
      call('SKU/CreateSKU', 200, {
        RequestorInfo,
        SKUInfo: {
          ItemCategory: 'Wine',
          ItemNo,
          ItemDescription: `Cabernet Sauvignon ${ItemNo}`,
          Varietal: 'Cabernet Sauvignon',
          Value: '65.50',
          AlcoholByVolume: '14.1',
          UOM: '750',
          NumBottleInEachCase: '12',
        },
      }),
    ),
  );
  const CustomerReferenceNo = 'BENCH-INBOUND';
  await call('InventoryMovement/CreatePurchaseOrder', 201, {
    OrderInfo: {
      CustomerReferenceNo,
      TransportMethod: 'DROPOFF',
      RequestedDate: '11/16/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'BENCH',
    },
    ItemsInfo: itemNos.map((ItemNo) => ({ ItemNo, ItemQuantity: suppliedUnitsPerItem })),
  });
  await call('Simulation/ReceivePurchaseOrder', 200, { CustomerReferenceNo });
}
