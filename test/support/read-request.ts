/** A request with every kind of field, for tests of how the framework reads and validates requests. */

import Type from 'typebox';
import { codeField, dateField, flagField, freeFormObjectField, textField } from '../../src/contract/fields.ts';
import { ShipmentInfo } from '../../src/contract/shipment.ts';
import type { Fault } from '../../src/platform/errors.ts';
import { wineryInterfaceCodeLists } from '../../src/platform/http/code-lists.ts';
import { defineQuery, type Operation } from '../../src/platform/http/operation.ts';
import { compileRequestReader } from '../../src/platform/http/read-request.ts';

/** A flag that is a boolean, 0 or 1, as in CreateSalesOrder. */
const holdOrder = Type.Unsafe<boolean | 0 | 1>({ enum: [true, false, 0, 1] });

const request = Type.Object({
  OrderInfo: Type.Object({
    OrderNo: textField('', { minLength: 3, maxLength: 30 }),
    OrderType: codeField('', ['CLUB', 'RETAIL']),
    GiftCard: Type.Optional(flagField('')),
    GiftCardMessage: Type.Optional(textField('', { maxLength: 5 })),
    HoldOrder: Type.Optional(holdOrder),
    Date: Type.Optional(dateField('')),
    Storage: Type.Optional(codeField('', ['ServiceManagedStorage', 'Virtual'], { brandedValues: true })),
  }),
  ShipmentInfo: Type.Optional(ShipmentInfo),
  ItemsInfo: Type.Optional(
    Type.Array(
      Type.Object({
        ItemNo: textField('', { minLength: 1 }),
        ItemQuantity: Type.Integer({ minimum: 1 }),
        Price: Type.Optional(Type.Number()),
      }),
      { maxItems: 4 },
    ),
  ),
  Numbers: Type.Optional(Type.Array(textField('', { minLength: 2 }))),
  AdditionalFields: Type.Optional(freeFormObjectField('')),
});

/** An operation with this request and these rules. */
export function operationWith(check?: (request: unknown) => Fault[]): Operation {
  return defineQuery({
    path: '/api/Test/Read',
    tag: 'Fulfillment',
    summary: '',
    description: '',
    environments: ['test'],
    credentials: 'Authentication',
    token: false,
    request,
    requestExample: { OrderInfo: { OrderNo: 'A-1', OrderType: 'CLUB' } },
    reply: { status: 200, description: '', schema: Type.String(), example: '' },
    errors: {},
    ...(check === undefined ? {} : { check }),
    execute: () => Promise.resolve(''),
  });
}

/** The smallest valid order. */
export const order = { OrderNo: 'A-100', OrderType: 'CLUB' };

/** Reads and validates a body. */
export function readBody(
  body: object,
  options: { brand?: string; check?: (request: unknown) => Fault[]; secrets?: string[] } = {},
) {
  const reader = compileRequestReader(operationWith(options.check), options.brand ?? 'Service');
  const sent = JSON.stringify(body);
  const reading = reader.read(JSON.parse(sent), sent, options.secrets ?? []);
  const faults = reader.validate(reading, wineryInterfaceCodeLists, 'W100');
  return { request: reading.request, unknown: reading.unknownProperties, faults };
}

export const faultTexts = (faults: readonly Fault[]) => faults.map(({ field, code }) => `${field} ${code}`);
