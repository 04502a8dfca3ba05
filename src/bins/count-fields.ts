/** Requests and replies of counts by place. */
import Type from 'typebox';
import { uuidPattern } from '../contract/fields.ts';

export const countReferenceField = Type.String({
  pattern: uuidPattern,
  description: 'The `Count` of Counts/Differences.',
});

export const countReferenceExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0cc';

export const countedItemFields = {
  CustomerNo: Type.String(),
  ItemNo: Type.String(),
  InventoryStatus: Type.String(),
};

export const countedItemExample = { CustomerNo: 'W1001', ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX' };

export const countedItemRecord = (item: {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string;
}) => ({ CustomerNo: item.customerNo, ItemNo: item.itemNo, InventoryStatus: item.status });
