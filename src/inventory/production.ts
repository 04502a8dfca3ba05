/** The production line: gift sets are made of their components (decision 10). */
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { postChanges } from './postings.ts';
import {
  judgeItem,
  judgeStatus,
  judgeWarehouse,
  notThereFault,
  type Posted,
  type PostingRequest,
  type PostingWorld,
  postingOf,
  postingWriter,
  readPostingWorld,
} from './postings-request.ts';
import type { Posting } from './stock.ts';

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
const mostUnits = 1_000_000_000;

/**
 * Posts productions as `Production Line`, components out and sets in, balanced; one outcome each, in their order. Takes
 * only what is available: a set is no reason to break a promise. Who waits for the set is served. Refusals: the faults
 * `UnknownWarehouse`, `UnknownStatus`, `UnknownItem`, `ItemNotStored`, `OwnComponent`, `DuplicateItem`, `TooMany`; then
 * `NotThere`.
 */
export async function postProductions(tx: Tx, productions: readonly Production[]): Promise<Outcome<Posted>[]> {
  const world = await readPostingWorld(
    tx,
    productions.flatMap(({ customerNo, itemNo, components }) =>
      [itemNo, ...components.map((component) => component.itemNo)].map((each) => ({ customerNo, itemNo: each })),
    ),
  );
  const outcomes = new Map<Production, Outcome<Posted>>();
  const sound: Production[] = [];
  for (const production of productions) {
    const faults = judge(world, production);
    if (faults.length === 0) sound.push(production);
    else outcomes.set(production, refuseFaults(faults));
  }
  const posted = await postChanges(
    tx,
    sound.map((production) => ({ takes: 'available', postings: postingsOf(world, production) })),
  );
  for (const [index, production] of sound.entries()) {
    const notThere = posted[index]?.notThere ?? [];
    if (notThere.length > 0) {
      const { components } = production;
      const field = (itemNo: string) =>
        `Components[${components.findIndex((c) => c.itemNo === itemNo)}].QuantityPerSet`;
      outcomes.set(production, refuseFaults(notThere.map((missing) => notThereFault(field(missing.itemNo), missing))));
    } else {
      outcomes.set(production, { done: { reference: production.reference } });
      log(tx, world, production);
    }
  }
  return productions.map((production) => outcomes.get(production) as Outcome<Posted>);
}

/** The lane's writer of productions. */
export const productions = postingWriter('inventory.produce', postProductions);

function judge(world: PostingWorld, production: Production): Fault[] {
  const { customerNo, warehouse, status, itemNo, quantity, components } = production;
  const seen = new Set<string>();
  return [
    ...judgeWarehouse(world, warehouse),
    ...judgeStatus(world, customerNo, status, 'InventoryStatus'),
    ...judgeItem(world, customerNo, itemNo, 'ItemNo'),
    ...components.flatMap((component, index): Fault[] => {
      const field = `Components[${index}].ItemNo`;
      const faults = judgeItem(world, customerNo, component.itemNo, field);
      if (component.itemNo === itemNo) {
        faults.push({ field, code: 'OwnComponent', message: 'is the set itself' });
      } else if (seen.has(component.itemNo)) {
        faults.push({ field, code: 'DuplicateItem', message: 'stands among the components twice' });
      }
      seen.add(component.itemNo);
      if (component.quantityPerSet * quantity > mostUnits) {
        const message = `comes to more than ${mostUnits} units for ${quantity} sets`;
        faults.push({ field: `Components[${index}].QuantityPerSet`, code: 'TooMany', message });
      }
      return faults;
    }),
  ];
}

function postingsOf(world: PostingWorld, production: Production): Posting[] {
  const { customerNo, warehouse, status, itemNo, quantity, components } = production;
  const at = (item: string, units: number) =>
    postingOf(
      world,
      production,
      { customerNo, itemNo: item, warehouse, status },
      { quantity: units, type: 'Production Line', reference: reasonCode },
    );
  return [...components.map((c) => at(c.itemNo, -c.quantityPerSet * quantity)), at(itemNo, quantity)];
}

function log(tx: Tx, { timeOf }: PostingWorld, production: Production): void {
  const { customerNo, reference, operation, actor, warehouse, status, itemNo, quantity, components } = production;
  appendLog(tx, {
    customerNo,
    kind: 'inventory.produced',
    subject: reference,
    reference,
    occurredAt: timeOf(customerNo),
    operation,
    actor,
    data: { reasonCode, warehouse, inventoryStatus: status, itemNo, quantity, components },
  });
}
