import { expect, test } from 'vitest';
import type { SalesOrder } from '../sales-orders/index.ts';
import type { FloorWork } from './floor-work.ts';
import { leftoversOf, putBackMessage } from './tote-leftovers.ts';

const work = {
  ...{ customerNo: 'W1', warehouse: 'APC01', orderNo: 'CLB1', pickTaskId: 't', boxes: [] as FloorWork['boxes'] },
} as FloorWork;
const orderOf = (units: number) =>
  ({ lines: [{ line: 1, itemNo: 'PN21', storage: 'service', units }] }) as unknown as SalesOrder;
const pick = (n: number, location: string, tote: string, units: number) => ({
  ...{ n, itemNo: 'PN21', location, tote, units },
});

test('the last picks of an item are left, but none twice, and nothing that is in a box', () => {
  const picks = [pick(1, 'A-01', 'T-01', 2), pick(2, 'B-01', 'T-02', 3)];
  const places = (left: ReturnType<typeof leftoversOf>) => left.map(({ tote, units }) => [tote, units]);
  const first = leftoversOf(work, orderOf(2), { picks }, []);
  expect(places(first)).toEqual([['T-02', 2]]);
  const second = leftoversOf(work, orderOf(3), { picks }, first);
  expect(places(second)).toEqual([
    ['T-02', 1],
    ['T-01', 2],
  ]);
  const boxes = [{ items: [{ line: 1, units: 2 }] }] as unknown as FloorWork['boxes'];
  expect(places(leftoversOf({ ...work, boxes }, orderOf(3), { picks }, []))).toEqual([['T-02', 1]]);
  expect(leftoversOf({ ...work, pickTaskId: undefined }, orderOf(3), { picks }, [])).toEqual([]);
  expect(putBackMessage(leftoversOf(work, orderOf(1), { picks: [pick(1, '', '', 1)] }, []))).toBe(
    'Put 1 × PN21 back: it is on the cart of its picking task.',
  );
});
