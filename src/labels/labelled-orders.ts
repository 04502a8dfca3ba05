/** Reads what a label needs to know of orders: a fixed number of statements, whatever the number of orders. */
import { chooseCarrier, isWillCall } from '../carriers/index.ts';
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
import { readSkus, skuKeyText } from '../skus/index.ts';
import {
  type Carriers,
  isForAdults,
  isInForce,
  isLive,
  type LabelIntent,
  labelsHold,
  lastPackageNo,
  type Package,
  packagesOf,
  packedLines,
  plannedPackage,
  plannedPackages,
  readIntentsOfOrders,
  readPackages,
  readWarehouseAddresses,
  shipTo,
  warehouseOf,
} from '../warehouse/index.ts';
import type { JitLabel, LabelFacts } from './jit-label.ts';
import { type LabelDocument, labelDocument } from './label-document.ts';
import { readJitLabels } from './label-store.ts';

/** The packages of an order, each with its tracking number, and where the carrier keeps their labels: '' where none does. */
export interface LabelledPackages {
  readonly packages: readonly Package[];
  readonly labelUrls: readonly string[];
  /** The name of the order's label that the carrier was told to print; absent where none was. */
  readonly printed?: string;
}

export interface LabelReading {
  /** What decides whether the order gets a label. */
  facts(order: SalesOrder): LabelFacts;
  /** What is labelled, once that is decided; undefined while labels are to be bought for it first. */
  packages(order: SalesOrder, document: OrderDocument, at: Temporal.Instant): LabelledPackages | undefined;
  /** How many packages there will be. */
  packagesToPack(order: SalesOrder): number;
  /** What is printed. */
  print(order: SalesOrder, document: OrderDocument, labelId: string, packages: readonly Package[]): LabelDocument;
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
  const isBuying = carriers === 'gateway';
  const addresses = isBuying ? await readWarehouseAddresses(tx) : undefined;
  const intents = isBuying ? (await readIntentsOfOrders(tx, orders)).filter(isInForce) : [];
  const intentsOf = Map.groupBy(intents, (intent) => intent.orderId);
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
      hasSender: addresses?.has(order.warehouse) ?? true,
    }),
    packages: (order, document, at) => {
      const before = packed.get(order.orderId) ?? [];
      const live = before.filter(isLive);
      const bought = intentsOf.get(order.orderId) ?? [];
      if (live.length > 0) return isLabelled(live, order) ? withUrls(live, bought) : undefined;
      if (!isBuying || isWillCall(order.carrier as CarrierCode)) {
        return withUrls(simulatedPackages(order, document, at, operator, lastPackageNo(before)), []);
      }
      const isBought = bought.every(({ state }) => state === 'bought') && labelsHold(order, document, bought);
      if (!isBought) return undefined;
      return withUrls(
        bought.map((intent) => plannedPackage(intent, at, undefined)),
        bought,
      );
    },
    packagesToPack: (order) => plannedPackages(order, undefined, order.acceptedAt, operator, uuidv7).length,
    print: (order, document, labelId, packages) =>
      labelDocument(labelId, {
        order,
        document,
        to: shipTo(document),
        packages,
        warehouse: warehouseOf(order.warehouse, operator),
        customerName: customerName(order.customerNo),
        holdsAlcohol: packedLines(order).some(({ itemNo }) =>
          isForAdults(skus.get(skuKeyText({ customerNo: order.customerNo, itemNo }))),
        ),
      }),
  };
}

/** A package whose label is bought anew has no tracking number meanwhile. */
function isLabelled(packages: readonly Package[], order: SalesOrder): boolean {
  return isWillCall(order.carrier as CarrierCode) || packages.every(({ trackingNo }) => trackingNo !== '');
}

function withUrls(packages: readonly Package[], bought: readonly LabelIntent[]): LabelledPackages {
  const urlOf = new Map(bought.map(({ plan, labelUrl }) => [plan.packageId, labelUrl]));
  const printed = bought.find(({ plan }) => plan.printed !== undefined)?.plan.printed;
  const labelUrls = packages.map(({ packageId }) => urlOf.get(packageId) ?? '');
  return { packages, labelUrls, ...(printed !== undefined && { printed }) };
}

/** As the floor will pack it: the same lines always give the same packages and tracking numbers. */
function simulatedPackages(
  order: SalesOrder,
  document: OrderDocument,
  at: Temporal.Instant,
  operator: OperatorData,
  afterNo: number,
): Package[] {
  const chosen = chooseCarrier({ carrier: order.carrier as CarrierCode, service: order.service as CarrierServiceCode });
  return packagesOf({ ...order, ...chosen }, document, at, operator, uuidv7, afterNo);
}
