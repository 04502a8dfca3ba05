/** Exceptions/Acknowledge: end the exception of a package that left although it must not. */
import Type from 'typebox';
import { uuidPattern } from '../../contract/fields.ts';
import { orderCustomerField } from '../../contract/operator-key-fields.ts';
import { recordAudit } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { acknowledgeWrongDeparture } from '../../shipping-labels/index.ts';

export const exceptionsAcknowledgeOperation = defineOperatorCommand({
  path: '/api/Exceptions/Acknowledge',
  summary: 'Acknowledge that a package left although it must not',
  description:
    'Ends the exception of a package that left although its label was voided, its JIT order must not ship, or a closed state or a credit hold stopped its order: a person has seen it, and acts. The timeline of its order says who. Nothing else changes. One that is acknowledged already stays as it is; another such departure under the label is an exception again.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    CustomerNo: orderCustomerField,
    Label: Type.String({ pattern: uuidPattern, description: '`Label` of Exceptions/List.' }),
  }),
  requestExample: { CustomerNo: 'W1001', Label: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c003' },
  reply: {
    description: 'The package.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of its order.' }),
      PackageNo: Type.Integer(),
      TrackingNumber: Type.String(),
    }),
    example: {
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
      PackageNo: 1,
      TrackingNumber: '794612345678',
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: 'The customer has no such label of a package that left although it must not.',
  },
  execute: async ({ environment: { db }, operator, context, request }) => {
    const { CustomerNo: customerNo, Label } = request;
    const departure = await db.write(async (tx) => {
      const label = { intentId: Label.toLowerCase(), person: operator.email };
      const acknowledged = await acknowledgeWrongDeparture(tx, context.forCustomer(customerNo), label);
      if (acknowledged === undefined || acknowledged.isRepeated) return acknowledged;
      const { orderId: subject, packageNo, trackingNo } = acknowledged;
      const after = { package: packageNo, trackingNo };
      recordAudit(tx, context, { action: 'package.departure_acknowledged', subject, customerNo, after });
      return acknowledged;
    });
    if (departure === undefined) {
      throw notFoundError(`Customer ${customerNo} has no label ${Label} of a package that left although it must not.`);
    }
    const { orderId, packageNo, trackingNo } = departure;
    return { TransactionReferenceNumber: orderId, PackageNo: packageNo, TrackingNumber: trackingNo };
  },
});
