/** Through which carrier account an environment buys labels: registered when the program is wired, none by default. */
import type { CarrierGateway } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';
import type { CarrierMode } from '../warehouse/index.ts';
import type { LabelDeps } from './label-work.ts';

export interface CarrierConnection {
  readonly gateway: CarrierGateway;
  /** Where the carrier's own files may come from beside `https:` addresses: an origin, `http://127.0.0.1:8081`. */
  readonly trustedOrigin: string;
  /** How long a caller who asks for a label waits for the carrier. */
  readonly maxLabelWaitMs: number;
}

const registered = new WeakMap<Environment, CarrierConnection>();

/** The sandbox carriers of the test environment need none. */
export function registerCarrierConnection(environment: Environment, account: CarrierConnection): void {
  registered.set(environment, account);
}

export function carrierConnectionOf(environment: Environment): CarrierConnection | undefined {
  return registered.get(environment);
}

/** Who carries packages away in an environment (decision 2). */
export function carrierModeOf(environment: Environment): CarrierMode {
  if (environment.name === 'test') return 'sandbox';
  return registered.has(environment) ? 'gateway' : 'none';
}

/** Where label work of an environment is done; undefined where no carrier is configured. */
export function labelDepsOf(environment: Environment): LabelDeps | undefined {
  const account = registered.get(environment);
  return account && { db: environment.db, logger: environment.logger, gateway: account.gateway };
}
