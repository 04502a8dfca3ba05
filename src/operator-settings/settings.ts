/** The operator's settings as decisions use them. Pure. */
import {
  type Cutoff,
  type Holiday,
  type InventoryStatus,
  primaryInventoryStatus,
  type Warehouse,
} from '../contract/operator-settings.ts';
import type { Fault } from '../platform/errors.ts';
import type { StoredCarrierAccount } from './carrier-accounts.ts';
import type { CarrierRule } from './carrier-rules.ts';
import type { PackingSettings } from './packing-rules.ts';
import type { StandingRules } from './standing-rules.ts';

/** Ship-from address of a warehouse; the city, state and ZIP code are the warehouse's own. */
export interface WarehouseAddress {
  readonly company: string;
  readonly street: string;
  readonly street2: string;
  readonly phone: string;
}

/** All settings of one environment, read together. The same object is returned until one of them changes. */
export interface OperatorSettings {
  /** By code. */
  readonly warehouses: ReadonlyMap<string, Warehouse>;
  /** By warehouse. */
  readonly cutoffs: ReadonlyMap<string, readonly Cutoff[]>;
  readonly holidays: readonly Holiday[];
  /** The generic inventory statuses, by code. */
  readonly statuses: ReadonlyMap<string, InventoryStatus>;
  /** The customers' own inventory statuses: by customer, then by code. */
  readonly customerStatuses: ReadonlyMap<string, ReadonlyMap<string, InventoryStatus>>;
  readonly standingRules: StandingRules;
  /** By rank; the defaults when the operator has set none. */
  readonly carrierRules: readonly CarrierRule[];
  /** By warehouse; warehouses without an address are left out. */
  readonly warehouseAddresses: ReadonlyMap<string, WarehouseAddress>;
  readonly packing: PackingSettings;
  /** By code; their keys are encrypted. */
  readonly carrierAccounts: readonly StoredCarrierAccount[];
}

/** The inventory statuses that a customer may use: the generic ones and its own, by code. */
export function inventoryStatusesOfCustomer(
  { statuses, customerStatuses }: Pick<OperatorSettings, 'statuses' | 'customerStatuses'>,
  customerNo: string,
): ReadonlyMap<string, InventoryStatus> {
  const own = customerStatuses.get(customerNo);
  return own === undefined ? statuses : new Map([...statuses, ...own]);
}

/** The fault of a field with a code that is no inventory status of the customer. */
export const unknownInventoryStatusFault = (field: string, status: string): Fault => ({
  field,
  code: 'UnknownStatus',
  message: `${JSON.stringify(status)} is not an inventory status`,
});

/**
 * The statuses that consumer orders draw, in this order: the primary one, then the customer's own that are marked for them, by
 * code. GetSellable counts exactly these (decisions 10 and 12).
 */
export function consumerInventoryStatusesOfCustomer(
  { customerStatuses }: OperatorSettings,
  customerNo: string,
): readonly string[] {
  const own = customerStatuses.get(customerNo);
  if (own === undefined) return primaryOnly;
  const marked = [...own.values()].filter(
    ({ code, sellableToConsumers }) => sellableToConsumers && code !== primaryInventoryStatus,
  );
  return [primaryInventoryStatus, ...marked.map(({ code }) => code).sort()];
}

const primaryOnly: readonly string[] = [primaryInventoryStatus];

/** Whether people release, pack and ship the orders of a warehouse. */
export function isWorkedWarehouse(warehouse: string, { warehouses }: Pick<OperatorSettings, 'warehouses'>): boolean {
  return warehouses.get(warehouse)?.isWorked === true;
}
