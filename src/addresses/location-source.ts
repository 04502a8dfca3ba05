/**
 * Who can be asked for the locations of a carrier, beside the operator's directory: the carrier itself. A source builds a
 * request, sends it, and reads the answer; the first and the last are pure (their own files).
 */
import type { CarrierLocation, LocationCarrier } from './location.ts';
import type { Point } from './places.ts';

export interface SourceSearch {
  readonly from: Point;
  /** Miles, 5 to 50. */
  readonly radiusMiles: number;
  readonly maxResults: number;
}

/** What a carrier answered: what could be read, and what it said beside it. */
export interface SourceResult {
  /** Alcohol allowed by what the operator says of their kind: the carriers say nothing of it. */
  readonly locations: readonly CarrierLocation[];
  readonly messages: readonly string[];
}

export interface LocationSource {
  readonly carrier: LocationCarrier;
  /** @throws SourceError when the carrier cannot be asked or its answer cannot be used */
  find(search: SourceSearch): Promise<SourceResult>;
}

/** The carrier, not the caller, is at fault (decision 3: `Source: Carrier`). Its message is for the caller. */
export class SourceError extends Error {
  readonly carrier: string;
  /** For the log only. */
  readonly internal: unknown;
  /** It refused this question; others it may well answer. Else it cannot be asked now, whatever the question. */
  readonly isRefusal: boolean;

  constructor(carrier: string, message: string, options: { internal?: unknown; isRefusal?: boolean } = {}) {
    super(message);
    this.name = 'SourceError';
    this.carrier = carrier;
    this.internal = options.internal;
    this.isRefusal = options.isRefusal ?? false;
  }
}
