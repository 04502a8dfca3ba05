/** Receiving/Park: begin to count a delivery that no order announced. */

import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { lockWarehousesForShare, readOperatorSettings } from '../../operator-settings/index.ts';
import { assertWorksInWarehouse, recordAudit, runStationStepOnce } from '../../operators/index.ts';
import { attachPhotos, photoIdsField } from '../../photos/index.ts';
import { AppError, type Fault, refuseFaults } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { readCountableReceiptItems } from '../inbound-orders.ts';
import { newReceipt } from '../open-receipt.ts';
import { receiptKeyFields, receivingRoles } from '../receipt-fields.ts';
import { ReceiptRecord, readReceiptRecord, receiptExample } from '../receipt-record.ts';
import { photoTargetOfReceipt } from '../receipt-step.ts';
import { saveReceipt } from '../receipt-store.ts';
import { receivingPersonOf } from '../receiving-requests.ts';

const unknownWarehouse = (code: string): Fault => ({
  field: 'Warehouse',
  code: 'UnknownWarehouse',
  message: `${JSON.stringify(code)} is not a warehouse`,
});

export const receivingParkOperation = defineOperatorCommand({
  path: '/api/Receiving/Park',
  summary: 'Count a delivery that no order announced',
  description:
    'Opens a receipt for a delivery of a winery without an order. Receiving/Scan and Receiving/Count count items of its catalog, Receiving/Finish parks it: nothing is on hand until customer service attaches it to a purchase order.',
  roles: receivingRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    CustomerNo: receiptKeyFields.CustomerNo,
    Place: Type.String({ minLength: 1, maxLength: 100, description: 'Where it stands.' }),
    Note: Type.Optional(
      Type.String({ maxLength: maxNoteLength, description: 'Notes on the delivery: carrier, papers, sender.' }),
    ),
    Photos: Type.Optional(photoIdsField('Photos of the delivery, uploaded before.')),
  }),
  requestExample: { Warehouse: 'APC01', CustomerNo: 'W1001', Place: 'Dock 2', Note: 'Two cases, no papers' },
  reply: {
    description: 'The receipt.',
    schema: ReceiptRecord,
    example: {
      ...receiptExample,
      Kind: 'unannounced',
      TransactionReferenceNumber: '',
      OrderNumber: '',
      Place: 'Dock 2',
      Lines: [],
      Counts: [],
      Issues: [],
      Units: 0,
      Message: '',
    },
  },
  errors: {
    400: 'A field is not valid, there is no such warehouse, or a photo was not uploaded for the winery and the warehouse.',
    403: 'The operator does not work in the warehouse.',
    404: 'There is no such customer.',
  },
  execute: async (call) => {
    const {
      Warehouse: warehouse,
      CustomerNo: customerNo,
      Place: place,
      Note: note = '',
      Photos: photos = [],
    } = call.request;
    const { db } = call.environment;
    assertWorksInWarehouse(call.operator, warehouse);
    if (!(await readOperatorSettings(db)).warehouses.has(warehouse))
      throw new AppError(refuseFaults([unknownWarehouse(warehouse)]).refused);
    await assertCustomerFound(db, customerNo);
    const receipt = {
      ...newReceipt({ customerNo, kind: 'unannounced', warehouse }, receivingPersonOf(call)),
      place,
      note,
    };
    return await runStationStepOnce(call, async (tx) => {
      await lockWarehousesForShare(tx, [warehouse]);
      saveReceipt(tx, receipt);
      const shown = { stepId: receipt.receiptId, itemNo: '', inventoryStatus: '' };
      const attached = await attachPhotos(tx, { ...photoTargetOfReceipt(receipt), ...shown }, photos);
      if ('refused' in attached) return attached;
      const after = { Warehouse: warehouse, Place: place };
      recordAudit(tx, call.context, { action: 'receipt.opened', subject: receipt.receiptId, customerNo, after });
      const items = await readCountableReceiptItems(tx, receipt);
      return { ok: await readReceiptRecord(tx, { receipt, items, verdict: undefined, message: '' }) };
    });
  },
});
