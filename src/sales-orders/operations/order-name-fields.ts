/**
 * Shared by internal operations that identify one sales order: the fields, the checks, and the mapping to the domain.
 */

import Type from 'typebox';
import { textField, textOrNumberField } from '../../contract/fields.ts';
import type { SalesOrderSelector } from '../resolve-orders.ts';
import { checkSalesOrderSelector, ignoreFieldsWhenReferenced } from './order-name.ts';

export const salesOrderSelectorFields = {
  OrderNo: Type.Optional(textOrNumberField('Order number; ignored if TransactionReferenceNumber is given.')),
  TransactionReferenceNumber: Type.Optional(textField('Any transaction reference that was returned for the order.')),
  ShipmentKey: Type.Optional(
    textOrNumberField('Selects one of several shipments with the same order number. Without it all of them match.'),
  ),
};

interface NamedOrder {
  readonly OrderNo?: string | undefined;
  readonly TransactionReferenceNumber?: string | undefined;
  readonly ShipmentKey?: string | undefined;
}

/** Properties to spread into the declaration of an operation whose request has `salesOrderSelectorFields`. */
export const salesOrderSelectorRequestRules = {
  ignores: ignoreFieldsWhenReferenced(['OrderNo', 'ShipmentKey']),
  check: (request: NamedOrder) => checkSalesOrderSelector({ ...request, orderNo: request.OrderNo }, 'OrderNo'),
};

/** Descriptions of the errors that naming an order can cause. */
export const salesOrderSelectorErrorTexts = {
  300: 'Several orders have this OrderNo and no ShipmentKey was given; `Candidates` lists them.',
  404: 'The order does not exist.',
};

/** The order that a request names. With a reference the order number is ignored. */
export function toSalesOrderSelector(customerNo: string, request: NamedOrder): SalesOrderSelector {
  const { TransactionReferenceNumber: reference, OrderNo: orderNo = '', ShipmentKey: shipmentKey } = request;
  return reference ? { customerNo, reference } : { customerNo, orderNo, shipmentKey };
}
