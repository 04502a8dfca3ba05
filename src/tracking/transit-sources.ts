/**
 * The carrier's transit estimates for GetDeliveryEstimates, when an environment has a transit source (registered by
 * compose). Holds no database connection while it waits for the carrier.
 */
import { SourceError } from '../addresses/index.ts';
import { type QuotedTransit, serviceKey, type TransitRequest, type TransitSource } from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';

const registered = new WeakMap<Environment, TransitSource>();

export function registerTransitSource(environment: Environment, source: TransitSource): void {
  registered.set(environment, source);
}

export interface CarrierTransit {
  /** Undefined when no carrier was asked, or it did not reply. */
  readonly quoted: QuotedTransit | undefined;
  /** Messages for the caller, in sentences. */
  readonly messages: readonly string[];
}

const noQuote: CarrierTransit = { quoted: undefined, messages: [] };

/**
 * Requests estimates from the environment's transit source. Never fails because of the source: its failure is returned
 * as a message.
 */
export async function quoteTransit(
  environment: Environment,
  request: TransitRequest | undefined,
): Promise<CarrierTransit> {
  const source = registered.get(environment);
  if (source === undefined || request === undefined) return noQuote;
  try {
    const estimates = await source.estimate(request);
    const quotedKeys = new Set(estimates.map(serviceKey));
    const unquoted = request.services.map(serviceKey).filter((carrierService) => !quotedKeys.has(carrierService));
    const messages =
      unquoted.length === 0
        ? []
        : [`Estimated by distance, because the carrier has no estimate: ${unquoted.join(', ')}.`];
    return { quoted: { shipDate: request.shipDate, estimates: estimates }, messages };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'transit estimates of the carrier failed');
    return {
      ...noQuote,
      messages: [`The carrier's estimates are not available (${error.message}); estimated by distance.`],
    };
  }
}
