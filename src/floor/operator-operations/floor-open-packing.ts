/** Floor/OpenPacking: claim an order at the packing station. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { orderCustomerField } from '../../contract/operator-key-fields.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { openPackingSession } from '../packing-requests.ts';
import {
  PackingSessionRecord,
  packingSessionRecordExample,
  readPackingSessionRecord,
} from '../packing-session-fields.ts';

export const floorOpenPackingOperation = defineOperatorCommand({
  path: '/api/Floor/OpenPacking',
  isResumable: true,
  summary: 'Claim an order at the packing station',
  description:
    'Claims the order for the person, and returns it as it is: a session that was interrupted continues. A claim ends after 30 minutes without a scan. While another person has the order, it is refused with that ' +
    'person, unless `TakeOver` is true. A JIT label takes its order up: the winery packed it, so its boxes are labeled. A reshipment of returned bottles that waits, named by the RMA number, its shipment key or its reference, is released by the scan, in a wave of its own; the RMA number opens the next reshipment of its return when the first is labeled, has left or is canceled. Errors in this precedence: 404, 400 for several orders, 403.',
  roles: floorRoles,
  request: Type.Object({
    Scan: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'An order number, a shipment key, a transaction reference, a JIT label, the barcode of the label of one of its boxes, or a tote: then the order to pack next of those that were picked into it and that no other person has.',
    }),
    CustomerNo: Type.Optional(orderCustomerField),
    Warehouse: Type.Optional({
      ...warehouseCodeField,
      description:
        'The warehouse in which a tote is looked up: totes of several may have one code. Absent: all warehouses of the operator.',
    }),
    TakeOver: Type.Optional(Type.Boolean({ description: 'Take the order from another person.' })),
  }),
  requestExample: { Scan: 'CLB1001' },
  reply: { description: 'The session.', schema: PackingSessionRecord, example: packingSessionRecordExample },
  errors: {
    400: 'Several wineries have such an order: `Errors` names them for CustomerNo. Or one winery has several: scan the reference or the shipment key. Or totes of several warehouses have the code: `Errors` names these for Warehouse.',
    403: 'Another person has the order; it is a problem, was taken back, or has departed; it is a reshipment that cannot be released, for example because it is on hold; or its warehouse is automatic.',
    404: 'No such order is on the floor of the warehouses of the operator: it waits for its release, or it is for another warehouse, which the reason names.',
  },
  execute: async (call) => {
    const { Scan: scan, CustomerNo: customerNo, Warehouse: warehouse, TakeOver: takesOver = false } = call.request;
    return await readPackingSessionRecord(
      call.environment.db,
      await openPackingSession(call, { scan, customerNo, warehouse, takesOver }),
    );
  },
});
