/** Reads what a label needs to know of orders: a fixed number of statements, whatever the number of orders. */
import { chooseCarrier } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { type OperatorData, readOperatorData } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  type OrderDocument,
  readHolds,
  readSalesOrderDocuments,
  type SalesOrder,
  unitsToShip,
} from '../sales-orders/index.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import {
  type Carriers,
  type Package,
  packagesOf,
  packedLines,
  readPackages,
  shipTo,
  warehouseOf,
} from '../warehouse/index.ts';
import type { JitLabel, LabelFacts } from './jit-label.ts';
import { type LabelDocument, labelDocument } from './label-document.ts';
import { readJitLabels } from './label-store.ts';

export interface LabelReading {
  /** What decides whether the order gets a label. */
  facts(order: SalesOrder): LabelFacts;
  /** What is printed, once that is decided. */
  print(order: SalesOrder, document: OrderDocument, labelId: string, at: Temporal.Instant): LabelDocument;
}

/** About orders that the caller has locked. `customerName` is what their customers call themselves. */
export async function readForLabels(
  tx: Tx,
  orders: readonly SalesOrder[],
  carriers: Carriers,
  customerName: (customerNo: string) => string,
): Promise<LabelReading> {
  const operator = await readOperatorData(tx);
  const labels = new Map((await readJitLabels(tx, orders)).map((label) => [label.orderId, label] as const));
  const documents = await readSalesOrderDocuments(tx, orders);
  const holds = await readHolds(tx, orders);
  const packed = Map.groupBy(await readPackages(tx, orders), (p) => p.orderId);
  const skus = await readSkus(
    tx,
    orders.flatMap((order) => packedLines(order).map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo }))),
  );
  const labelOf = (order: SalesOrder): JitLabel | undefined => labels.get(order.orderId);
  return {
    facts: (order) => ({
      order,
      label: labelOf(order),
      document: documents.get(order.orderId),
      holds: holds.get(order.orderId) ?? [],
      units: packedLines(order).reduce((sum, line) => sum + unitsToShip(line), 0),
      carriers,
    }),
    print: (order, document, labelId, at) => {
      const packages = packed.get(order.orderId) ?? plannedPackages(order, document, at, operator);
      return labelDocument(labelId, {
        order,
        document,
        to: shipTo(document),
        packages,
        warehouse: warehouseOf(order.warehouse, operator),
        customerName: customerName(order.customerNo),
        holdsAlcohol: holdsAlcohol(order, skus),
      });
    },
  };
}

/** As the floor will pack it: the same lines always give the same packages and tracking numbers. */
function plannedPackages(
  order: SalesOrder,
  document: OrderDocument,
  at: Temporal.Instant,
  operator: OperatorData,
): Package[] {
  const chosen = chooseCarrier({ carrier: order.carrier as CarrierCode, service: order.service as CarrierServiceCode });
  return packagesOf({ ...order, ...chosen }, document, at, operator, uuidv7);
}

/** What is not known not to be wine is wine. */
function holdsAlcohol(order: SalesOrder, skus: ReadonlyMap<string, Sku>): boolean {
  return packedLines(order).some(({ itemNo }) => {
    const category = skus.get(skuKeyText({ customerNo: order.customerNo, itemNo }))?.category;
    return category === undefined || category === 'Wine';
  });
}
