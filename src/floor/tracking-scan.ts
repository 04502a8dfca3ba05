/** Tracking numbers as scanners read them from the labels of carriers. Pure. */

/** Lengths of tracking numbers that end a longer barcode: of USPS, and of FedEx Ground and Express. */
const endings = [22, 20, 15, 12];

/**
 * The tracking numbers that a scan may stand for, the likeliest first: barcodes of USPS begin with 420 and the ZIP Code, those
 * of FedEx end with the number.
 */
export function trackingNumberCandidatesOfScan(scan: string): string[] {
  const raw = scan.replaceAll(/\s/g, '').toUpperCase();
  const routed = /^420(?:\d{9}|\d{5})(\d{20}|\d{22}|\d{26})$/.exec(raw)?.[1];
  const ends = /^\d+$/.test(raw)
    ? endings.filter((length) => length < raw.length).map((length) => raw.slice(-length))
    : [];
  return [...new Set([scan.trim(), raw, ...(routed === undefined ? [] : [routed]), ...ends])];
}
