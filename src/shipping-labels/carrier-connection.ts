/** The carrier connection of an environment: registered at startup when an account is configured. */
import type { CarrierGateway } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';
import type { CarrierMode } from '../warehouse/index.ts';
import type { LabelDeps } from './label-work.ts';

export interface CarrierConnection {
  readonly gateway: CarrierGateway;
  /** Origin from which carrier files are accepted besides `https:` addresses, such as `http://127.0.0.1:8081`. */
  readonly trustedOrigin: string;
  /** How long a label request waits for the carrier. */
  readonly maxLabelWaitMs: number;
}

const registered = new WeakMap<Environment, CarrierConnection>();

/** Connects an environment to a carrier. The sandbox carriers of the test environment need no connection. */
export function registerCarrierConnection(environment: Environment, account: CarrierConnection): void {
  registered.set(environment, account);
}

export function carrierConnectionOf(environment: Environment): CarrierConnection | undefined {
  return registered.get(environment);
}

/** Which carriers an environment uses (decision 2). */
export function carrierModeOf(environment: Environment): CarrierMode {
  if (environment.name === 'test') return 'sandbox';
  return registered.has(environment) ? 'gateway' : 'none';
}

/** The dependencies of label work in an environment; undefined when no carrier is connected. */
export function labelDepsOf(environment: Environment): LabelDeps | undefined {
  const account = registered.get(environment);
  return account && { db: environment.db, logger: environment.logger, gateway: account.gateway };
}
