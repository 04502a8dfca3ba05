/** How requests of the operator interface name a customer, and an order or an item of one; with examples. */
import Type from 'typebox';
import { transactionReferenceField } from './fields.ts';

/** The number of any customer: one that does not exist is an error of the operation. */
export const customerKeyField = (description = 'The customer.') =>
  Type.String({ minLength: 1, maxLength: 100, description });

export const orderCustomerField = customerKeyField('The customer of the order.');

export const orderKeyFields = {
  CustomerNo: orderCustomerField,
  TransactionReferenceNumber: transactionReferenceField('Any reference that was returned for the order.'),
};

export const orderKeyExample = {
  CustomerNo: 'W1001',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
};

export const itemKeyFields = {
  CustomerNo: customerKeyField(),
  ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'The item.' }),
};
