import { expect, test } from 'vitest';
import type { Sku } from '../skus/index.ts';
import { acceptTransferLines, inheritTransferLineFields } from './accept-lines.ts';
import type { RequestedTransferLine, TransferOrderLine } from './transfer-order.ts';

const sku = (itemNo: string, more: Partial<Sku> = {}): Sku => ({
  customerNo: 'W1',
  itemNo,
  description: '',
  category: 'Wine',
  storage: 'service',
  uom: '750',
  bottlesPerCase: 12,
  value: '20',
  alcoholByVolume: '',
  retired: false,
  ...more,
});
const skus = new Map(
  [
    sku('PIN'),
    sku('SIX', { bottlesPerCase: 6 }),
    sku('LOOSE', { bottlesPerCase: undefined }),
    sku('OLD', { retired: true }),
    sku('FEE', { storage: 'virtual' }),
    sku('OURS', { storage: 'client' }),
    sku('HUGE', { bottlesPerCase: 100_000 }),
  ].map((each) => [each.itemNo, each]),
);
const skuOf = (itemNo: string) => skus.get(itemNo);

const draft = (itemNo: string, quantity: number, more: Partial<RequestedTransferLine> = {}): RequestedTransferLine => ({
  itemNo,
  description: '',
  quantity,
  quantityUnit: 'RETAIL',
  taxStatus: '',
  unitPrice: undefined,
  ...more,
});
const cases = { quantityUnit: 'WHOLESALE' } as const;

test('bottles are units, cases are units of their item, exactly', () => {
  const { lines, faults } = acceptTransferLines(
    [draft('PIN', 7), draft('PIN', 7, cases), draft('SIX', 7, cases), draft('LOOSE', 7)],
    skuOf,
  );
  expect(faults).toEqual([]);
  expect(lines.map((line) => line.units)).toEqual([7, 84, 42, 7]);
});

test('every fault, by its line', () => {
  const wrong = [draft('NONE', 1, cases), draft('FEE', 1), draft('OURS', 1), draft('LOOSE', 1, cases)];
  const { faults } = acceptTransferLines([...wrong, draft('HUGE', 1_000_000, cases)], skuOf);
  expect(faults.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'ItemsInfo[0].ItemNo UnknownItem',
    'ItemsInfo[1].ItemNo ItemNotStored',
    'ItemsInfo[2].ItemNo ItemNotStored',
    'ItemsInfo[3].QuantityUnit CaseUnknown',
    'ItemsInfo[4].ItemQuantity Maximum',
  ]);
});

test('a retired item is accepted: its stock may leave', () => {
  expect(acceptTransferLines([draft('OLD', 1)], skuOf).faults).toEqual([]);
});

test('an update keeps unit, status and price by item; the n-th line of an item follows the n-th before', () => {
  const before = [
    draft('PIN', 1, { ...cases, taxStatus: 'BOND', unitPrice: 5 }),
    draft('PIN', 2),
    draft('SIX', 3, { unitPrice: 0 }),
  ].map(
    (line, i): TransferOrderLine => ({
      ...line,
      line: i + 1,
      units: 1,
      missing: 0,
      shipped: 0,
      received: 0,
      short: 0,
      surplus: 0,
    }),
  );
  const patch = (itemNo: string, more: object = {}) => ({
    itemNo,
    description: '',
    quantity: 9,
    quantityUnit: undefined,
    taxStatus: undefined,
    unitPrice: undefined,
    ...more,
  });
  const lines = inheritTransferLineFields(before, [
    patch('SIX'),
    patch('PIN'),
    patch('NEW'),
    patch('PIN'),
    patch('PIN', { quantityUnit: 'RETAIL', taxStatus: 'GOOD', unitPrice: 6 }),
  ]);
  expect(
    lines.map(({ itemNo, quantityUnit, taxStatus, unitPrice }) => [itemNo, quantityUnit, taxStatus, unitPrice]),
  ).toEqual([
    ['SIX', 'RETAIL', '', 0],
    ['PIN', 'WHOLESALE', 'BOND', 5],
    ['NEW', 'RETAIL', '', undefined],
    ['PIN', 'RETAIL', '', undefined],
    ['PIN', 'RETAIL', 'GOOD', 6],
  ]);
});
