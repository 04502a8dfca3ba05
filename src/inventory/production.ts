/** The production line: gift sets are made of their components (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import {
  insufficientStockFault,
  newPosting,
  type PostingContext,
  type PostingRequest,
  type PostingResult,
  postingWriter,
  readPostingContext,
  validateItem,
  validateStatus,
  validateWarehouse,
} from './posting-requests.ts';
import type { Posting } from './stock.ts';
import { postStockChanges } from './stock-changes.ts';

export interface Production extends PostingRequest {
  readonly warehouse: string;
  /** Of the components, and of the sets. */
  readonly status: string;
  /** The set. */
  readonly itemNo: string;
  /** How many sets are made; above 0. */
  readonly quantity: number;
  /** What one set takes; at least one. */
  readonly components: readonly { readonly itemNo: string; readonly quantityPerSet: number }[];
}

/** The reason that productions are posted under. */
const reasonCode = 'PRODUCTION';
/** The most units that a posting moves: far above any stock, far below what a number holds exactly. */
const maxUnits = 1_000_000_000;

/**
 * Posts productions as `Production Line`, components out and sets in, balanced; one outcome each, in their order. Takes
 * only what is available: a set is no reason to break a promise. Who waits for the set is served. Refusals: the faults
 * `UnknownWarehouse`, `UnknownStatus`, `UnknownItem`, `ItemNotStored`, `OwnComponent`, `DuplicateItem`, `TooMany`; then
 * `InsufficientStock`.
 */
export async function postProductions(tx: Tx, productions: readonly Production[]): Promise<Outcome<PostingResult>[]> {
  const context = await readPostingContext(
    tx,
    productions.flatMap(({ customerNo, itemNo, components }) =>
      [itemNo, ...components.map((component) => component.itemNo)].map((each) => ({ customerNo, itemNo: each })),
    ),
  );
  const outcomes = new Map<Production, Outcome<PostingResult>>();
  const valid: Production[] = [];
  for (const production of productions) {
    const faults = validate(context, production);
    if (faults.length === 0) valid.push(production);
    else outcomes.set(production, refuseFaults(faults));
  }
  const posted = await postStockChanges(
    tx,
    valid.map((production) => ({ takes: 'available', postings: postingsOf(context, production) })),
  );
  for (const [index, production] of valid.entries()) {
    const insufficient = posted[index]?.insufficient ?? [];
    if (insufficient.length > 0) {
      const { components } = production;
      const field = (itemNo: string) =>
        `Components[${components.findIndex((c) => c.itemNo === itemNo)}].QuantityPerSet`;
      outcomes.set(
        production,
        refuseFaults(insufficient.map((missing) => insufficientStockFault(field(missing.itemNo), missing))),
      );
    } else {
      outcomes.set(production, { done: { reference: production.reference } });
      log(tx, context, production);
    }
  }
  return productions.map((production) => outcomes.get(production) as Outcome<PostingResult>);
}

/** The lane's writer of productions. */
export const productions = postingWriter('inventory.produce', postProductions);

function validate(context: PostingContext, production: Production): Fault[] {
  const { customerNo, warehouse, status, itemNo, quantity, components } = production;
  const seen = new Set<string>();
  return [
    ...validateWarehouse(context, warehouse),
    ...validateStatus(context, customerNo, status, 'InventoryStatus'),
    ...validateItem(context, customerNo, itemNo, 'ItemNo'),
    ...components.flatMap((component, index): Fault[] => {
      const field = `Components[${index}].ItemNo`;
      const faults = validateItem(context, customerNo, component.itemNo, field);
      if (component.itemNo === itemNo) {
        faults.push({ field, code: 'OwnComponent', message: 'is the set itself' });
      } else if (seen.has(component.itemNo)) {
        faults.push({ field, code: 'DuplicateItem', message: 'stands among the components twice' });
      }
      seen.add(component.itemNo);
      if (component.quantityPerSet * quantity > maxUnits) {
        const message = `comes to more than ${maxUnits} units for ${quantity} sets`;
        faults.push({ field: `Components[${index}].QuantityPerSet`, code: 'TooMany', message });
      }
      return faults;
    }),
  ];
}

function postingsOf(context: PostingContext, production: Production): Posting[] {
  const { customerNo, warehouse, status, itemNo, quantity, components } = production;
  const at = (item: string, units: number) =>
    newPosting(
      context,
      production,
      { customerNo, itemNo: item, warehouse, status },
      { quantity: units, type: 'Production Line', reference: reasonCode },
    );
  return [...components.map((c) => at(c.itemNo, -c.quantityPerSet * quantity)), at(itemNo, quantity)];
}

function log(tx: Tx, { timeOf }: PostingContext, production: Production): void {
  const { customerNo, reference, warehouse, status, itemNo, quantity, components } = production;
  appendLog(tx, production, {
    kind: 'inventory.produced',
    subject: reference,
    occurredAt: timeOf(customerNo),
    data: { reasonCode, warehouse, inventoryStatus: status, itemNo, quantity, components },
  });
}
