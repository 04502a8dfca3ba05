/**
 * Makes an environment ready for the commerce operations: the test environment gets a directory of its own, and the
 * carriers that are configured are asked for their locations.
 */
import { sampleLocations, seedLocations } from './addresses/index.ts';
import type { Environment } from './platform/environment.ts';

/** Call it once the database is migrated. Again is the same as once. */
export async function openCommerce(environment: Environment): Promise<void> {
  // Production has what its operator has imported, and nothing else.
  if (environment.name === 'test') await seedLocations(environment.db, sampleLocations);
}
