/** Receiving/Attach: post a parked delivery to a purchase order. */
import Type from 'typebox';
import { runStationStep } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { AppError, notFoundError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { readPurchaseOrders } from '../../purchase-orders/index.ts';
import { attachReceiptToPurchaseOrder } from '../attach-receipt.ts';
import { ListedReceiptRecord, listedReceiptRecordExample, readListedReceiptRecord } from '../listed-receipt.ts';
import { type Receipt, receiptNotFoundRefusal } from '../receipt.ts';
import { customerServiceRoles, receiptIdExample, receiptKeyFields } from '../receipt-fields.ts';
import { readReceipt } from '../receipt-store.ts';
import { listExpectedOrders } from '../receiving-lists.ts';
import { warehouseAccessCheckOf } from '../receiving-requests.ts';

export const receivingAttachOperation = defineOperatorCommand({
  path: '/api/Receiving/Attach',
  isResumable: true,
  summary: 'Attach a parked delivery to a purchase order',
  description:
    'Posts what was counted of a parked delivery to a purchase order of its winery and warehouse, which may have been created later. Its stock is on hand then, and waiting orders get it at once. Errors in this precedence: 404, 400 when several orders have the name, 403, 400.',
  roles: customerServiceRoles,
  request: Type.Object({
    ...receiptKeyFields,
    PurchaseOrder: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Its number, its CustomerReferenceNo, or its transaction reference.',
    }),
  }),
  requestExample: { CustomerNo: 'W1001', Receipt: receiptIdExample, PurchaseOrder: 'INBOUND-1001' },
  reply: {
    description: 'The receipt.',
    schema: ListedReceiptRecord,
    example: { ...listedReceiptRecordExample, State: 'attached', OrderNumber: 'PO000002' },
  },
  errors: {
    400: 'The order lacks an item of the delivery, or several orders have this name.',
    403: 'The delivery is not parked, or the order cannot be received or is to arrive elsewhere.',
    404: 'There is no such delivery, or no such purchase order that can be received.',
  },
  execute: async (call) => {
    const { CustomerNo: customerNo, PurchaseOrder: name } = call.request;
    const { db } = call.environment;
    const key = { customerNo, receiptId: call.request.Receipt.toLowerCase() };
    const parked = await readReceipt(db, key);
    if (parked === undefined || !warehouseAccessCheckOf(call)(parked.warehouse))
      throw new AppError(receiptNotFoundRefusal.refused);
    if (await isAttachedTo(db, parked, name.trim())) return await readListedReceiptRecord(db, parked);
    const filter = { warehouses: undefined, customerNo, names: [name.trim()], limit: 10 };
    const found = await readWithCustomPlans(db, (reader) => listExpectedOrders(reader, filter));
    const [order, ...more] = found.filter(({ kind }) => kind === 'purchase order');
    if (order === undefined)
      throw notFoundError(`Winery ${customerNo} has no purchase order ${JSON.stringify(name)} that can be received.`);
    if (more.length > 0) {
      const fault = {
        field: 'PurchaseOrder',
        code: 'Format',
        message: 'must be a number or a transaction reference: several orders have this name',
      };
      throw new AppError(refuse('ValidationFailed', 'Several purchase orders have this name.', [fault]).refused);
    }
    const settling = { context: call.context, operator: call.operator, mayWorkIn: warehouseAccessCheckOf(call) };
    const attached = await runStationStep(call, (tx) => attachReceiptToPurchaseOrder(tx, key, order.orderId, settling));
    return await readListedReceiptRecord(db, attached);
  },
});

/**
 * Whether the delivery is attached to the named order already. The order may be RECEIVED since, so the search for
 * expected orders would not find it.
 */
async function isAttachedTo(reader: DbReader, { customerNo, orderId, state }: Receipt, name: string): Promise<boolean> {
  if (state !== 'attached' || orderId === undefined) return false;
  const [order] = await readPurchaseOrders(reader, [{ customerNo, orderId }]);
  const names = order === undefined ? [] : [orderId, order.number, order.customerReferenceNo, order.referenceNo];
  return names.some((each) => each.toUpperCase() === name.toUpperCase());
}
