import { expect, test } from 'vitest';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { findSandboxRefusal, type SandboxDestination } from './sandbox-limits.ts';

const denver: SandboxDestination['to'] = {
  name: 'Sample Recipient',
  company: '',
  street: '100 Main St',
  street2: '',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
  phone: '',
  email: '',
};
const box = { street: '', street2: 'P.O. Box 12' };
const apo = { city: 'APO', state: 'AE', zipCode: '09012' };
const newYork = { city: 'New York', state: 'NY', zipCode: '10001' };
const paris = { city: 'Paris', state: '', zipCode: '75001', country: 'FR' };
const sanJuan = { city: 'San Juan', state: 'PR', zipCode: '00901' };
const unnamed = { name: ' ' };

const noName = 'requires the name of a person or a company as recipient';
const noBox = 'does not deliver to post office boxes';
const noMilitary = 'does not deliver to military addresses (APO, FPO, DPO)';
const abroad = 'does not deliver outside the United States';

test.each<[CarrierCode, CarrierServiceCode, Partial<SandboxDestination['to']>, string | undefined]>([
  ['FEX', 'GRND', {}, undefined],
  ['FEX', 'GRND', box, `FedEx ${noBox}`],
  ['UPS', '2DAY', box, `UPS ${noBox}`],
  ['FEX', 'ONPR', apo, `FedEx ${noMilitary}`],
  ['UPS', 'GRND', apo, `UPS ${noMilitary}`],
  ['UPS', 'GRND', { ...apo, state: '' }, `UPS ${noMilitary}`],
  ['GSO', 'GRND', {}, undefined],
  ['GSO', 'GRND', newYork, 'GSO Ground does not deliver to New York'],
  ['GSO', 'ONPR', sanJuan, 'GSO Priority Overnight does not deliver to Puerto Rico'],
  ['FEX', 'GRND', newYork, undefined],
  ['UPS', 'GRND', sanJuan, undefined],
  ['FEX', 'GRND', paris, `FedEx Ground ${abroad}`],
  ['UPS', '2DAY', paris, `UPS 2nd Day Air ${abroad}`],
  ['GSO', 'INPR', paris, `GSO International Priority ${abroad}`],
  ['FEX', 'INPR', paris, undefined],
  ['UPS', 'INPR', { ...paris, zipCode: '09012' }, undefined],
  ['FEX', 'GRND', unnamed, `FedEx ${noName}`],
  ['FEX', 'GRND', { ...unnamed, company: 'Wine Bar' }, undefined],
  // The name comes first, because it has to be corrected for any carrier.
  ['UPS', 'GRND', { ...unnamed, ...box }, `UPS ${noName}`],
  ['WIL', 'CALL', { ...unnamed, ...paris }, undefined],
])('%s %s to %j: %s', (carrier, service, to, text) => {
  const refusal = findSandboxRefusal({ carrier, service }, { to: { ...denver, ...to }, holdAtLocation: '' });
  expect(refusal?.messages.map((message) => message.text)).toEqual(text === undefined ? undefined : [text]);
});

test('a carrier location takes packages of a recipient with a post office box or a military address', () => {
  for (const to of [box, apo]) {
    const destination = { to: { ...denver, ...to }, holdAtLocation: 'NAPA1' };
    expect(findSandboxRefusal({ carrier: 'FEX', service: 'GRND' }, destination)).toBeUndefined();
  }
});
