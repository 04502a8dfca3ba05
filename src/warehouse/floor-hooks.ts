/** Port by which the floor follows changes of the orders that it works on (decision 42), in the transaction of the change. */
import type { Tx } from '../platform/db/db.ts';
import { definePort } from '../platform/ports.ts';
import type { SalesOrder, SalesOrderKey } from '../sales-orders/index.ts';
import type { Package } from './package.ts';

/** An order that the caller has locked, and the time on its customer's clock. */
export interface FloorOrder extends SalesOrderKey {
  readonly at: Temporal.Instant;
}

export interface FloorHooks {
  /** Packages of locked orders have been created: of each order all that it ships in. */
  readonly packed: (tx: Tx, packages: readonly Package[], at: Temporal.Instant) => Promise<void>;
  /** All packages of the orders have left, by whatever way. */
  readonly shipped: (tx: Tx, orders: readonly FloorOrder[]) => void;
  /** The orders are canceled, or no hold keeps them from starting: what was a problem on the floor is over. */
  readonly settled: (tx: Tx, orders: readonly SalesOrderKey[]) => void;
  /**
   * The orders are open again, their packages are canceled. `note`: why, such as the words of a carrier. Returns those whose bottles
   * people have picked or put into boxes.
   */
  readonly reopened: (
    tx: Tx,
    orders: readonly (FloorOrder & { readonly note: string })[],
  ) => Promise<ReadonlySet<string>>;
  /**
   * Stock of orders in work has disappeared, and their lines are short. Returns those whose packed boxes people open again: their
   * packages and labels no longer hold.
   */
  readonly shortPicked: (
    tx: Tx,
    orders: readonly (FloorOrder & Pick<SalesOrder, 'status'>)[],
  ) => Promise<ReadonlySet<string>>;
}

/** Called for every order; the floor skips those that it does not work on. */
export const floorHooks = definePort<FloorHooks>('the work on the floor');
