/** Production: gift sets are assembled from their components (decision 10). */
import type { Fault } from '../platform/errors.ts';
import {
  checkPostingItem,
  checkPostingStatus,
  checkPostingWarehouse,
  createPostingWriter,
  newPosting,
  type PostingRequest,
  type PostingRequestHandler,
  postStockRequests,
} from './posting-requests.ts';

export interface StockProduction extends PostingRequest {
  readonly warehouse: string;
  /** The inventory status of the components and of the sets. */
  readonly status: string;
  /** The set. */
  readonly itemNo: string;
  /** Number of sets; above 0. */
  readonly quantity: number;
  /** Components of one set; at least one. */
  readonly components: readonly { readonly itemNo: string; readonly quantityPerSet: number }[];
}

const reasonCode = 'PRODUCTION';
/** Maximum units of a component: far above any stock, and far below the largest safe integer. */
const maxUnitsOfComponent = 1_000_000_000;

const production: PostingRequestHandler<StockProduction> = {
  items: ({ itemNo, components }) => [itemNo, ...components.map((component) => component.itemNo)],
  takes: 'available',
  validate: (context, { customerNo, warehouse, status, itemNo, quantity, components }) => {
    const seen = new Set<string>();
    return [
      ...checkPostingWarehouse(context, warehouse),
      ...checkPostingStatus(context, customerNo, status, 'InventoryStatus'),
      ...checkPostingItem(context, customerNo, itemNo, 'ItemNo'),
      ...components.flatMap((component, index): Fault[] => {
        const field = `Components[${index}].ItemNo`;
        const faults = checkPostingItem(context, customerNo, component.itemNo, field);
        if (component.itemNo === itemNo) faults.push({ field, code: 'OwnComponent', message: 'is the set itself' });
        else if (seen.has(component.itemNo)) {
          faults.push({ field, code: 'DuplicateItem', message: 'is listed twice among the components' });
        }
        seen.add(component.itemNo);
        if (component.quantityPerSet * quantity > maxUnitsOfComponent) {
          const message = `exceeds ${maxUnitsOfComponent} units for ${quantity} sets`;
          faults.push({ field: `Components[${index}].QuantityPerSet`, code: 'TooMany', message });
        }
        return faults;
      }),
    ];
  },
  postings: (context, request) => {
    const { customerNo, warehouse, status, itemNo, quantity, components } = request;
    const postingOf = (item: string, units: number) =>
      newPosting(
        context,
        request,
        { customerNo, itemNo: item, warehouse, status },
        { quantity: units, type: 'Production Line', reference: reasonCode },
      );
    return [...components.map((c) => postingOf(c.itemNo, -c.quantityPerSet * quantity)), postingOf(itemNo, quantity)];
  },
  insufficientField: ({ components }, itemNo) =>
    `Components[${components.findIndex((component) => component.itemNo === itemNo)}].QuantityPerSet`,
  entry: (_, { warehouse, status, itemNo, quantity, components }) => ({
    kind: 'inventory.produced',
    data: { reasonCode, warehouse, inventoryStatus: status, itemNo, quantity, components },
  }),
};

/**
 * Posts productions as `Production Line`, components out and sets in; returns one outcome each, in their order. Takes only
 * available stock, so it never releases a reservation. Backorders for the set are filled. Refusals: the faults `UnknownWarehouse`,
 * `UnknownStatus`, `UnknownItem`, `ItemNotStored`, `OwnComponent`, `DuplicateItem`, `TooMany`; then `InsufficientStock`.
 */
export const stockProductionWriter = createPostingWriter(
  'inventory.produce',
  (tx, requests: readonly StockProduction[]) => postStockRequests(tx, production, requests),
);
