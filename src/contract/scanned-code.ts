/** What a scanner writes for a code, read in the same way by the portal and the server. Pure. */

/**
 * What is scanned, without what a scanner may put around it: a symbology identifier, as `]C1` (ISO/IEC 15424), and control characters, as
 * the FNC1 with which a GS1 barcode begins, and STX and ETX.
 */
export const codeOfScan = (text: string): string =>
  text.replace(/^[\s\p{Cc}]*(?:\][A-Za-z][\dA-Za-z](?=.))?[\s\p{Cc}]*|[\s\p{Cc}]+$/gu, '');
