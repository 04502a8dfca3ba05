/** Port by which the floor follows changes of the orders that it works on (decision 42), in the transaction of the change. */
import type { Tx } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { SalesOrder, SalesOrderKey } from '../sales-orders/index.ts';
import type { Package } from './package.ts';

/** An order that the caller has locked, and the time on its customer's clock. */
interface OrderAtTime extends SalesOrderKey {
  readonly at: Temporal.Instant;
}

interface ShippedOrder extends OrderAtTime, Pick<SalesOrder, 'orderType'> {
  /** All live packages. */
  readonly packages: readonly Package[];
}

/** What the warehouse floor does when its orders change. */
export interface FloorHooks {
  /**
   * Called after packages of locked orders were created with labels of a station or a carrier, not by `packOrdersWithoutCarrierLabels`.
   * `packages` has all live packages of each order.
   */
  readonly packed: (tx: Tx, packages: readonly Package[], at: Temporal.Instant) => Promise<void>;
  /** Called when the orders have become SHIPPED: their packages, or the first of them, have left. */
  readonly shipped: (tx: Tx, orders: readonly ShippedOrder[]) => void;
  /** Called when the orders are canceled, or are due to start and no standing rule holds them. Ends their problems on the floor. */
  readonly problemsEnded: (tx: Tx, orders: readonly SalesOrderKey[]) => void;
  /**
   * Called when orders are open again and their packages are canceled. `note` has the reason, such as a carrier's message. Returns
   * the ids of the orders whose bottles people have picked or put into boxes.
   */
  readonly reopened: (
    tx: Tx,
    orders: readonly (OrderAtTime & { readonly note: string })[],
  ) => Promise<ReadonlySet<string>>;
  /**
   * Called when stock of orders in work is missing, so that their lines are short. Returns the ids of the orders whose boxes people
   * have to pack again or empty, because nothing is left to ship: the caller cancels their packages and labels.
   */
  readonly shortPicked: (
    tx: Tx,
    orders: readonly (OrderAtTime & Pick<SalesOrder, 'status'>)[],
  ) => Promise<ReadonlySet<string>>;
}

/** The port of the hooks. They are called for every order; the floor skips those that it does not work on. */
export const floorHooksPort = defineSlicePort<FloorHooks>('the work on the floor');
