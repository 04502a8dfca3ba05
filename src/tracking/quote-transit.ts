/** Transit estimates of a carrier account, beside the operator's table and the distances. Holds no connection while it waits. */
import { CarrierSourceError } from '../addresses/index.ts';
import {
  formatCarrierServiceKey,
  type QuotedTransit,
  type TransitRequest,
  type TransitSource,
} from '../carriers/index.ts';
import type { Environment } from '../platform/environment.ts';
import { defineSlicePort } from '../platform/ports.ts';

/** Undefined or not connected where no carrier account is configured. */
export const transitSourcePort = defineSlicePort<TransitSource | undefined>('the carrier that estimates transit');

interface QuotedCarrierTransit {
  /** Undefined when no carrier was asked, or the request failed. */
  readonly quoted: QuotedTransit | undefined;
  /** Messages for the caller, in sentences. */
  readonly messages: readonly string[];
}

const noQuote: QuotedCarrierTransit = { quoted: undefined, messages: [] };

/**
 * Requests estimates from the environment's transit source. A `CarrierSourceError` of the source is logged and returned as a
 * message; other errors are thrown.
 */
export async function quoteTransit(
  environment: Environment,
  request: TransitRequest | undefined,
): Promise<QuotedCarrierTransit> {
  const source = environment.db.ports.get(transitSourcePort);
  if (source === undefined || source.isConnected?.() === false || request === undefined) return noQuote;
  try {
    const estimates = await source.estimate(request);
    const quotedKeys = new Set(estimates.map(formatCarrierServiceKey));
    const unquoted = request.services
      .map(formatCarrierServiceKey)
      .filter((carrierService) => !quotedKeys.has(carrierService));
    const messages =
      unquoted.length === 0
        ? []
        : [`Estimated by distance, because the carrier has no estimate: ${unquoted.join(', ')}.`];
    return { quoted: { shipDate: request.shipDate, estimates: estimates }, messages };
  } catch (error) {
    if (!(error instanceof CarrierSourceError)) throw error;
    environment.logger.warn({ err: error.internal ?? error }, 'transit estimates of the carrier failed');
    return {
      ...noQuote,
      messages: [`The carrier's estimates are not available (${error.message}); estimated by distance.`],
    };
  }
}
