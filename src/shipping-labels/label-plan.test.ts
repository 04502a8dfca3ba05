import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../test/support/default-settings.ts';
import type { OrderDetails, OrderLine, SalesOrder } from '../sales-orders/index.ts';
import {
  canBuyLabels,
  computeCurrentShipDate,
  computeLabelRetryMinutes,
  hashLabelInput,
  type LabelIntent,
  toVoidedLabelIntents,
} from './label-plan.ts';

const line: OrderLine = {
  line: 1,
  itemNo: 'PIN',
  description: 'Pinot',
  quantity: 3,
  quantityUnit: 'RETAIL',
  units: 3,
  uom: '750',
  storage: 'service',
  status: 'GOOD-NO-TX',
};
const order = {
  customerNo: 'W100',
  orderId: 'order',
  orderNo: 'ORD-1',
  orderType: 'CLUB',
  status: 'PROCESSING ORDER',
  warehouse: 'APC01',
  carrier: 'BSW',
  service: 'GRND',
  icePack: 0,
  requestedShipDate: Temporal.PlainDate.from('2026-11-20'),
  lines: [line],
} as unknown as SalesOrder;
const contact = {
  firstName: 'Sample',
  lastName: 'Recipient',
  company: 'Bottle Shop',
  address: '100 Main St',
  address2: '',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
  phoneNumber: '3035550100',
  emailAddress: 'sample@example.com',
};
const details = {
  recipient: contact,
  insurance: 0,
  tags: ['gift'],
  specialInstructions: '',
} as unknown as OrderDetails;

test('the ship date of a plan holds through its day, also after the cutoff, and is planned again afterwards', () => {
  const intent = { carrier: 'FEX', service: 'GRND', plan: { requestedShipDate: '2026-11-20' } } as LabelIntent;
  const planned = { ...order, requestedShipDate: undefined, shipDays: '' };
  const on = (time: string) =>
    computeCurrentShipDate(intent, planned, Temporal.Instant.from(`${time}-08:00`), defaultSettings).toString();
  expect(on('2026-11-19T10:00')).toBe('2026-11-20');
  expect(on('2026-11-20T23:00')).toBe('2026-11-20');
  // A Saturday.
  expect(on('2026-11-21T00:00')).toBe('2026-11-23');
});

describe('labelInputHash', () => {
  const usual = hashLabelInput(order, details);
  const ofOrder = (parts: object) => hashLabelInput({ ...order, ...parts } as SalesOrder, details);
  const ofDocument = (parts: object) => hashLabelInput(order, { ...details, ...parts } as OrderDetails);
  const ofRecipient = (parts: object) => ofDocument({ recipient: { ...contact, ...parts } });
  const ofLine = (parts: object) => ofOrder({ lines: [{ ...line, ...parts }] });

  test.each([
    ['the type', ofOrder({ orderType: 'JIT' })],
    ['the warehouse', ofOrder({ warehouse: 'COB01' })],
    ['the carrier', ofOrder({ carrier: 'UPS' })],
    ['the service', ofOrder({ service: '2DAY' })],
    ['the day', ofOrder({ requestedShipDate: Temporal.PlainDate.from('2026-11-21') })],
    ['ice', ofOrder({ icePack: 1 })],
    ['the person', ofRecipient({ lastName: 'Other' })],
    ['the company', ofRecipient({ company: '' })],
    ['the street', ofRecipient({ address: '200 Main St' })],
    ['the telephone', ofRecipient({ phoneNumber: '3035550101' })],
    ['the address for mail', ofRecipient({ emailAddress: 'other@example.com' })],
    ['insurance', ofDocument({ insurance: 1 })],
    ['the day wanted', ofDocument({ additionalFields: { RequestedDeliveryDate: '11/25/2026' } })],
    ['the location', ofDocument({ holdLocation: { ...contact, locationCode: 'NAPA1' } })],
    [
      'a location of unknown address',
      ofDocument({ holdLocation: { locationCode: 'NAPA1', company: '', zipCode: '' } }),
    ],
    ['the item', ofLine({ itemNo: 'CAB' })],
    ['its size', ofLine({ uom: '1500' })],
    ['its price', ofLine({ unitPrice: 20 })],
  ])('changes with %s', (_, wish) => expect(wish).not.toBe(usual));

  test.each([
    ['tags', ofDocument({ tags: [] })],
    ['words for the warehouse', ofDocument({ specialInstructions: 'Handle with care' })],
    ['the description of an item', ofLine({ description: 'Pinot Noir' })],
    ['what is not packed', ofOrder({ lines: [line, { ...line, line: 2, itemNo: 'FEE', storage: 'virtual' }] })],
    ['what it is for others', ofDocument({ additionalFields: { Table: 4 } })],
  ])('does not depend on %s', (_, wish) => expect(wish).toBe(usual));

  test('reveals no personal data', () => expect(usual).toMatch(/^[A-Za-z0-9_-]{43}$/));
});

test.each([
  ['CLUB', 'PROCESSING ORDER', true],
  ['CLUB', 'RECEIVED', false],
  ['JIT', 'RECEIVED', true],
  ['JIT', 'ON WINERY REQUESTED HOLD', true],
  ['JIT', 'PROCESSING ORDER', true],
  ['JIT', 'SHIPPED', false],
  ['JIT', 'CANCELED', false],
  ['CLUB', 'EXCEPTION', false],
] as const)('labels for a %s order that is %s: %s', (orderType, status, may) => {
  expect(canBuyLabels({ orderType, status })).toBe(may);
});

describe('withdrawn', () => {
  const intent = (state: LabelIntent['state'], attempts: number) => ({ state, attempts }) as LabelIntent;
  const states = (...intents: LabelIntent[]) => toVoidedLabelIntents(intents).map(({ state }) => state);

  test('intents that were not attempted are dropped, those that were or may have been bought are voided', () => {
    expect(states(intent('wanted', 0), intent('wanted', 1), intent('bought', 3), intent('bought', 0))).toEqual([
      'dropped',
      'void_wanted',
      'void_wanted',
      'void_wanted',
    ]);
  });

  test('intents that are not in force are unchanged', () => {
    for (const state of ['refused', 'dropped', 'void_wanted', 'voided', 'void_refused'] as const)
      expect(states(intent(state, 2))).toEqual([]);
  });
});

test('retries wait 1, 2, 4 minutes, and up to one hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(computeLabelRetryMinutes)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});
