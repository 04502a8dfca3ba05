/**
 * Makes an environment ready for the commerce operations: the test environment gets a directory of its own, and in
 * production the carriers that are configured are asked for their locations and, through EasyPost, about addresses and transit.
 */
import {
  type AddressSource,
  openLocationSources,
  registerSources,
  sampleLocations,
  seedLocations,
  withCircuitBreaker,
} from './addresses/index.ts';
import {
  cachedTransit,
  carrierAccountName,
  carrierAddressSource,
  easypostGateway,
  type TransitSource,
  transitSourceOf,
} from './carriers/index.ts';
import type { Config } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';
import { registerTransitSource } from './tracking/index.ts';

/** Somebody waits at a checkout: what takes longer is answered offline. */
const checkoutTimeoutMs = 4_000;

/** Call it once the database is migrated. Again is the same as once. */
export async function registerCarrierSources(environment: Environment): Promise<void> {
  if (environment.name === 'test') {
    await seedLocations(environment.db, sampleLocations);
    return;
  }
  // Production has what its operator has imported and, where it has accounts with carriers, what they say.
  const { config } = environment;
  const { addresses, transit } = openCarrierSources(config, checkoutTimeoutMs);
  registerSources(environment, { locations: openLocationSources(config.carrierAccounts), addresses });
  if (transit !== undefined) registerTransitSource(environment, transit);
}

export interface CarrierSources {
  readonly addresses: AddressSource | undefined;
  readonly transit: TransitSource | undefined;
}

/** What an account with carriers can be asked about at a checkout: nothing without one. */
export function openCarrierSources({ easypost }: Pick<Config, 'easypost'>, timeoutMs: number): CarrierSources {
  if (easypost === undefined) return { addresses: undefined, transit: undefined };
  // One for both: when the carrier asks to be left alone, that holds for all questions.
  const gateway = easypostGateway({ ...easypost, timeoutMs });
  const { verify } = carrierAddressSource(gateway);
  const { estimate } = transitSourceOf(gateway);
  return {
    addresses: { verify: withCircuitBreaker(carrierAccountName, verify) },
    // Guarded inside: an answer that is kept is answered also while the carrier rests.
    transit: cachedTransit({ estimate: withCircuitBreaker(carrierAccountName, estimate) }),
  };
}
