/** What the dialogs that close inbound orders say is given up. */
import { expect, test } from 'vitest';
import { purchaseOrderClosingText, transferOrderClosingText } from '../../portal/pages/inbound/missing-units.ts';

test('the units that a transfer writes off are those of each line, whatever surplus another line has', () => {
  const lines = [
    { Shipped: 12, Received: 15, Short: 0 },
    { Shipped: 12, Received: 0, Short: 0 },
    { Shipped: 5, Received: 3, Short: 2 },
  ];
  expect(transferOrderClosingText(lines)).toBe('Written off, because they have not arrived: 12 units.');
});

test('the units that a purchase order no longer expects are those of each line', () => {
  const lines = [
    { Ordered: 100, Received: 110 },
    { Ordered: 50, Received: 30 },
  ];
  expect(purchaseOrderClosingText(lines)).toBe('Not expected any more: 20 units. What was received stays.');
});
