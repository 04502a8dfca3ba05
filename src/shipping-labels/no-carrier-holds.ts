/** Releases orders that were held because no carrier was connected (decision 2). */
import type { Environment } from '../platform/environment.ts';
import { endHoldsByCause } from '../sales-orders/index.ts';
import { noCarrierHold } from '../warehouse/index.ts';
import { carrierModeOf } from './carrier-connection.ts';

/**
 * Ends all `no-carrier` holds when the environment has a carrier, and returns how many orders are released. Called at
 * startup, because a carrier is connected by the settings. Does nothing without a carrier.
 */
export async function endNoCarrierHolds(environment: Environment): Promise<number> {
  if (carrierModeOf(environment) === 'none') return 0;
  return await endHoldsByCause(environment.db, noCarrierHold, 'a carrier is configured');
}
