import { expect, test } from 'vitest';
import { formatShipToAddressLines } from './label-layout.ts';

test.each([
  ['', 'Denver, CO 80202'],
  ['usa', 'Denver, CO 80202'],
  ['United States', 'Denver, CO 80202'],
  ['U.S.A.', 'Denver, CO 80202'],
  ['Canada', 'Canada'],
])('the last address line where the country is %j is %j', (country, last) => {
  const town = { city: 'Denver', state: 'CO', zipCode: '80202' };
  const to = { name: 'Ana Lee', contact: '', address: '7051 Oak Ave', address2: '', ...town, country };
  expect(formatShipToAddressLines(to).lines.at(-1)).toBe(last);
});
