/**
 * The decisions that creating and updating an order share: which lines the catalog accepts, which warnings the timeline
 * shows, and why a warehouse was chosen (decisions 4, 10, 12). Pure.
 */
import { type RecipientValidation, validateRecipient } from '../addresses/index.ts';
import { completeCarrierAndService, isWillCallCarrier } from '../carriers/index.ts';
import { computeLineUnits, toLoggedShortages } from '../documents/index.ts';
import type { DemandOutcome } from '../inventory/index.ts';
import type { Fault } from '../platform/errors.ts';
import type { ItemEligibilityOptions, Sku } from '../skus/index.ts';
import { decideLineInventoryStatus, type RequestedSalesLine, type SalesOrderDraft } from './draft.ts';
import type { OrderDetails, OrderLine, OrderType } from './order.ts';
import type { AllocationNote } from './order-store.ts';

/** Order types that take the winery's own stock away, also that of retired items (decision 10). */
export const orderTypesAllowingRetiredItems: ReadonlySet<unknown> = new Set<OrderType>(['DELIVERY_TO_WINERY']);

/** The rules for the items that lines of an order of this type may name. */
export const itemEligibilityOptionsOfOrderType = (orderType: unknown): ItemEligibilityOptions => ({
  areRetiredAllowed: orderTypesAllowingRetiredItems.has(orderType),
});

/** The rules for items that the order already has: they stay valid when they are retired. */
const orderedItems: ItemEligibilityOptions = { areRetiredAllowed: true };

/**
 * Completes the lines from the catalog. Faults: those of `computeLineUnits`. A retired item that the order already has stays valid.
 * @param skuOf the customer's item of this number
 * @param ordered the items that the order has before an update
 */
export function acceptSalesLines(
  order: { readonly orderType: OrderType; readonly lines: readonly RequestedSalesLine[] },
  skuOf: (itemNo: string) => Sku | undefined,
  ordered: ReadonlySet<string> = new Set(),
): { lines: OrderLine[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const rules = itemEligibilityOptionsOfOrderType(order.orderType);
  const lines = order.lines.map((line, index): OrderLine => {
    const { itemNo } = line;
    const sku = skuOf(itemNo);
    const { units, faults: lineFaults } = computeLineUnits(
      index,
      line,
      sku,
      ordered.has(itemNo) ? orderedItems : rules,
    );
    faults.push(...lineFaults);
    return {
      ...line,
      line: index + 1,
      description: line.description.trim() === '' ? (sku?.description ?? '') : line.description,
      units,
      uom: sku?.uom ?? '',
      storage: sku?.storage ?? 'service',
      status: decideLineInventoryStatus(order.orderType, line.taxStatus).status,
    };
  });
  return { lines, faults };
}

/** Checks the recipient, and the carrier location where the order is sent to one (decision 4). */
export function validateOrderRecipient(order: {
  readonly details: OrderDetails;
  readonly holdAtLocation: 0 | 1;
  /** Decides about warnings alone. */
  readonly carrier?: string;
}): RecipientValidation {
  const { details, holdAtLocation, carrier = '' } = order;
  const delivery = { ...details.holdLocation, holdAtLocation, isCollected: isWillCallCarrier(carrier) };
  return validateRecipient(details.recipient, delivery);
}

type ShippingDraft = Pick<SalesOrderDraft, 'details' | 'holdAtLocation' | 'carrier' | 'service' | 'shippingDefaults'>;

/** Carrier and service of a new order, completed from the customer's preferences (decision 4). */
export const carrierAndServiceOfDraft = ({ carrier, service, shippingDefaults }: ShippingDraft) =>
  completeCarrierAndService({ carrier: carrier || undefined, service: service || undefined }, shippingDefaults);

/** `validateOrderRecipient` of a new order. */
export const validateDraftRecipient = (draft: ShippingDraft): RecipientValidation =>
  validateOrderRecipient({ ...draft, ...carrierAndServiceOfDraft(draft) });

/**
 * Warnings about an accepted order, in sentences for its timeline. They contain none of the caller's texts, since the log
 * is kept permanently (decisions 5 and 12).
 */
export function describeOrderWarnings(
  {
    orderType,
    lines,
  }: { readonly orderType: OrderType; readonly lines: readonly Pick<RequestedSalesLine, 'taxStatus'>[] },
  recipient: RecipientValidation,
): string[] {
  const warnings = recipient.warnings.map(({ message }) => message);
  const isIgnored = lines.some((line) => decideLineInventoryStatus(orderType, line.taxStatus).ignored);
  return isIgnored ? [...warnings, `InventoryTaxStatus is ignored on ${orderType} orders.`] : warnings;
}

/** The source of an order's warehouse. */
export type WarehouseChoiceReason = 'order' | 'preference' | 'nearest';

const sourceTexts: Readonly<Record<WarehouseChoiceReason, string>> = {
  order: 'named by the order',
  preference: "the customer's usual warehouse",
  nearest: 'the nearest that can fill the whole order',
};

/** Whether a note of `explainAllocation` says that the customer's preference named the warehouse. */
export const isWarehouseChosenByPreference = (note: AllocationNote | undefined): boolean =>
  note?.because.startsWith(sourceTexts.preference) === true;

/**
 * Explains why this warehouse was chosen, and lists the shortages. Undefined for an order that was reserved at the warehouse that it
 * names: a note would cost a write for every order and add nothing.
 */
export function explainAllocation(
  source: WarehouseChoiceReason,
  allocation: DemandOutcome,
): AllocationNote | undefined {
  if (allocation.state === 'reserved') return source === 'order' ? undefined : { because: sourceTexts[source] };
  const chosen = source === 'nearest' ? 'the nearest that expects or has the items' : sourceTexts[source];
  return {
    because: `${chosen}; no warehouse that may fill it has stock for the whole order`,
    short: toLoggedShortages(allocation.shortages),
  };
}
