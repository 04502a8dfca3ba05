/**
 * Transit estimates of the connected carrier, as a source of delivery estimates (decision 27). Cached, because the same
 * trip is requested at every checkout and each request is charged.
 */
import { memoizeAsync } from '../lib/memoize-async.ts';
import { type CarrierGateway, formatCarrierServiceKey, type TransitEstimate, type TransitRequest } from './gateway.ts';
import { failedCarrierResultError } from './source-failure.ts';

export interface TransitSource {
  /**
   * Delivery estimates for a ship date, for the services that the carrier has an estimate for.
   * @throws CarrierSourceError when the carrier refuses, cannot be reached, or its response cannot be used
   */
  estimate(request: TransitRequest): Promise<readonly TransitEstimate[]>;
  /** Whether there is an account to ask; absent: there is. */
  isConnected?(): boolean;
}

const keptMs = 6 * 60 * 60 * 1_000;
const maxEntries = 10_000;

/** A transit source that uses this gateway. */
export function createCarrierTransitSource(gateway: Pick<CarrierGateway, 'estimateTransit'>): TransitSource {
  return {
    estimate: async (request) => {
      const result = await gateway.estimateTransit(request);
      if (result.outcome !== 'ok') throw failedCarrierResultError(result);
      return result.data;
    },
  };
}

/** Caches the source's estimates for six hours per ship date, ZIP codes and services. */
export function cacheTransitSource(source: TransitSource): TransitSource {
  return {
    estimate: memoizeAsync((request) => source.estimate(request), keyOf, { ttlMs: keptMs, maxEntries }),
  };
}

function keyOf({ fromZip, toZip, shipDate, services }: TransitRequest): string {
  return `${fromZip} ${toZip} ${shipDate} ${services.map(formatCarrierServiceKey).join(',')}`;
}
