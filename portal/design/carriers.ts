/** Carriers by the names that people use; the codes of the interface stay in tooltips. */
const names: Readonly<Record<string, string>> = { FEX: 'FedEx', UPS: 'UPS', GSO: 'GSO', USPS: 'USPS', ONT: 'OnTrac' };

export const carrierName = (code: string): string => names[code] ?? code;
