/** The units of an inbound order that a lead gives up by closing it. A surplus of one line does not make up for what another one lacks. */
import { countOf } from '../../design/format.ts';

interface PurchaseOrderLine {
  readonly Ordered: number;
  /** It may be more than ordered. */
  readonly Received: number;
}

interface TransferOrderLine {
  readonly Shipped: number;
  /** It may be more than shipped. */
  readonly Received: number;
  /** Written off before. */
  readonly Short: number;
}

const sumOf = (units: readonly number[]): number => units.reduce((sum, each) => sum + Math.max(0, each), 0);

/** The text of the confirmation before a purchase order is closed: how many units are no longer expected. */
export function purchaseOrderClosingText(lines: readonly PurchaseOrderLine[]): string {
  const missing = sumOf(lines.map(({ Ordered, Received }) => Ordered - Received));
  return `Not expected any more: ${countOf(missing, 'unit')}. What was received stays.`;
}

/** The text of the confirmation before a transfer order is closed: how many units are written off. */
export function transferOrderClosingText(lines: readonly TransferOrderLine[]): string {
  const missing = sumOf(lines.map(({ Shipped, Received, Short }) => Shipped - Received - Short));
  return `Written off, because they have not arrived: ${countOf(missing, 'unit')}.`;
}
