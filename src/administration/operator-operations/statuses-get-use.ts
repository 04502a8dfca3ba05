/** Statuses/GetUse: what keeps an inventory status from being removed. */
import Type from 'typebox';
import { allCustomersLimit, listCustomers } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import { listOpenCycleCountsInStatus } from '../../inventory/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { listPurchaseOrdersBeingReceived } from '../../purchase-orders/index.ts';
import { listReturnsBeingInspectedInStatus } from '../../return-station/index.ts';
import { listPendingTransfersTo } from '../../transfer-orders/index.ts';
import { inventoryStatusDefinitionRecords, inventoryStatusKeyFields } from '../inventory-status-fields.ts';
import {
  CustomerWithStockRecord,
  customerWithStockExample,
  maxListedUsesPerKind,
  openUseRecord,
  readCustomerWithStockRecords,
  withCustomerNames,
} from '../stock-use-fields.ts';

export const statusesGetUseOperation = defineOperatorQuery({
  path: '/api/Statuses/GetUse',
  summary: 'Read what uses an inventory status',
  description: `Returns the customers with stock, backorders or expected units in a customer's own status or, without \`CustomerNo\`, in one of the interface's; those with the most first, the transfer orders that have not left and are to arrive in it, the orders that people are receiving in it, the open cycle counts that have it, and the returns of which bottles are counted in it whose inspection has not ended (of each at most ${maxListedUsesPerKind}). Without any it can be removed, unless the server itself uses it.`,
  roles: ['lead', 'service', 'admin'],
  request: Type.Object(inventoryStatusKeyFields),
  requestExample: { CustomerNo: 'W1001', InventoryStatus: 'GOOD-EV-TX' },
  reply: {
    description: 'The customers whose stock is in it, the orders that are to arrive in it, and its open counts.',
    schema: Type.Object({
      Stock: Type.Array(CustomerWithStockRecord),
      Open: Type.Array(
        Type.Object({
          Kind: codeField('What it is.', ['transfer order', 'purchase order', 'count', 'return']),
          CustomerNo: Type.String(),
          CustomerName: Type.String(),
          TransactionReferenceNumber: Type.String(),
          Name: Type.String({ description: 'The `CustomerReferenceNo`, or the RMA number; `""` of a count.' }),
        }),
        { description: 'The orders, counts and inspections to complete or cancel first.' },
      ),
    }),
    example: { Stock: [customerWithStockExample], Open: [] },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such status.' },
  execute: async ({ environment: { db }, request: { CustomerNo: customerNo, InventoryStatus: status } }) => {
    const known = inventoryStatusDefinitionRecords(await readOperatorSettings(db), customerNo);
    if (!known.some(({ InventoryStatus }) => InventoryStatus === status)) {
      throw notFoundError(`There is no status ${status}.`);
    }
    const customerNos =
      customerNo === undefined
        ? (await listCustomers(db, { limit: allCustomersLimit })).map((customer) => customer.customerNo)
        : [customerNo];
    const transfers = await listPendingTransfersTo(db, customerNos, { status }, maxListedUsesPerKind);
    const purchases = await listPurchaseOrdersBeingReceived(db, customerNos, { status }, maxListedUsesPerKind);
    const counts = await listOpenCycleCountsInStatus(db, customerNos, status, maxListedUsesPerKind);
    const returns = await listReturnsBeingInspectedInStatus(db, customerNos, status, maxListedUsesPerKind);
    return {
      Stock: await readCustomerWithStockRecords(db, customerNo, { status }),
      Open: await withCustomerNames(db, [
        ...transfers.map((each) =>
          openUseRecord('transfer order', each.customerNo, each.orderId, each.customerReferenceNo),
        ),
        ...purchases.map((each) =>
          openUseRecord('purchase order', each.customerNo, each.orderId, each.customerReferenceNo),
        ),
        ...counts.map((each) => openUseRecord('count', each.customerNo, each.countId, '')),
        ...returns.map((each) => openUseRecord('return', each.customerNo, each.returnId, each.rmaNumber)),
      ]),
    };
  },
});
