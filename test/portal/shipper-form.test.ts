/** The form of a shipper: when it is complete, and what it sends. */
import { expect, test } from 'vitest';
import { formOfShipper, shipperOfForm } from '../../portal/pages/shippers/shipper-form.ts';

const complete = {
  ...formOfShipper(undefined),
  code: 'S4',
  name: ' 4 bottles ',
  bottles: '4',
  size: '16 x 10 x 6',
  weight: '1.5',
};

test('a shipper comes out of its form as it went in', () => {
  const shipper = {
    Shipper: 'S4',
    Name: '4 bottles',
    ScanCode: 'X-4',
    Format: 'magnum',
    Bottles: 4,
    LengthIn: 16,
    WidthIn: 10,
    HeightIn: 6,
    InnerLengthIn: 15,
    InnerWidthIn: 9,
    InnerHeightIn: 5,
    EmptyWeightLb: 1.5,
    IcePacks: false,
    InUse: true,
  } as const;
  expect(shipperOfForm(formOfShipper(shipper as never))).toEqual(shipper);
});

test('a new one has the scan code of its code until another is written, and ice packs', () => {
  expect(shipperOfForm(complete)).toMatchObject({ Name: '4 bottles', ScanCode: 'BOX-S4', IcePacks: true, InUse: true });
  expect(shipperOfForm({ ...complete, scanCode: '' })).toMatchObject({ ScanCode: '' });
});

test.each([{ code: '' }, { name: ' ' }, { weight: '' }, { size: '16 x 10' }, { inner: '15' }, { bottles: '' }])(
  'with %o it is not complete',
  (change) => {
    expect(shipperOfForm({ ...complete, ...change })).toBeUndefined();
  },
);

test('a shipper for bottles of any size needs no number of them', () => {
  expect(shipperOfForm({ ...complete, format: 'large', bottles: '' })).not.toHaveProperty('Bottles');
});
