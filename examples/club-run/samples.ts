/** The club run's files and the parts of their types that the program uses. */
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

/** Reads the club run from this folder. */
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
