/**
 * Makes an environment ready for the commerce operations: the test environment gets a directory of its own, and in
 * production the carriers that are configured are asked for their locations and, through EasyPost, about addresses and transit.
 */
import {
  type AddressSource,
  guarded,
  openLocationSources,
  registerSources,
  sampleLocations,
  seedLocations,
} from './addresses/index.ts';
import {
  accountTitle,
  deliveryPointsOf,
  easypostGateway,
  rememberingTransit,
  type TransitSource,
  transitSourceOf,
} from './carriers/index.ts';
import type { Config } from './platform/config.ts';
import type { Environment } from './platform/environment.ts';
import { registerTransitSource } from './tracking/index.ts';

/** Somebody waits at a checkout: what takes longer is answered offline. */
const checkoutTimeoutMs = 4_000;

/** Call it once the database is migrated. Again is the same as once. */
export async function openCommerce(environment: Environment): Promise<void> {
  if (environment.name === 'test') {
    await seedLocations(environment.db, sampleLocations);
    return;
  }
  // Production has what its operator has imported and, where it has accounts with carriers, what they say.
  const { config } = environment;
  const { addresses, transit } = openAccountSources(config, checkoutTimeoutMs);
  registerSources(environment, { locations: openLocationSources(config.carrierAccounts), addresses });
  if (transit !== undefined) registerTransitSource(environment, transit);
}

export interface AccountSources {
  readonly addresses: AddressSource | undefined;
  readonly transit: TransitSource | undefined;
}

/** What an account with carriers can be asked about at a checkout: nothing without one. */
export function openAccountSources({ easypost }: Pick<Config, 'easypost'>, timeoutMs: number): AccountSources {
  if (easypost === undefined) return { addresses: undefined, transit: undefined };
  // One for both: when the carrier asks to be left alone, that holds for all questions.
  const gateway = easypostGateway({ ...easypost, timeoutMs });
  const { verify } = deliveryPointsOf(gateway);
  const { estimate } = transitSourceOf(gateway);
  return {
    addresses: { verify: guarded(accountTitle, verify) },
    // Guarded inside: an answer that is kept is answered also while the carrier rests.
    transit: rememberingTransit({ estimate: guarded(accountTitle, estimate) }),
  };
}
