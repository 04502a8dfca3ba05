/** A planned carrier scan as stored in `due_work`; its time is the due time. Pure. */
import type { CarrierScan } from '../carriers/index.ts';

export interface ScanData {
  readonly code: string;
  readonly message: string;
  readonly location: string;
  readonly leg?: number;
  /** Estimated delivery date, `YYYY-MM-DD`, if the carrier publishes it with this scan. */
  readonly estimate?: string;
}

export function toScanData({ code, message, location, leg }: CarrierScan, estimate?: Temporal.PlainDate): ScanData {
  return {
    code,
    message,
    location,
    ...(leg === 0 ? {} : { leg }),
    ...(estimate === undefined ? {} : { estimate: estimate.toString() }),
  };
}

export function scanFromData({ code, message, location, leg }: ScanData, at: Temporal.Instant): CarrierScan {
  return { leg: leg ?? 0, at, code, message, location };
}
