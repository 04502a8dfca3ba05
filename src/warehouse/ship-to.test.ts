import { describe, expect, test } from 'vitest';
import type { OrderDetails, OrderType } from '../sales-orders/index.ts';
import { shipToAddressOf } from './ship-to.ts';

const recipient = {
  firstName: 'Ana',
  lastName: 'Lee',
  company: 'Wine Bar',
  address: '100 Main St',
  address2: '',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
  phoneNumber: '',
  emailAddress: '',
};
const location = { ...recipient, company: 'Corner Shop', address: '5 Elm St', zipCode: '80010', locationCode: 'L1' };
const names = (orderType: OrderType, parts: object = {}, holdLocation?: object) => {
  const details = { recipient: { ...recipient, ...parts }, ...(holdLocation && { holdLocation }) };
  const { name, contact, company, zipCode } = shipToAddressOf(details as unknown as OrderDetails, orderType);
  return [name, contact, company, zipCode];
};
const unnamed = { firstName: '', lastName: '' };

describe('the names of a recipient', () => {
  test.each([
    ['CLUB', {}, ['Ana Lee', 'Ana Lee', 'Wine Bar']],
    ['JIT', {}, ['Ana Lee', 'Ana Lee', 'Wine Bar']],
    ['DTT', {}, ['Wine Bar', 'Ana Lee', 'Wine Bar']],
    ['WHOLESALE', {}, ['Wine Bar', 'Ana Lee', 'Wine Bar']],
    ['DELIVERY_TO_WINERY', {}, ['Wine Bar', 'Ana Lee', 'Wine Bar']],
    ['DTT', { company: '' }, ['Ana Lee', 'Ana Lee', undefined]],
    ['DTT', unnamed, ['Wine Bar', '', 'Wine Bar']],
    ['CLUB', unnamed, ['Wine Bar', '', 'Wine Bar']],
    ['CLUB', { lastName: '', company: '' }, ['Ana', 'Ana', undefined]],
  ] as const)('%s %j', (orderType, parts, expected) => {
    expect(names(orderType, parts)).toEqual([...expected, '80202']);
  });

  test('at a carrier location, the location is the name and the recipient the contact', () => {
    expect(names('CLUB', {}, location)).toEqual(['Corner Shop', 'Ana Lee', 'Wine Bar', '80010']);
    expect(names('CLUB', unnamed, location)).toEqual(['Corner Shop', 'Wine Bar', 'Wine Bar', '80010']);
    expect(names('DTT', {}, { ...location, company: '' })).toEqual(['Wine Bar', 'Ana Lee', 'Wine Bar', '80010']);
    // Only the location's code is known.
    expect(names('CLUB', {}, { ...location, zipCode: '' })).toEqual(['Ana Lee', 'Ana Lee', 'Wine Bar', '80202']);
  });

  test('all are empty once the details were erased', () => {
    expect(shipToAddressOf(undefined, 'DTT')).toMatchObject({ name: '', contact: '', zipCode: '' });
  });
});
