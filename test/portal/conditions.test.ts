/** What the dialog for units in another condition offers, and sends. */
import { expect, test } from 'vitest';
import { chosenOrDefault, unsellableStatusesOf } from '../../portal/pages/receive/conditions.ts';

test('a code that the operator has removed is not sent; what is shown is', () => {
  const offered = [{ value: 'CDMG-NO-TX' }, { value: 'DMGD-ST-BD' }];
  expect(chosenOrDefault('', 'DMGD-NO-TX', offered)).toBe('CDMG-NO-TX');
  expect(chosenOrDefault('', 'DMGD-ST-BD', offered)).toBe('DMGD-ST-BD');
  expect(chosenOrDefault('CDMG-NO-TX', 'DMGD-ST-BD', offered)).toBe('CDMG-NO-TX');
  expect(chosenOrDefault('', 'DMGD-NO-TX', [])).toBe('');
});

test('damaged statuses come first, then others that are not for sale, such as a quarantine', () => {
  const status = (InventoryStatus: string, flags: object = {}) => ({
    CustomerNo: 'W1',
    InventoryStatus,
    Description: '',
    DrawnByConsumerOrders: false,
    Returned: false,
    Damaged: false,
    ...flags,
  });
  const statuses = [
    status('GOOD-NO-TX', { DrawnByConsumerOrders: true }),
    status('QRTN-NO-TX'),
    // Good stock of the interface, for orders that name it.
    status('GOOD-ST-TX', { CustomerNo: '*' }),
    status('RTGD-NO-TX', { Returned: true }),
    status('DMGD-NO-TX', { Damaged: true }),
  ];
  expect(unsellableStatusesOf(statuses).map(({ InventoryStatus }) => InventoryStatus)).toEqual([
    'DMGD-NO-TX',
    'QRTN-NO-TX',
  ]);
});
