/** The tags of the format `tracking_update`, and which carrier scans and statuses of a package have them. Pure. */

/** Tags of tracking feeds: where a package is on its way. */
export const trackingTags = [
  'Pending',
  'InfoReceived',
  'InTransit',
  'OutForDelivery',
  'AttemptFail',
  'Delivered',
  'AvailableForPickup',
  'Exception',
  'Expired',
] as const;
export type TrackingTag = (typeof trackingTags)[number];

const scanTags: Readonly<Record<string, TrackingTag>> = {
  LC: 'InfoReceived',
  PU: 'InTransit',
  IT: 'InTransit',
  DP: 'InTransit',
  AR: 'InTransit',
  DY: 'InTransit',
  OD: 'OutForDelivery',
  DE: 'Exception',
  RP: 'AvailableForPickup',
  DM: 'Exception',
  RS: 'Exception',
  RD: 'Exception',
  DL: 'Delivered',
};

const statusTags: Readonly<Record<string, TrackingTag>> = {
  'READY TO SHIP': 'InfoReceived',
  'READY FOR PICKUP': 'AvailableForPickup',
  SHIPPED: 'InTransit',
  'IN TRANSIT': 'InTransit',
  EXCEPTION: 'Exception',
  DAMAGED: 'Exception',
  RETURNED: 'Exception',
  'DELIVERED TO SHIPPER': 'Exception',
  DELIVERED: 'Delivered',
  // A canceled package is not delivered, and no further events of it follow.
  CANCELED: 'Expired',
};

/** The tag of a package after an entry of its log; undefined when the entry does not determine it. */
export function trackingTagOf(kind: string, logged: Readonly<Record<string, unknown>>): TrackingTag | undefined {
  const { code, status, message, trackingNo } = logged;
  if (kind === 'package.scanned') {
    const isAttempt = code === 'DE' && typeof message === 'string' && /attempt/i.test(message);
    return isAttempt ? 'AttemptFail' : scanTags[String(code)];
  }
  const isPacking = kind === 'package.packed' || kind === 'package.repacked';
  // It waits for its label. Entries of `package.repacked` of earlier versions have no tracking number.
  if (isPacking && trackingNo === '' && status === 'READY TO SHIP') return 'Pending';
  return statusTags[String(status)];
}
