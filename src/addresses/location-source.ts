/**
 * Port for a carrier as the source of its own locations, used instead of the operator's directory. A source builds a
 * request, sends it, and parses the reply; building and parsing are pure (separate files).
 */
import type { CarrierLocation, CarrierWithLocations } from './location.ts';
import type { GeoPoint } from './places.ts';

export interface CarrierLocationQuery {
  readonly from: GeoPoint;
  /** Miles, 5 to 50. */
  readonly radiusMiles: number;
  readonly maxResults: number;
}

/** A carrier's reply: the usable locations and the carrier's messages. */
export interface CarrierLocationReply {
  /**
   * `isAlcoholAllowed` comes from the operator's settings for the kind of location, because carriers do not report it.
   */
  readonly locations: readonly CarrierLocation[];
  readonly messages: readonly string[];
}

export interface CarrierLocationSource {
  readonly carrier: CarrierWithLocations;
  /** @throws CarrierSourceError when the carrier is unavailable or its reply is unusable */
  find(search: CarrierLocationQuery): Promise<CarrierLocationReply>;
}

/** An error of the carrier, not of the caller (decision 3: `Source: Carrier`). Its message is for the caller. */
export class CarrierSourceError extends Error {
  readonly carrier: string;
  /** For the log only. */
  readonly internal: unknown;
  /** True when the carrier rejected this request only; false when it is unavailable for any request. */
  readonly isRefusal: boolean;

  constructor(carrier: string, message: string, options: { internal?: unknown; isRefusal?: boolean } = {}) {
    super(message);
    this.name = 'CarrierSourceError';
    this.carrier = carrier;
    this.internal = options.internal;
    this.isRefusal = options.isRefusal ?? false;
  }
}
