/** Fields that orders of several kinds share (interface: Sales order, Order item, Purchase order, Transfer order). */
import Type, { type TUnsafe } from 'typebox';
import { openObjectField, referenceField } from './fields.ts';

/** `HoldOrder`: a boolean, 0 or 1. Read it with `isHold`. */
export const HoldOrder: TUnsafe<boolean | 0 | 1> = Type.Unsafe<boolean | 0 | 1>({
  enum: [true, false, 0, 1],
  description:
    'true (or 1) puts the order on fulfillment hold; it is not fulfilled until it is set to false by UpdateSalesOrder or released in the portal.',
});

/** Whether `HoldOrder` requests a hold; `undefined` when it is absent. */
export function isHold(value: boolean | 0 | 1 | undefined): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 1;
}

export const AdditionalFields = openObjectField(
  'Optional parameters for specific business scenarios. They are stored and returned.',
);

/** The body of a reply that consists of a reference (decision 5). */
export const TransactionReference = referenceField('The transaction reference. Keep it for problem reports.');

/** A reference for examples. */
export const referenceExample = '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e10';
