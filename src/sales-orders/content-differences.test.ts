import { expect, test } from 'vitest';
import { describeDifferingFields, diffOrderContentFields, requestPartsOfFields } from './content-differences.ts';
import { emptyContact, emptyOrderContent, type OrderContent } from './draft.ts';

const line = { itemNo: '22CAB', description: '', quantity: 3, quantityUnit: 'RETAIL' } as const;
const stored: OrderContent = {
  ...emptyOrderContent,
  orderNo: 'CLB1001',
  carrier: 'FEX',
  service: 'GRND',
  lines: [{ ...line, description: '2022 Cabernet Sauvignon' }],
};
const { details } = stored;

test.each<[string, Partial<OrderContent>, string[]]>([
  ['nothing', {}, []],
  ['what is completed when it is not sent', { carrier: '', service: '', lines: [line] }, []],
  ['the carrier', { carrier: 'UPS' }, ['ShipmentInfo.ShippingCarrier']],
  ['a carrier that was chosen for BSW', { carrier: 'BSW', service: '2DAY' }, []],
  ['the warehouse', { warehouse: 'COB01' }, ['the warehouse in ShipmentInfo']],
  ['a day', { requestedShipDate: Temporal.PlainDate.from('2026-12-07') }, ['ShipmentInfo.RequestedShipmentDate']],
  [
    'texts and tags',
    { orderType: 'RETAIL', details: { ...details, poNo: 'P-1', tags: ['gift'] } },
    ['OrderInfo.PONo', 'OrderInfo.OrderType', 'OrderInfo.Tags'],
  ],
  [
    'contacts',
    {
      details: {
        ...details,
        recipient: { ...details.recipient, city: 'Napa' },
        billing: { ...details.billing, state: 'CA' },
      },
    },
    ['RecipientContactInfo.City', 'BillingContactInfo.State'],
  ],
  [
    'a location without its parts',
    { holdAtLocation: 1, details: { ...details, holdLocation: { ...emptyContact, locationCode: '' } } },
    ['DeliveryContactInfo.HoldAtLocation'],
  ],
  [
    'a quantity and a price',
    { lines: [{ ...line, quantity: 2, unitPrice: 9 }] },
    ['ItemsInfo[0].ItemQuantity', 'ItemsInfo[0].UnitPrice'],
  ],
  ['the number of lines', { lines: [line, line] }, ['ItemsInfo (2 instead of 1)']],
])('names what differs: %s', (_what, changed, fields) => {
  expect(diffOrderContentFields({ ...stored, ...changed }, stored)).toEqual(fields);
});

test.each([
  [[], 'It differs in HoldOrder, leaves out a field that was sent before, or was changed since'],
  [['A'], 'It differs in A'],
  [['A', 'B', 'C'], 'It differs in A, B and C'],
  [[...'ABCDEFG'], 'It differs in A, B, C, D, E and 2 more fields'],
])('describes the fields %s', (fields, text) => {
  expect(describeDifferingFields(fields)).toBe(text);
});

test('names each part of a request that has a field which differs once', () => {
  const fields = [
    'OrderInfo.PONo',
    'OrderInfo.Tags',
    'AdditionalFields',
    'the warehouse in ShipmentInfo',
    'ItemsInfo[0].AdditionalFields',
    'ItemsInfo (2 instead of 1)',
  ];
  expect(requestPartsOfFields(fields)).toEqual(['OrderInfo', 'AdditionalFields', 'ShipmentInfo', 'ItemsInfo']);
});
