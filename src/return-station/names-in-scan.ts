/** The names that a scan of a package may contain. Pure. */

/**
 * The names that a scan may contain, the most exact first: the text itself, the text without spaces, tracking numbers within the longer
 * barcode of a carrier, and the words of more than two characters; then all of them in upper case, because people type numbers in lower
 * case.
 */
export function parseIdentifiersInScan(scanned: string): string[] {
  const text = scanned.trim();
  const digits = text.replaceAll(/\s/g, '');
  const words = text.split(/[\s,;|]+/).filter((word) => word.length > 2);
  const names = [text, digits, ...trackingNosWithin(digits), ...words];
  return [...new Set([...names, ...names.map((name) => name.toUpperCase())])].filter((name) => name !== '');
}

function trackingNosWithin(digits: string): string[] {
  // FedEx Ground 96 and FedEx Express 34: the number is at the end. USPS: after 420 and the ZIP code.
  if (/^96\d{20}$/.test(digits)) return [digits.slice(-15), digits.slice(-12)];
  if (/^\d{34}$/.test(digits)) return [digits.slice(-12), ...uspsNumbers(digits)];
  return uspsNumbers(digits);
}

const uspsNumbers = (digits: string): string[] =>
  /^420\d{25,33}$/.test(digits) ? [digits.slice(8), digits.slice(12)].filter((text) => text.length >= 20) : [];
