/** Labels/Scan: the goods of a JIT order arrive at an automatic warehouse, and a person scans their label. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { TransactionReference } from '../../contract/transaction-reference.ts';
import { valueOrThrowAppError } from '../../operators/index.ts';
import { tryCatchUpOrderIndex } from '../../order-index/index.ts';
import { AppError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { carrierModeOf, type JitLabelScanResult, readScannedJitLabelId } from '../../shipping-labels/index.ts';
import { floorRoles, worksInWarehouse } from '../floor-fields.ts';
import { automaticJitScanWriter } from '../jit-scans-at-automatic-warehouse.ts';

const scannedReply = ({ reference, order, labelId, isNew }: JitLabelScanResult, customerName: string) => ({
  TransactionReferenceNumber: reference,
  OrderReferenceNumber: order.orderId,
  CustomerNo: order.customerNo,
  CustomerName: customerName,
  OrderNo: order.orderNo,
  JITLabelID: labelId,
  Warehouse: order.warehouse,
  IsRepeated: !isNew,
});

export const labelsScanOperation = defineOperatorCommand({
  path: '/api/Labels/Scan',
  summary: 'Scan a JIT label at an automatic warehouse',
  description:
    'The goods of a JIT order have arrived with their label: the order is in work, and packed with the labels that were bought. A repeated scan is only logged. At a worked warehouse the packing station scans it (Floor/OpenPacking). In the test environment the simulated warehouse packs it some minutes later.',
  roles: floorRoles,
  request: Type.Object({
    Label: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The scanned text: the JITLabelID, or the whole Data Matrix.',
    }),
  }),
  requestExample: { Label: 'JIT-W100-7K3M9QX2PA' },
  reply: {
    description: 'The order is in work or packed.',
    schema: Type.Object({
      TransactionReferenceNumber: TransactionReference,
      OrderReferenceNumber: Type.String({ description: 'The reference of the order.' }),
      CustomerNo: Type.String(),
      CustomerName: Type.String(),
      OrderNo: Type.String(),
      JITLabelID: Type.String(),
      Warehouse: Type.String(),
      IsRepeated: Type.Boolean({ description: 'It was scanned before: nothing has changed.' }),
    }),
    example: {
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002',
      OrderReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
      CustomerNo: 'W100',
      CustomerName: 'Hilltop Cellars',
      OrderNo: 'JIT260001',
      JITLabelID: 'JIT-W100-7K3M9QX2PA',
      Warehouse: 'APC01',
      IsRepeated: false,
    },
  },
  errors: {
    400: 'Label is not the id of a JIT label.',
    403: 'The order is on hold, canceled or shipped, its ship date is in the future, it changed after the label was generated, or its warehouse is worked or not one of the operator.',
    404: 'There is no such label.',
  },
  execute: async ({ environment, context, operator, request, run }) => {
    const label = await readScannedJitLabelId(environment.db, request.Label);
    if (label === undefined) {
      const fault = { field: 'Label', code: 'Format' as const, message: 'must be a JIT label' };
      throw new AppError(refuse('ValidationFailed', 'This is not the label of a JIT order.', [fault]).refused);
    }
    const { customerNo, labelId } = label;
    const customerName = (await readCustomerNameLookup(environment.db, [label]))(customerNo);
    const done = await environment.writeQueue.submit(automaticJitScanWriter, {
      customerNo,
      scanned: labelId,
      context,
      carriers: carrierModeOf(environment),
      mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
      onScanned: async (tx, scan) => await run.storeReply(tx, scannedReply(scan, customerName)),
    });
    const reply = scannedReply(valueOrThrowAppError(done), customerName);
    await tryCatchUpOrderIndex(environment.db, [customerNo]);
    return reply;
  },
});
