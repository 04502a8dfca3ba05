/** What waits for want of a carrier goes on when there is one (decision 2). */
import type { Environment } from '../platform/environment.ts';
import { endHoldsByCause } from '../sales-orders/index.ts';
import { noCarrierHold } from '../warehouse/index.ts';
import { carrierModeOf } from './carrier-connection.ts';

/**
 * Ends the `no-carrier` holds of an environment that has carriers, and answers how many orders are free now. Call it when
 * the program starts: a carrier is configured by its settings. Where there is none it does nothing.
 */
export async function endNoCarrierHolds(environment: Environment): Promise<number> {
  if (carrierModeOf(environment) === 'none') return 0;
  return await endHoldsByCause(environment.db, noCarrierHold, 'a carrier is configured');
}
