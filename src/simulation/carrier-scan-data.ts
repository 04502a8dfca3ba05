/** A planned carrier scan as stored in `due_work`; its time is the due time. Pure. */
import type { CarrierScan } from '../carriers/index.ts';

/** The data of a planned scan without its time. `leg` is absent for leg 0. */
export interface CarrierScanData {
  readonly code: string;
  readonly message: string;
  readonly location: string;
  readonly leg?: number;
  /** Estimated delivery date, `YYYY-MM-DD`, if the carrier publishes it with this scan. */
  readonly estimate?: string;
}

/** The data of a planned scan. */
export function toCarrierScanData(
  { code, message, location, leg }: CarrierScan,
  estimate?: Temporal.PlainDate,
): CarrierScanData {
  return {
    code,
    message,
    location,
    ...(leg === 0 ? {} : { leg }),
    ...(estimate === undefined ? {} : { estimate: estimate.toString() }),
  };
}

/** The scan that these data plan, at its due time. */
export function carrierScanFromData(
  { code, message, location, leg }: CarrierScanData,
  at: Temporal.Instant,
): CarrierScan {
  return { leg: leg ?? 0, at, code, message, location };
}
