/**
 * Returns that ReturnSalesOrder requests (decisions 2 and 21). The packages start their return at once; `return-steps.ts` runs
 * the following steps.
 */

import { domesticZipOf, holidayDateSetOfOperator } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { assertDifferentDocuments } from '../documents/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { scheduleDueWork } from '../platform/due-work-store.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import { okValuesOf } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { announceReturns, type Disposition, type ItemQuantity, type OrderReturn } from '../returns/index.ts';
import {
  findSalesOrderKeysBySelector,
  lockSalesOrders,
  readLeanOrderDetails,
  type SalesOrder,
  type SalesOrderSelector,
} from '../sales-orders/index.ts';
import { checkItemEligibility, formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import {
  type Package,
  readPackages,
  recordCarrierScans,
  shipToAddressOf,
  warehouseByCode,
} from '../warehouse/index.ts';
import {
  groupRequestedLineDispositions,
  planInspectionFindings,
  type SimulatedReturnLine,
  toInspectedReturnLines,
} from './return-findings.ts';
import type { SimulatedReturnPlan } from './return-steps.ts';
import {
  buildReturnPickupScan,
  choosePackagesToReturn,
  computeSimulatedReturnArrivalTime,
} from './returned-packages.ts';

export interface SimulatedReturn extends CommandContext {
  readonly order: SalesOrderSelector;
  /** Absent: all shipped units that were not returned yet, in good condition. */
  readonly lines: readonly SimulatedReturnLine[] | undefined;
  readonly warehouse: string | undefined;
  readonly reason: string;
  /** Disposition, after the inspection, of lines without their own. Absent: they wait for DisposeReturn. */
  readonly disposition: Disposition | undefined;
}

/**
 * The batch writer of ReturnSalesOrder. Refusals, in order of precedence: `MultipleOrders`, `NotFound`, then as
 * `announceReturns`, with the faults `ItemNotStored` of dispositions.
 */
export const simulatedReturnWriter: BatchWriter<SimulatedReturn, OrderReturn> = {
  name: 'returns.simulate',
  maxItems: 50,
  customerNo: ({ order }) => order.customerNo,
  identities: ({ order }) => ['reference' in order ? `reference\n${order.reference}` : `number\n${order.orderNo}`],
  write: startReturns,
};

async function startReturns(tx: Tx, requests: readonly SimulatedReturn[]): Promise<Outcome<OrderReturn>[]> {
  const resolved = await findSalesOrderKeysBySelector(
    tx,
    requests.map(({ order }) => order),
  );
  assertDifferentDocuments(resolved);
  const keys = okValuesOf(resolved);
  const orders = await lockSalesOrders(tx, keys);
  const packagesOf = Map.groupBy(await readPackages(tx, orders), (p) => p.orderId);
  const coming = (order: SalesOrder, lines: readonly ItemQuantity[]) =>
    choosePackagesToReturn(packagesOf.get(order.orderId) ?? [], lines);
  const named = requests.flatMap((request, index) => {
    const order = resolved[index];
    if (order === undefined || 'refused' in order) return [];
    return [{ ...request, customerNo: order.ok.customerNo, orderId: order.ok.orderId }];
  });
  const skus = await readSkus(
    tx,
    orders.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const outcomes = await announceReturns(
    tx,
    named,
    (order, lines) => {
      const packages = coming(order, lines);
      const [first] = packages;
      return {
        trackingNos: packages.flatMap(({ trackingNo }) => (trackingNo === '' ? [] : [trackingNo])),
        carrier: first?.carrier ?? order.carrier,
        service: first?.service ?? order.service,
      };
    },
    (request, lines) => dispositionFaults(request, lines, skus),
  );
  const byReference = new Map(named.map(({ reference }, index) => [reference, outcomes[index]]));
  await sendBack(
    tx,
    named.flatMap((request) => {
      const outcome = byReference.get(request.reference);
      if (outcome === undefined || 'refused' in outcome) return [];
      const order = assertPresent(
        orders.find(({ orderId }) => orderId === request.orderId),
        'the order of a return',
      );
      const items = outcome.ok.lines.map(({ itemNo, expected }) => ({ itemNo, quantity: expected }));
      return [{ request, announcedReturn: outcome.ok, order, packages: coming(order, items) }];
    }),
  );
  return requests.map(({ reference }, index) => {
    const name = assertPresent(resolved[index], 'a resolved name');
    return 'refused' in name ? name : assertPresent(byReference.get(reference), 'the outcome of an announcement');
  });
}

/**
 * The faults of dispositions by which stock would take an item that the operator does not store, which `applyReturnDispositions`
 * refuses after the inspection.
 */
function dispositionFaults(
  { customerNo, lines: asked, disposition }: SimulatedReturn & { readonly customerNo: string },
  announced: readonly ItemQuantity[],
  skus: ReadonlyMap<string, Sku>,
): Fault[] {
  const named = asked ?? announced.map(({ itemNo }) => ({ itemNo, disposition: undefined }));
  const faults = named.flatMap((line, index): Fault[] => {
    const field = line.disposition === undefined ? 'DispositionCode' : `Lines[${index}].DispositionCode`;
    const wanted = line.disposition ?? disposition;
    if (wanted === undefined || wanted === 'Return to Winery') return [];
    const { itemNo } = line;
    const fault = checkItemEligibility(field, itemNo, skus.get(formatSkuKey({ customerNo, itemNo })), {
      areRetiredAllowed: true,
      isStoredRequired: true,
    });
    return fault === undefined ? [] : [{ ...fault, message: `${fault.message}; its disposition is Return to Winery` }];
  });
  return [...new Map(faults.map((fault) => [`${fault.field}\n${fault.message}`, fault])).values()];
}

interface StartedReturn {
  readonly request: SimulatedReturn;
  readonly announcedReturn: OrderReturn;
  readonly order: SalesOrder;
  readonly packages: readonly Package[];
}

/** Records the first scan of the return leg and schedules the arrival. */
async function sendBack(tx: Tx, returns: readonly StartedReturn[]): Promise<void> {
  const operator = await readOperatorSettings(tx);
  const documents = await readLeanOrderDetails(
    tx,
    returns.map(({ order }) => order),
  );
  const sent = returns.map((each) => {
    const { orderId, orderType } = each.order;
    return { ...each, to: shipToAddressOf(documents.get(orderId), orderType) };
  });
  for (const [customerNo, group] of Map.groupBy(sent, ({ order }) => order.customerNo)) {
    const at = assertPresent(group[0], 'a return of the group').announcedReturn.announcedAt;
    await recordCarrierScans(
      tx,
      { customerNo, at },
      group.flatMap(({ announcedReturn, packages, to }) =>
        packages.map(({ packageId, leg }) => {
          const location = [to.city, to.state].filter((part) => part !== '').join(', ');
          return { packageId, scan: buildReturnPickupScan(leg + 1, announcedReturn.announcedAt, location) };
        }),
      ),
    );
  }
  scheduleDueWork(
    tx,
    sent.map(({ request, announcedReturn, packages, to }) => {
      const { customerNo, returnId, carrier, service, announcedAt } = announcedReturn;
      const route = {
        carrier: carrier as CarrierCode,
        service: service as CarrierServiceCode,
        from: domesticZipOf(to),
        to: warehouseByCode(announcedReturn.warehouse, operator),
      };
      const found = planInspectionFindings(announcedReturn.lines, request.lines);
      const data: SimulatedReturnPlan = {
        packages: packages.map(({ packageId, leg }) => ({ packageId, leg: leg + 1 })),
        inspection: toInspectedReturnLines(found),
        dispositions: groupRequestedLineDispositions(found),
        ...(request.disposition === undefined ? {} : { disposition: request.disposition }),
      };
      const dueAt = computeSimulatedReturnArrivalTime(route, announcedAt, holidayDateSetOfOperator(operator));
      return { customerNo, dueAt, step: 'return.arrive', subject: returnId, data };
    }),
  );
}
