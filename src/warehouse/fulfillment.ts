/**
 * Fulfillment of orders in batches: start processing, pack, ship. Each function runs a fixed number of statements,
 * locks orders, then packages, then balances, and skips orders whose status has changed, so a repeated call changes
 * nothing (decisions 10 and 11).
 */

import { type CarrierScan, chooseSandboxService, estimateDeliveryDate, isWillCallCarrier } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { documentKeyOfOrder } from '../documents/index.ts';
import { insertMovementShipToNames, markDemandsInWork, shipDemands } from '../inventory/index.ts';
import { uuidv7 } from '../lib/uuid.ts';
import {
  isWorkedWarehouse,
  lockWorkedWarehousesForShare,
  type OperatorSettings,
  readOperatorSettings,
} from '../operator-settings/index.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import {
  applyHoldChanges,
  formatRecipientName,
  type Hold,
  type HoldChange,
  holdOrdersByStandingRules,
  type LeanOrderDetails,
  lockSalesOrders,
  markOrdersWaitingToStart,
  readLeanOrderDetails,
  readOrderDetails,
  type SalesOrder,
  updateOrderStatusesAndRoutes,
} from '../sales-orders/index.ts';
import { readSkus } from '../skus/index.ts';
import type { CarrierMode } from './carrier-holds.ts';
import { floorHooksPort } from './floor-hooks.ts';
import { buildPackageEvent, logOrderEvents } from './order-log.ts';
import {
  hasLeft,
  isLivePackage,
  lastPackageNoOf,
  type Package,
  packageAfterCarrierScan,
  packageAfterDeparture,
} from './package.ts';
import {
  insertPackages,
  lockPackagesOfOrders,
  markPackagesStayed,
  readPackages,
  updatePackageStates,
} from './package-store.ts';
import { planSandboxPackages, selectLinesToPack } from './plan-packages.ts';
import { dateAtWarehouse, warehouseByCode } from './ship-date.ts';
import { shipToAddressOf } from './ship-to.ts';
import { buildShipmentPostings } from './shipment-postings.ts';
import { chooseRequestedSimulatedCarrier, chooseSimulatedCarrier, isChosenByRules } from './simulated-carrier.ts';
import { decideProcessingStart } from './start-decision.ts';

/** Orders of one customer to process at one time of its clock. */
interface FulfillmentBatch {
  readonly customerNo: string;
  readonly at: Temporal.Instant;
  readonly orderIds: readonly string[];
}

const keyOf = ({ customerNo, orderId }: SalesOrder) => ({ customerNo, orderId });

const keysOf = ({ customerNo, orderIds }: Pick<FulfillmentBatch, 'customerNo' | 'orderIds'>) =>
  orderIds.map((orderId) => ({ customerNo, orderId }));

/**
 * Starts processing: RECEIVED orders become PROCESSING ORDER and their reservations become final. In the sandbox, the
 * carrier of BSW orders is chosen now; with real carriers, when the label is bought.
 *
 * Other results, per order: it goes on hold when a standing rule of the operator matches it, when it needs too many
 * packages, or when it has no carrier (none connected, none that the operator's BSW rules allow, or a simulated carrier
 * that refuses it). It is completed when it has nothing to pack. It becomes due again at 06:00 of its ship date when that is later,
 * unless a person starts it on that day. It stays open until a person starts it: a JIT order by the scan of its label, an order of a
 * worked warehouse by its release. `byPerson` has the ids of orders that a person starts now. Returns the orders whose processing
 * started.
 */
export async function startOrderProcessing(
  tx: Tx,
  work: FulfillmentBatch,
  carriers: CarrierMode,
  byPerson: ReadonlySet<string> = new Set(),
): Promise<SalesOrder[]> {
  const operator = await readOperatorSettings(tx);
  const received = (await lockSalesOrders(tx, keysOf(work))).filter((order) => order.status === 'RECEIVED');
  const orders = await holdOrdersByStandingRules(tx, received, work.at);
  tx.ports.get(floorHooksPort).problemsEnded(tx, orders.map(keyOf));
  const started: SalesOrder[] = [];
  const completed: SalesOrder[] = [];
  const held: HoldChange[] = [];
  const putOnHold = (order: SalesOrder, hold: Hold): void => {
    held.push({ order, held: [], placed: [hold], ended: [] });
  };
  const choiceFor = await readServiceChoices(tx, orders, work.at, operator, carriers);
  const later: { order: SalesOrder; at: Temporal.Instant }[] = [];
  const waiting: SalesOrder[] = [];
  const waits = await findWaiting(tx, orders, operator, byPerson);
  for (const order of orders) {
    const start = decideProcessingStart(order, work.at, operator, carriers, byPerson.has(order.orderId));
    if (start.decision === 'later') later.push({ order, at: start.at });
    else if (start.decision === 'complete') completed.push({ ...order, status: 'SHIPPED' });
    else if (start.decision === 'hold') putOnHold(order, start.hold);
    else {
      const inWork = { ...order, status: 'PROCESSING ORDER' as const };
      const chosen = choiceFor(inWork);
      if ('hold' in chosen) putOnHold(order, chosen.hold);
      else if (waits(order)) waiting.push(order);
      else started.push({ ...inWork, ...chosen.carrierService });
    }
  }
  await updateOrderStatusesAndRoutes(tx, [...started, ...completed]);
  await applyHoldChanges(tx, held, {
    ...createSystemCommandContext(work.customerNo, 'warehouse'),
    because: 'processing cannot start',
    timeOf: () => work.at,
  });
  scheduleDueWork(
    tx,
    later.map(({ order, at }) => ({
      customerNo: order.customerNo,
      dueAt: at,
      step: 'sales_order.process',
      subject: order.orderId,
    })),
  );
  markOrdersWaitingToStart(tx, waiting);
  markDemandsInWork(tx, started.map(documentKeyOfOrder));
  logOrderEvents(tx, 'warehouse', work.at, [
    ...started.map((order) => ({ ...keyOf(order), kind: 'sales_order.processing' })),
    ...completed.map((order) => ({ ...keyOf(order), kind: 'sales_order.completed' })),
  ]);
  return started;
}

/**
 * Finds the orders that wait for a person: JIT orders for the scan of their label, and orders of worked warehouses for their release
 * (decision 42), except orders that a person starts now. Locks those warehouses in shared mode: a request that makes one automatic
 * waits until this transaction ends, and then finds its waiting orders.
 */
async function findWaiting(
  tx: Tx,
  orders: readonly SalesOrder[],
  operator: OperatorSettings,
  byPerson: ReadonlySet<string>,
): Promise<(order: SalesOrder) => boolean> {
  const waiting = orders.filter(({ orderId }) => !byPerson.has(orderId));
  const worked = waiting.flatMap(({ warehouse }) => (isWorkedWarehouse(warehouse, operator) ? [warehouse] : []));
  const stillWorked = await lockWorkedWarehousesForShare(tx, [...new Set(worked)]);
  return ({ orderId, orderType, warehouse }) =>
    !byPerson.has(orderId) && (orderType === 'JIT' || stillWorked.has(warehouse));
}

type ServiceChoice = { readonly carrierService: { carrier: string; service: string } } | { readonly hold: Hold };

/**
 * With simulated carriers, chooses the service of each order now. Otherwise returns the requested one, which is chosen by
 * rate when the label is bought, or for will call the service CALL.
 */
async function readServiceChoices(
  tx: Tx,
  orders: readonly SalesOrder[],
  at: Temporal.Instant,
  operator: OperatorSettings,
  carriers: CarrierMode,
): Promise<(order: SalesOrder) => ServiceChoice> {
  if (carriers !== 'sandbox') {
    return ({ carrier, service }) => {
      const requested = { carrier: carrier as CarrierCode, service: service as CarrierServiceCode };
      return { carrierService: isWillCallCarrier(carrier) ? chooseSandboxService(requested) : requested };
    };
  }
  const shipped = orders.filter(({ carrier }) => !isWillCallCarrier(carrier));
  // The rules compare rates with the delivery date in `AdditionalFields`.
  const chosenByRules = await readOrderDetails(tx, shipped.filter(isChosenByRules));
  const asRequested = await readLeanOrderDetails(
    tx,
    shipped.filter((order) => !isChosenByRules(order)),
  );
  return (order) =>
    isChosenByRules(order)
      ? chooseSimulatedCarrier(order, chosenByRules.get(order.orderId), at, operator)
      : chooseRequestedSimulatedCarrier(order, asRequested.get(order.orderId));
}

/** An order with its packages and details; the details are absent when they were erased. */
export interface OrderWithPackages {
  readonly order: SalesOrder;
  readonly packages: readonly Package[];
  readonly details: LeanOrderDetails | undefined;
}

/**
 * Packs orders in work that ship with the simulated carriers or are will call, also in production: creates packages with
 * weight, size and tracking number, READY TO SHIP or, for will call without tracking number, READY FOR PICKUP. Skips orders
 * that have live packages or nothing to pack, and JIT orders whose label was not scanned (`scanned`: order ids).
 */
export async function packOrdersWithoutCarrierLabels(
  tx: Tx,
  work: FulfillmentBatch,
  scanned: ReadonlySet<string> = new Set(),
): Promise<OrderWithPackages[]> {
  const operator = await readOperatorSettings(tx);
  const inWork = (await lockSalesOrders(tx, keysOf(work))).filter(
    (order) => order.status === 'PROCESSING ORDER' && (order.orderType !== 'JIT' || scanned.has(order.orderId)),
  );
  const before = Map.groupBy(await readPackages(tx, inWork), (p) => p.orderId);
  const orders = inWork.filter(
    (order) => !before.get(order.orderId)?.some(isLivePackage) && selectLinesToPack(order).length > 0,
  );
  const detailsByOrder = await readLeanOrderDetails(tx, orders);
  const packed = orders.map((order) => {
    const details = detailsByOrder.get(order.orderId);
    const afterNo = lastPackageNoOf(before.get(order.orderId) ?? []);
    return {
      order,
      details: details,
      packages: planSandboxPackages(order, details, work.at, operator, uuidv7, afterNo),
    };
  });
  const created = packed.flatMap(({ packages }) => packages);
  insertPackages(tx, created);
  logOrderEvents(
    tx,
    'warehouse',
    work.at,
    created.map((each) => buildPackageEvent('package.packed', each)),
  );
  return packed;
}

/** Statuses of orders whose packages may leave. One that is SHIPPED may have packages that did not leave with the first one. */
const leavingStatuses: ReadonlySet<string> = new Set(['PROCESSING ORDER', 'SHIPPED']);

interface Departure extends FulfillmentBatch {
  /** When they left, where that becomes known later: it gives their ship date and the time in the timeline. */
  readonly leftAt?: Temporal.Instant;
  /** The ids of the packages that leave; absent: all. */
  readonly leaving?: ReadonlySet<string>;
}

/**
 * Ships the packages of these orders that are READY TO SHIP or READY FOR PICKUP and leave. An order in work of which any leaves becomes
 * SHIPPED, and the stock in all of them leaves the ledger, where JIT stock never was. Packages that do not leave keep their status, and
 * leave by a later call, which changes neither the SHIPPED order nor the ledger. Returns the orders with the packages that left.
 * `collected`: by order id, the delivery scan that is applied to a will-call order that its recipient picked up.
 */
export async function shipPackages(
  tx: Tx,
  work: Departure,
  collected: ReadonlyMap<string, CarrierScan> = new Map(),
): Promise<OrderWithPackages[]> {
  const departing = await lockDepartingOrders(tx, work, collected);
  const shipped = departing.filter(({ isFirst }) => isFirst);
  await updateOrderStatusesAndRoutes(
    tx,
    shipped.map(({ order }) => order),
  );
  await postShipments(
    tx,
    work,
    shipped.map(({ order, details, ready }) => ({ order, details, packages: ready })),
  );
  const stayed = shipped.flatMap(({ ready }) => ready.filter((p) => !isLeaving(work, p)));
  await markPackagesStayed(tx, work.customerNo, stayed, work.at);
  updatePackageStates(
    tx,
    departing.flatMap(({ packages }) => packages),
  );
  tx.ports.get(floorHooksPort).shipped(
    tx,
    shipped.map(({ order, live }) => ({ ...keyOf(order), orderType: order.orderType, at: work.at, packages: live })),
  );
  logDepartures(tx, work, departing, collected);
  return departing;
}

const isLeaving = ({ leaving }: Departure, { packageId }: Package) => leaving === undefined || leaving.has(packageId);

/** An order as it is SHIPPED; `packages`: those that leave, as they are then. */
interface OrderDeparture extends OrderWithPackages {
  /** All that are not canceled, before. */
  readonly live: readonly Package[];
  /** Those that could leave, before. */
  readonly ready: readonly Package[];
  /** No package of it has left before. */
  readonly isFirst: boolean;
}

/** Locks the orders with their packages, and returns those of which packages leave. */
async function lockDepartingOrders(
  tx: Tx,
  work: Departure,
  collected: ReadonlyMap<string, CarrierScan>,
): Promise<OrderDeparture[]> {
  const operator = await readOperatorSettings(tx);
  const locked = (await lockSalesOrders(tx, keysOf(work))).filter(({ status }) => leavingStatuses.has(status));
  const packages = Map.groupBy((await lockPackagesOfOrders(tx, locked)).filter(isLivePackage), (p) => p.orderId);
  const found = locked.flatMap((order) => {
    const live = packages.get(order.orderId) ?? [];
    const ready = live.filter((p) => p.status.startsWith('READY ') && !hasLeft(p));
    return ready.some((p) => isLeaving(work, p)) ? [{ order, live, ready }] : [];
  });
  const detailsByOrder = await readLeanOrderDetails(
    tx,
    found.map(({ order }) => order),
  );
  return found.map(({ order, live, ready }) => {
    const day = dateAtWarehouse(warehouseByCode(order.warehouse, operator), work.leftAt ?? work.at);
    const scan = collected.get(order.orderId);
    const details = detailsByOrder.get(order.orderId);
    const left = ready
      .filter((p) => isLeaving(work, p))
      .map((p) => {
        const departed = packageAfterDeparture(p, work.at, day, (shipDate) =>
          estimateDeliveryDate(p, shipToAddressOf(details, order.orderType), shipDate, operator),
        );
        return scan === undefined ? departed : packageAfterCarrierScan(departed, { scan }, work.at).package;
      });
    const isFirst = order.status !== 'SHIPPED';
    return { order: { ...order, status: 'SHIPPED' as const }, details, packages: left, live, ready, isFirst };
  });
}

/** Logs each package that left. */
function logDepartures(
  tx: Tx,
  work: Departure,
  departing: readonly OrderDeparture[],
  collected: ReadonlyMap<string, CarrierScan>,
): void {
  logOrderEvents(
    tx,
    'warehouse',
    work.leftAt ?? work.at,
    departing.flatMap(({ order, packages, live, isFirst }) =>
      packages.map(({ packageNo, status, trackingNo }, index) => ({
        ...keyOf(order),
        kind: 'package.shipped',
        data: {
          package: packageNo,
          of: live.length,
          status,
          trackingNo,
          ...scanData(collected.get(order.orderId)),
          // The event feed reports the order as shipped once, with its first packages.
          ...(index === packages.length - 1 && isFirst ? { completes: true } : {}),
        },
      })),
    ),
  );
}

/** A scan that made a package leave, for its log entry. */
const scanData = (scan: CarrierScan | undefined) =>
  scan === undefined ? {} : { code: scan.code, message: scan.message, location: scan.location };

/** Stock of JIT orders was never in the ledger, so it is not posted. */
async function postShipments(tx: Tx, work: FulfillmentBatch, left: readonly OrderWithPackages[]): Promise<void> {
  const posted = left.filter(({ order }) => order.orderType !== 'JIT');
  const itemNos = new Set(
    posted.flatMap(({ packages }) => packages.flatMap((p) => p.items.map((item) => item.itemNo))),
  );
  const skus = await readSkus(
    tx,
    [...itemNos].map((itemNo) => ({ customerNo: work.customerNo, itemNo })),
  );
  const skuOf = (itemNo: string) => skus.get(`${work.customerNo}\n${itemNo}`);
  await shipDemands(
    tx,
    posted.flatMap(({ order, packages }) => buildShipmentPostings(order, packages, work.at, skuOf)),
  );
  insertMovementShipToNames(
    tx,
    posted.map(({ order, details }) => ({
      customerNo: order.customerNo,
      subject: order.orderId,
      shipToName: details === undefined ? '' : formatRecipientName(details.recipient, order.orderType),
    })),
  );
}
