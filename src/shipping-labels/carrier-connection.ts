/** The carrier accounts through which an environment buys labels. */
import type { CarrierGateway } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';
import { defineSlicePort } from '../platform/ports.ts';
import { endHoldsByCause } from '../sales-orders/index.ts';
import { type CarrierMode, noCarrierHold } from '../warehouse/index.ts';
import type { LabelDeps } from './label-work.ts';

export interface CarrierConnection {
  readonly gateway: CarrierGateway;
  /** Origin from which carrier files are accepted besides `https:` addresses, such as `http://127.0.0.1:8081`. */
  readonly trustedOrigin: string;
  /** How long a label request waits for the carrier. */
  readonly maxLabelWaitMs: number;
  /** Whether labels can be bought; absent: they can. */
  readonly isConnected?: () => boolean;
}

/** The port of an environment's carrier connection; its value is undefined in test, whose carriers are simulated. */
export const carrierConnectionPort = defineSlicePort<CarrierConnection | undefined>('the carrier account');

export function carrierConnectionOf(environment: Environment): CarrierConnection | undefined {
  return environment.db.ports.get(carrierConnectionPort);
}

/** Which carriers an environment uses (decision 2). */
export function carrierModeOf(environment: Environment): CarrierMode {
  if (environment.name === 'test') return 'sandbox';
  const connection = carrierConnectionOf(environment);
  return connection !== undefined && (connection.isConnected?.() ?? true) ? 'gateway' : 'none';
}

/** The dependencies of label work in an environment; undefined where carriers are simulated. */
export function labelDepsOf(environment: Environment): LabelDeps | undefined {
  const connection = carrierConnectionOf(environment);
  return connection && { db: environment.db, logger: environment.logger, gateway: connection.gateway };
}

/**
 * Ends all `no-carrier` holds when the environment has a carrier, and returns how many orders are released. Called at
 * startup, when an account is set, and every minute, because another process may not know the account yet. Does nothing without a carrier.
 */
export async function endNoCarrierHolds(environment: Environment): Promise<number> {
  if (carrierModeOf(environment) !== 'gateway') return 0;
  return await endHoldsByCause(environment.db, noCarrierHold, 'a carrier is connected');
}
