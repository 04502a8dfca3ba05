/** Which units of a balance consumers may buy (GetSellable). Pure. */
import { consumerInventoryStatusesOfCustomer, type OperatorSettings } from '../operator-settings/index.ts';

interface SellableBalance {
  readonly customerNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly onHand: number;
  readonly reserved: number;
  readonly isRetired: boolean;
}

interface SellableUnits {
  readonly units: number;
  /** Why not everything on hand is sellable; '' when it is, or when nothing is on hand. */
  readonly because: string;
}

/** The units of a balance that consumers may buy, as GetSellable counts them without inbound stock, and why the others on hand are not sellable. Pure. */
export function computeSellableUnits(balance: SellableBalance, settings: OperatorSettings): SellableUnits {
  const { onHand, reserved } = balance;
  if (onHand === 0) return { units: 0, because: '' };
  const reason = unsellableBecause(balance, settings);
  if (reason !== undefined) return { units: 0, because: reason };
  const units = Math.max(0, onHand - reserved);
  if (units === 0) return { units, because: 'All units on hand are reserved.' };
  if (reserved === 0) return { units, because: '' };
  const [some, all] = [reserved, onHand].map((count) => count.toLocaleString('en-US'));
  return { units, because: `${some} of ${all} units on hand are reserved.` };
}

function unsellableBecause(
  { customerNo, warehouse, status, isRetired }: SellableBalance,
  settings: OperatorSettings,
): string | undefined {
  if (isRetired) return 'The item is retired.';
  if (!settings.warehouses.has(warehouse)) return `Warehouse ${warehouse} is not in use.`;
  const statuses = consumerInventoryStatusesOfCustomer(settings, customerNo);
  if (statuses.includes(status)) return undefined;
  return `Consumers cannot buy stock in status ${status}, only in ${statuses.join(', ')}.`;
}
