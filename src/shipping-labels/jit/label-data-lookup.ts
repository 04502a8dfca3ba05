/** Reads the data of orders' labels: a fixed number of statements. */
import { chooseSandboxService, isWillCallCarrier, toCarrierAndService } from '../../carriers/index.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { type OperatorSettings, readOperatorSettings } from '../../operator-settings/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import {
  computeLineUnitsToShip,
  isOpenOrderStatus,
  type OrderDetails,
  readHolds,
  readOrderDetails,
  type SalesOrder,
} from '../../sales-orders/index.ts';
import { formatSkuKey, isForAdults, readSkus } from '../../skus/index.ts';
import {
  type CarrierMode,
  isLivePackage,
  lastPackageNoOf,
  type Package,
  planPackages,
  planSandboxPackages,
  readPackages,
  selectLinesToPack,
  shipToAddressOf,
  warehouseByCode,
} from '../../warehouse/index.ts';
import { readLabelIntentsOfOrders } from '../label-intent-store.ts';
import {
  areLabelsCurrent,
  computeCurrentShipDate,
  isLabelInForce,
  type LabelIntent,
  packageOfLabelIntent,
} from '../label-plan.ts';
import type { CarrierLabel } from './carrier-labels.ts';
import { decideJitLabel, type JitLabel, type JitLabelInput } from './jit-label.ts';
import { readJitLabelsOfOrders } from './jit-label-store.ts';
import { assembleLabelContent, computeLabelContentHash, type LabelContent } from './label-content.ts';

/** The packages of an order with tracking numbers, and their carrier labels (undefined for none). */
interface LabeledPackages {
  readonly packages: readonly Package[];
  readonly carrierLabels: readonly (CarrierLabel | undefined)[];
  /** The label id that the carrier printed; absent for none. */
  readonly printed?: string;
}

/** The label data of orders that were read together. */
export interface LabelDataLookup {
  /** The input of `decideJitLabel`. */
  input(order: SalesOrder): JitLabelInput;
  /** The packages to label; undefined while labels have to be bought first. */
  packages(order: SalesOrder, details: OrderDetails, at: Temporal.Instant): LabeledPackages | undefined;
  /** Whether the order has packages; then `packages` plans none. */
  isPacked(order: SalesOrder): boolean;
  /** The number of packages to pack. */
  packagesToPack(order: SalesOrder): number;
  /** The content to print. */
  print(order: SalesOrder, details: OrderDetails, labelId: string, packages: readonly Package[]): LabelContent;
}

/** Reads the label data of orders that the caller has locked, or on a snapshot. `customerName` returns the customer's own name. */
export async function readLabelData(
  tx: DbReader,
  orders: readonly SalesOrder[],
  carriers: CarrierMode,
  customerName: (customerNo: string) => string,
): Promise<LabelDataLookup> {
  const operator = await readOperatorSettings(tx);
  const labels = new Map((await readJitLabelsOfOrders(tx, orders)).map((label) => [label.orderId, label] as const));
  const detailsByOrder = await readOrderDetails(tx, orders);
  const holds = await readHolds(tx, orders);
  const packed = Map.groupBy(await readPackages(tx, orders), (p) => p.orderId);
  // While no carrier is connected, labels that were bought before stay in use.
  const isBuying = carriers !== 'sandbox';
  const addresses = isBuying ? operator.warehouseAddresses : undefined;
  const intents = isBuying ? (await readLabelIntentsOfOrders(tx, orders)).filter(isLabelInForce) : [];
  const intentsOf = Map.groupBy(intents, (intent) => intent.orderId);
  const skus = await readSkus(
    tx,
    orders.flatMap((order) => selectLinesToPack(order).map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo }))),
  );
  const labelOf = (order: SalesOrder): JitLabel | undefined => labels.get(order.orderId);
  const areBought = (order: SalesOrder, details: OrderDetails | undefined, labels: readonly LabelIntent[]): boolean =>
    labels.every(({ state }) => state === 'bought') && areLabelsCurrent(order, details, labels);
  const hasLabels = (order: SalesOrder): boolean => {
    const live = (packed.get(order.orderId) ?? []).filter(isLivePackage);
    if (live.length > 0) return isLabeled(live, order);
    return areBought(order, detailsByOrder.get(order.orderId), intentsOf.get(order.orderId) ?? []);
  };
  return {
    input: (order) => ({
      order,
      label: labelOf(order),
      details: detailsByOrder.get(order.orderId),
      holds: holds.get(order.orderId) ?? [],
      units: selectLinesToPack(order).reduce((sum, line) => sum + computeLineUnitsToShip(line), 0),
      carriers,
      isLabeled: carriers === 'none' && hasLabels(order),
      hasShipFromAddress: addresses?.has(order.warehouse) ?? true,
    }),
    packages: (order, details, at) => {
      const before = packed.get(order.orderId) ?? [];
      const live = before.filter(isLivePackage);
      const bought = intentsOf.get(order.orderId) ?? [];
      if (live.length > 0) return isLabeled(live, order) ? withCarrierLabels(live, bought) : undefined;
      if (!isBuying || isWillCallCarrier(order.carrier)) {
        return withCarrierLabels(simulatedPackages(order, details, at, operator, lastPackageNoOf(before)), []);
      }
      if (!areBought(order, details, bought)) return undefined;
      return withCarrierLabels(
        bought.map((intent) =>
          packageOfLabelIntent(intent, at, computeCurrentShipDate(intent, order, at, operator), undefined),
        ),
        bought,
      );
    },
    isPacked: (order) => (packed.get(order.orderId) ?? []).some(isLivePackage),
    packagesToPack: (order) => planPackages(order, undefined, order.acceptedAt, operator, uuidv7).length,
    print: (order, details, labelId, packages) =>
      assembleLabelContent(labelId, {
        order,
        details,
        to: shipToAddressOf(details, order.orderType),
        packages,
        warehouse: warehouseByCode(order.warehouse, operator),
        shipFrom: operator.warehouseAddresses.get(order.warehouse),
        customerName: customerName(order.customerNo),
        containsAlcohol: selectLinesToPack(order).some(({ itemNo }) =>
          isForAdults(skus.get(formatSkuKey({ customerNo: order.customerNo, itemNo }))),
        ),
      }),
  };
}

/** Whether the content that was printed last is still current; false for an order whose labels have to be bought again. */
export function isJitLabelCurrent(
  order: SalesOrder,
  details: OrderDetails,
  { labelId, contentHash }: JitLabel,
  data: LabelDataLookup,
  at: Temporal.Instant,
): boolean {
  const labeled = data.packages(order, details, at);
  if (labeled === undefined) return false;
  return computeLabelContentHash(data.print(order, details, labelId, labeled.packages)).equals(contentHash);
}

/**
 * The ids of the open JIT orders that may get a label now (`decideJitLabel`) and have changed since theirs was generated. The packing
 * station rejects such a label, so a new one is needed (decision 26).
 */
export async function findOrderIdsWithStaleJitLabels(
  reader: DbReader,
  orders: readonly SalesOrder[],
  carriers: CarrierMode,
  at: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const labeled = orders.filter(
    ({ orderType, status, jitLabelId }) => orderType === 'JIT' && isOpenOrderStatus(status) && jitLabelId !== undefined,
  );
  if (labeled.length === 0) return new Set();
  const data = await readLabelData(reader, labeled, carriers, () => '');
  const stale = labeled.filter((order) => {
    const input = data.input(order);
    const printable = decideJitLabel(input);
    if (input.label === undefined || 'refused' in printable) return false;
    return !isJitLabelCurrent(order, printable.ok.details, input.label, data, at);
  });
  return new Set(stale.map(({ orderId }) => orderId));
}

/** A package whose label is being replaced has no tracking number. */
function isLabeled(packages: readonly Package[], order: SalesOrder): boolean {
  return isWillCallCarrier(order.carrier) || packages.every(({ trackingNo }) => trackingNo !== '');
}

function withCarrierLabels(packages: readonly Package[], bought: readonly LabelIntent[]): LabeledPackages {
  const labelOf = new Map(bought.map((intent) => [intent.plan.packageId, intent]));
  const printed = bought.find(({ plan }) => plan.printedText !== undefined)?.plan.printedText;
  const carrierLabels = packages.map(({ packageId }) => {
    const label = labelOf.get(packageId);
    return label?.labelUrl ? label : undefined;
  });
  return { packages, carrierLabels, ...(printed !== undefined && { printed }) };
}

/** The packages as the warehouse will pack them: deterministic, including tracking numbers, but for their ids. */
function simulatedPackages(
  order: SalesOrder,
  details: OrderDetails,
  at: Temporal.Instant,
  operator: OperatorSettings,
  afterNo: number,
): Package[] {
  const chosen = chooseSandboxService(toCarrierAndService(order));
  return planSandboxPackages({ ...order, ...chosen }, details, at, operator, uuidv7, afterNo);
}
