import { expect, test } from 'vitest';
import type { SalesOrder } from '../sales-orders/index.ts';
import type { FloorWork } from './floor-work.ts';
import type { InventoryStatusUnits } from './picking-walk.ts';
import { leftoversOfOrder, leftoversPutBackMessage } from './tote-leftovers.ts';

const work = {
  customerNo: 'W1',
  warehouse: 'APC01',
  orderNo: 'CLB1',
  pickTaskId: 't',
  boxes: [] as FloorWork['boxes'],
} as FloorWork;
const orderOf = (units: number) =>
  ({ lines: [{ line: 1, itemNo: 'PN21', storage: 'service', units }] }) as unknown as SalesOrder;
const pick = (n: number, location: string, tote: string, units: number, ...drawn: InventoryStatusUnits[]) => ({
  n,
  itemNo: 'PN21',
  location,
  tote,
  units,
  ...(drawn.length > 0 && { drawn }),
});
const of = (status: string, units: number) => ({ itemNo: 'PN21', status, units });

test('the last picks of an item are left, but none twice, and nothing that is in a box', () => {
  const picks = [pick(1, 'A-01', 'T-01', 2), pick(2, 'B-01', 'T-02', 3)];
  const places = (left: ReturnType<typeof leftoversOfOrder>) => left.map(({ tote, units }) => [tote, units]);
  const drawn = [of('GOOD-NO-TX', 3)];
  const first = leftoversOfOrder(work, orderOf(2), { picks }, drawn, []);
  expect(places(first)).toEqual([['T-02', 2]]);
  const second = leftoversOfOrder(work, orderOf(3), { picks }, drawn, first);
  expect(places(second)).toEqual([
    ['T-02', 1],
    ['T-01', 2],
  ]);
  const boxes = [{ items: [{ line: 1, units: 2 }] }] as unknown as FloorWork['boxes'];
  expect(places(leftoversOfOrder({ ...work, boxes }, orderOf(3), { picks }, drawn, []))).toEqual([['T-02', 1]]);
  expect(leftoversOfOrder({ ...work, pickTaskId: undefined }, orderOf(3), { picks }, drawn, [])).toEqual([]);
  expect(leftoversPutBackMessage(leftoversOfOrder(work, orderOf(1), { picks: [pick(1, '', '', 1)] }, drawn, []))).toBe(
    'Put 1 × PN21 back: it is on the cart of its picking task.',
  );
});

test('bottles that were scanned one by one into a tote are all left', () => {
  const picks = [pick(1, 'A-01', 'T-01', 1), pick(2, 'A-01', 'T-01', 1), pick(3, 'A-01', 'T-01', 1)];
  const drawn = [of('GOOD-NO-TX', 2)];
  const first = leftoversOfOrder(work, orderOf(2), { picks }, drawn, []);
  expect(first).toMatchObject([{ tote: 'T-01', status: 'GOOD-NO-TX', units: 2 }]);
  expect(leftoversOfOrder(work, orderOf(2), { picks }, drawn, first)).toMatchObject([{ tote: 'T-01', units: 1 }]);
});

test('bottles are left in the statuses that the order draws, where they were picked in these; those in boxes are the last ones', () => {
  const picks = [
    pick(1, 'A-01', 'T-01', 4, { status: 'OWN-A', units: 4 }),
    pick(2, 'B-01', 'T-01', 2, { status: 'GOOD-NO-TX', units: 2 }),
  ];
  const drawn = [of('GOOD-NO-TX', 1), of('OWN-A', 2)];
  const left = leftoversOfOrder(work, orderOf(3), { picks }, drawn, []);
  expect(left).toMatchObject([
    { location: 'B-01', status: 'GOOD-NO-TX', units: 1 },
    { location: 'A-01', status: 'OWN-A', units: 2 },
  ]);
  expect(leftoversPutBackMessage(left)).toBe(
    'Put 1 × PN21 back into B-01: it is in tote T-01. Put 2 × PN21 back into A-01: they are in tote T-01.',
  );
  const boxes = [{ items: [{ line: 1, units: 1 }] }] as unknown as FloorWork['boxes'];
  expect(leftoversOfOrder({ ...work, boxes }, orderOf(3), { picks }, drawn, [])).toMatchObject([
    { location: 'B-01', status: 'GOOD-NO-TX', units: 1 },
    { location: 'A-01', status: 'OWN-A', units: 1 },
  ]);
});
