/** Which holds an update that changes nothing keeps, because only processing can decide about them again. */
import { expect, test } from 'vitest';
import { inventoryHoldKey, isProcessingHold, recipientHoldKey } from './holds.ts';

test.each([
  ['no carrier', { owner: 'system', reason: 'Customer Service', cause: 'no-carrier' } as const, true],
  ['an address that the carrier refuses', { owner: 'system', reason: 'Address', cause: 'carrier' } as const, true],
  ['no items', { owner: 'system', reason: 'Customer Service', cause: 'no-items' } as const, false],
  ['a recipient that is not usable', recipientHoldKey, false],
  ['no stock', inventoryHoldKey, false],
  ['a person', { owner: 'operator', reason: 'Customer Service', cause: 'no-carrier' } as const, false],
])('a hold because of %s is of processing: %o %s', (_name, hold, isOfProcessing) => {
  expect(isProcessingHold(hold)).toBe(isOfProcessing);
});
