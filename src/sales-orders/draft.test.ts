import { describe, expect, it } from 'vitest';
import { emptyContact, hashOrderContent, type OrderContent } from './draft.ts';

const recipient = {
  ...emptyContact,
  firstName: 'Sample',
  lastName: 'Member',
  address: '12 Oak Avenue',
  zipCode: '59013',
};
const holdLocation = {
  locationCode: 'LOC1',
  company: '',
  address: '1 Main Street',
  address2: '',
  city: 'Boyd',
  state: 'MT',
  zipCode: '59013',
  country: 'US',
  phoneNumber: '',
};
const content: OrderContent = {
  orderNo: 'CLB260001',
  shipmentKey: '',
  orderType: 'CLUB',
  batchId: 'FALL',
  hold: false,
  carrier: 'FEX',
  service: 'GRND',
  warehouse: '',
  requestedShipDate: Temporal.PlainDate.from('2026-11-23'),
  icePack: 1,
  holdAtLocation: 1,
  details: {
    transmissionId: 'T-1',
    poNo: '',
    orderSource: 'Wine club',
    orderDate: '2026-11-18T17:00:00Z',
    giftCard: 1,
    giftCardMessage: 'Santé "Ü"',
    tags: ['fall', 'new member'],
    specialInstructions: '',
    consumerTaxCollected: '1.20',
    consumerShippingPrice: '',
    batchDescription: '',
    insurance: 0,
    recipient,
    billing: emptyContact,
    holdLocation,
    additionalFields: { z: 1, a: { 10: 'x', 9: 'y' } },
  },
  lines: [
    { itemNo: '22CAB', description: '', quantity: 2, quantityUnit: 'RETAIL', unitPrice: 65.5, group: 'A' },
    { itemNo: '23CHA', description: 'Chardonnay', quantity: 1, quantityUnit: 'WHOLESALE' },
  ],
};

const named = <Field extends string>(...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, `${field} of it`])) as Record<Field, string>;
const everyContact = { ...emptyContact, ...named(...(Object.keys(emptyContact) as (keyof typeof emptyContact)[])) };
const everyField: OrderContent = {
  ...content,
  ...named('orderNo', 'shipmentKey', 'batchId', 'carrier', 'service', 'warehouse'),
  hold: true,
  details: {
    additionalFields: undefined,
    ...named('transmissionId', 'poNo', 'orderSource', 'orderDate', 'giftCardMessage', 'specialInstructions'),
    ...named('consumerTaxCollected', 'consumerShippingPrice', 'batchDescription'),
    giftCard: 1,
    tags: ['one', 'two'],
    insurance: 1,
    recipient: everyContact,
    billing: everyContact,
    holdLocation: { ...holdLocation, ...named(...(Object.keys(holdLocation) as (keyof typeof holdLocation)[])) },
  },
  lines: [
    {
      ...named('itemNo', 'description', 'taxStatus', 'externalLineNumber', 'group', 'parentItemNo'),
      quantity: 2,
      quantityUnit: 'RETAIL',
      unitPrice: 65.5,
    },
  ],
};

const hash = (changed: Partial<OrderContent> = {}) => hashOrderContent({ ...content, ...changed });
const ofDetails = (changed: Partial<OrderContent['details']>) => hash({ details: { ...content.details, ...changed } });

describe('orderContentHash', () => {
  // The database has this hash of orders from earlier versions: with another one their repeats would be rejected.
  it('equals the hash of earlier versions', () => {
    expect(hash()).toBe('3bfcaf3f7d317da55d1bbe311fda0546cc2163303f6778645c7ca5b51224ab85');
  });

  it('equals the hash of earlier versions when every field is sent and none is free-form', () => {
    expect(hashOrderContent(everyField)).toBe('9c472d620966cd5d54245b2882e56bc4ca280002d9bef06865c5129650df894a');
  });

  it('ignores the TransmissionId and the property sequence of free-form objects', () => {
    expect(ofDetails({ transmissionId: 'T-2' })).toBe(hash());
    expect(ofDetails({ additionalFields: { a: { 9: 'y', 10: 'x' }, z: 1 } })).toBe(hash());
  });

  it('changes with every other field', () => {
    const [line] = content.lines as [OrderContent['lines'][number]];
    const changes = [
      hash({ orderNo: 'CLB260002' }),
      hash({ shipmentKey: '2' }),
      hash({ orderType: 'RETAIL' }),
      hash({ batchId: '' }),
      hash({ hold: true }),
      hash({ carrier: '' }),
      hash({ service: '2DAY' }),
      hash({ warehouse: 'APC01' }),
      hash({ requestedShipDate: undefined }),
      hash({ icePack: 0 }),
      hash({ holdAtLocation: 0 }),
      hash({ lines: [] }),
      hash({ lines: content.lines.toReversed() }),
      ...[
        { itemNo: 'X' },
        { description: 'X' },
        { quantity: 3 },
        { quantityUnit: 'WHOLESALE' as const },
        { unitPrice: 1 },
        { taxStatus: 'GOOD' },
        { externalLineNumber: '7' },
        { group: 'B' },
        { parentItemNo: 'X' },
        { additionalFields: { a: 1 } },
      ].map((changed) => hash({ lines: [{ ...line, ...changed }, ...content.lines.slice(1)] })),
      ...[
        { poNo: 'P' },
        { orderSource: '' },
        { orderDate: '' },
        { giftCard: 0 as const },
        { giftCardMessage: '' },
        { tags: [] },
        { specialInstructions: 'X' },
        { consumerTaxCollected: '' },
        { consumerShippingPrice: '1' },
        { batchDescription: 'X' },
        { insurance: 1 as const },
        { additionalFields: {} },
      ].map(ofDetails),
      ...Object.keys(emptyContact).flatMap((field) => [
        ofDetails({ recipient: { ...recipient, [field]: 'changed' } }),
        ofDetails({ billing: { ...emptyContact, [field]: 'changed' } }),
      ]),
      ...Object.keys(holdLocation).map((field) => ofDetails({ holdLocation: { ...holdLocation, [field]: 'changed' } })),
    ];
    expect(new Set([hash(), ...changes]).size).toBe(changes.length + 1);
  });
});
