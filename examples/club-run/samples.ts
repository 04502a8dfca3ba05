/** The club run's files and the parts of their shapes that the player looks at. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface SkuInfo {
  readonly ItemNo: string;
  readonly InventoryManagementType?: string;
  /** Items per wholesale case. */
  readonly NumBottleInEachCase?: string;
}

export interface OrderItem {
  readonly ItemNo: string;
  readonly ItemQuantity: number;
  readonly QuantityUnit?: string;
}

export interface PurchaseOrderBody {
  readonly OrderInfo: { readonly CustomerReferenceNo: string };
  readonly ItemsInfo: readonly OrderItem[];
}

export interface SalesOrderBody {
  readonly OrderInfo: { readonly OrderNo: string; readonly TransmissionId?: string; readonly ShipmentKey?: string };
  readonly ShipmentInfo?: { readonly RequestedShipmentDate?: string };
  readonly ItemsInfo?: readonly OrderItem[];
}

export interface ClubRun {
  readonly skus: readonly SkuInfo[];
  readonly purchaseOrder: PurchaseOrderBody;
  /** In the order in which they are sent. */
  readonly orders: readonly SalesOrderBody[];
}

/** Reads the run that stands beside this file. */
export function readClubRun(folder: string = import.meta.dirname): ClubRun {
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const lines = <T>(name: string) =>
    text(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  return {
    skus: lines<SkuInfo>('skus.jsonl'),
    purchaseOrder: JSON.parse(text('purchase-order.json')) as PurchaseOrderBody,
    orders: lines<SalesOrderBody>('club-run.jsonl'),
  };
}
