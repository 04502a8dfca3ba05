/** The record of a balance as GetStatus lists it (interface: Inventory; decision 9). Pure. */
import Type, { type Static } from 'typebox';
import type { Caller } from '../platform/http/operation.ts';
import type { Sku } from '../skus/index.ts';
import type { InventoryBalanceRow } from './balance-reads.ts';

const units = (description: string) => Type.Integer({ description: `${description}, in units of the item.` });

export const InventoryStatusRecord = Type.Object(
  {
    CustomerNo: Type.String({ description: 'Customer.' }),
    CustomerName: Type.String({ description: "Customer's name." }),
    ItemNo: Type.String({ description: 'Item number.' }),
    ItemDescription: Type.String({ description: 'Item description.' }),
    ItemUnit: Type.String({ description: 'Unit of measure.' }),
    InventoryWarehouse: Type.String({ description: 'Warehouse code.' }),
    InventoryStatus: Type.String({ description: 'Inventory status code.' }),
    OnHandQuantity: units('In the warehouse; reduced when a package ships'),
    ReservedQuantity: units('Reserved on orders'),
    AvailableQuantity: units('On hand and not reserved'),
    BackOrderQuantity: units('Backordered'),
    OpenPOQuantity: units('On inbound purchase orders, not received'),
    TransferQuantity: units('On transfer orders that are in transit to the warehouse'),
    TranferQuantity: units('TransferQuantity, under the spelling that existing clients read'),
    IncomingAvailable: units('Inbound on purchase orders and transfers, not needed for backorders'),
    IncomingPreReserved: units('Inbound on purchase orders and transfers, needed for backorders'),
    Oversold: units('Backordered and not inbound'),
  },
  { title: 'WarehouseInventoryStatus' },
);

export const inventoryStatusExample: Static<typeof InventoryStatusRecord> = {
  CustomerNo: 'W100',
  CustomerName: 'Sample Winery',
  ItemNo: '23PIN-01',
  ItemDescription: '2023 Pinot Noir Estate 750ml',
  ItemUnit: '750',
  InventoryWarehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  OnHandQuantity: 1200,
  ReservedQuantity: 36,
  AvailableQuantity: 1164,
  BackOrderQuantity: 0,
  OpenPOQuantity: 600,
  TransferQuantity: 120,
  TranferQuantity: 120,
  IncomingAvailable: 720,
  IncomingPreReserved: 0,
  Oversold: 0,
};

export function inventoryStatusRecord(
  row: InventoryBalanceRow,
  caller: Pick<Caller, 'customerNo' | 'customerName'>,
  sku: Sku | undefined,
): Static<typeof InventoryStatusRecord> {
  const incoming = row.expected + row.inTransit;
  const preReserved = Math.min(incoming, row.backOrdered);
  return {
    CustomerNo: caller.customerNo,
    CustomerName: caller.customerName,
    ItemNo: row.itemNo,
    ItemDescription: sku?.description ?? '',
    ItemUnit: sku?.uom ?? '',
    InventoryWarehouse: row.warehouse,
    InventoryStatus: row.status,
    OnHandQuantity: row.onHand,
    ReservedQuantity: row.reserved,
    AvailableQuantity: Math.max(0, row.onHand - row.reserved),
    BackOrderQuantity: row.backOrdered,
    OpenPOQuantity: row.expected,
    TransferQuantity: row.inTransit,
    TranferQuantity: row.inTransit,
    IncomingAvailable: incoming - preReserved,
    IncomingPreReserved: preReserved,
    Oversold: row.backOrdered - preReserved,
  };
}
