/**
 * Makes an environment ready for the commerce operations: the test environment gets a directory of its own, and in
 * production the carriers that are configured are asked for their locations and, through EasyPost, about addresses.
 */
import {
  type AddressSource,
  guarded,
  openLocationSources,
  registerSources,
  sampleLocations,
  seedLocations,
} from './addresses/index.ts';
import { deliveryPointsOf, easypostGateway } from './carriers/index.ts';
import type { Config } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';

/** Somebody waits at a checkout: an address that takes longer is answered offline. */
const addressTimeoutMs = 4_000;

/** Call it once the database is migrated. Again is the same as once. */
export async function openCommerce(environment: Environment): Promise<void> {
  if (environment.name === 'test') {
    await seedLocations(environment.db, sampleLocations);
    return;
  }
  // Production has what its operator has imported and, where it has accounts with carriers, what they say.
  const { config } = environment;
  registerSources(environment, {
    locations: openLocationSources(config.carrierAccounts),
    addresses: openAddressSource(config, addressTimeoutMs),
  });
}

/** Undefined without an account that knows delivery points. */
export function openAddressSource(
  { easypost }: Pick<Config, 'easypost'>,
  timeoutMs: number,
): AddressSource | undefined {
  if (easypost === undefined) return undefined;
  const { verify } = deliveryPointsOf(easypostGateway({ ...easypost, timeoutMs }));
  return { verify: guarded('EasyPost', verify) };
}
