/**
 * Makes an environment ready for the commerce operations: the test environment gets a directory of its own, and the
 * carriers that are configured are asked for their locations.
 */
import { openLocationSources, registerSources, sampleLocations, seedLocations } from './addresses/index.ts';
import type { Environment } from './platform/environment.ts';

/** Call it once the database is migrated. Again is the same as once. */
export async function openCommerce(environment: Environment): Promise<void> {
  if (environment.name === 'test') {
    await seedLocations(environment.db, sampleLocations);
    return;
  }
  // Production has what its operator has imported and, where it has accounts with carriers, what they say.
  registerSources(environment, { locations: openLocationSources(environment.config.carrierAccounts) });
}
