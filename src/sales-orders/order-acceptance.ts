/**
 * What placing and updating an order decide alike: which lines the catalog accepts, which holds the system puts on
 * it, how its allocation is explained (decisions 4, 10, 11, 12). Pure.
 */
import { type RecipientValidation, validateRecipient } from '../addresses/index.ts';
import type { DemandOutcome } from '../inventory/index.ts';
import type { Fault } from '../platform/errors.ts';
import type { Sku } from '../skus/index.ts';
import { lineInventoryStatus, type SalesOrderDraftLine } from './draft.ts';
import { inventoryHoldDescription, noItemsHold } from './holds.ts';
import type { Hold, OrderDetails, OrderLine, OrderType } from './order.ts';
import type { AllocationNote } from './order-store.ts';

/** The most units that a line may come to: PostgreSQL's integer. */
const maxUnits = 2_147_483_647;

/**
 * The lines as the catalog knows them, with the faults of those that it refuses: `UnknownItem`, `RetiredItem`,
 * `CaseUnknown`. A retired item passes where `known` already has it: it was accepted before it was retired.
 * @param skuOf the customer's item of this number
 */
export function acceptSalesLines(
  order: { readonly orderType: OrderType; readonly lines: readonly SalesOrderDraftLine[] },
  skuOf: (itemNo: string) => Sku | undefined,
  known: ReadonlySet<string> = new Set(),
): { lines: OrderLine[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const lines = order.lines.map((line, index): OrderLine => {
    const sku = skuOf(line.itemNo);
    const fault = (property: string, code: string, message: string) => {
      faults.push({ field: `ItemsInfo[${index}].${property}`, code, message });
    };
    if (sku === undefined) {
      fault('ItemNo', 'UnknownItem', `${JSON.stringify(line.itemNo)} is not an item of this customer`);
    } else if (sku.retired && !known.has(line.itemNo)) {
      fault('ItemNo', 'RetiredItem', `${JSON.stringify(line.itemNo)} is retired`);
    }
    const inCases = line.quantityUnit === 'WHOLESALE';
    if (inCases && sku !== undefined && sku.bottlesPerCase === undefined) {
      fault('QuantityUnit', 'CaseUnknown', `is WHOLESALE, but item ${line.itemNo} has no NumBottleInEachCase`);
    }
    const units = line.quantity * (inCases ? (sku?.bottlesPerCase ?? 1) : 1);
    if (units > maxUnits) fault('ItemQuantity', 'Maximum', 'is more than can be counted, in units of the item');
    return {
      ...line,
      line: index + 1,
      description: line.description.trim() === '' ? (sku?.description ?? '') : line.description,
      units,
      uom: sku?.uom ?? '',
      storage: sku?.storage ?? 'service',
      status: lineInventoryStatus(order.orderType, line.taxStatus).status,
    };
  });
  return { lines, faults };
}

/** The recipient of an order, and the carrier's location that it goes to in its place (decision 4). */
export function checkOrderRecipient(order: {
  readonly document: OrderDetails;
  readonly holdAtLocation: 0 | 1;
}): RecipientValidation {
  const { document, holdAtLocation } = order;
  return validateRecipient(document.recipient, { ...document.holdLocation, holdAtLocation });
}

/**
 * What there is to know of an order that is accepted all the same, in sentences for its timeline: no words of the caller,
 * since the log is kept for good (decisions 5 and 12).
 */
export function orderWarnings(
  {
    orderType,
    lines,
  }: { readonly orderType: OrderType; readonly lines: readonly Pick<SalesOrderDraftLine, 'taxStatus'>[] },
  recipient: RecipientValidation,
): string[] {
  const warnings = recipient.warnings.map(({ message }) => message);
  const isIgnored = lines.some((line) => lineInventoryStatus(orderType, line.taxStatus).ignored);
  return isIgnored ? [...warnings, `InventoryTaxStatus is ignored on ${orderType} orders.`] : warnings;
}

/** What an order is judged by. */
export interface SystemHoldInput {
  readonly recipient: RecipientValidation;
  readonly lines: readonly OrderLine[];
  /** Undefined when the order demands no stock. */
  readonly allocation: DemandOutcome | undefined;
}

/** The hold of an order that waits for stock. */
export const inventoryHoldKey = { reason: 'Inventory', owner: 'system', cause: 'stock' } as const;

/** The holds that the order itself brings about; each ends when its cause does. */
export function systemHolds({ recipient, lines, allocation }: SystemHoldInput): Hold[] {
  const holds: Hold[] = [];
  if (!recipient.usable) {
    const description = recipient.faults.map((fault) => fault.message).join(' ');
    holds.push({ reason: 'Address', owner: 'system', cause: 'recipient', description });
  }
  if (lines.length === 0) holds.push(noItemsHold);
  if (allocation?.state === 'waiting') {
    const description = inventoryHoldDescription(allocation.shortages);
    holds.push({ ...inventoryHoldKey, description });
  }
  return holds;
}

/** Where the order's warehouse came from. */
export type WarehouseSource = 'order' | 'preference' | 'nearest';

const sources: Readonly<Record<WarehouseSource, string>> = {
  order: 'named by the order',
  preference: "the customer's usual warehouse",
  nearest: 'the nearest that can fill the whole order',
};

/** Why this warehouse, and what was short. Undefined where it explains itself: writing that down would cost every order. */
export function explainAllocation(source: WarehouseSource, allocation: DemandOutcome): AllocationNote | undefined {
  if (allocation.state === 'reserved') return source === 'order' ? undefined : { because: sources[source] };
  return {
    because: `${source === 'nearest' ? 'the nearest' : sources[source]}; no warehouse that may fill it holds the whole order`,
    short: allocation.shortages.map(({ itemNo, status, quantity, available }) => ({
      itemNo,
      status,
      wanted: quantity,
      available,
    })),
  };
}
