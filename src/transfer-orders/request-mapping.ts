/**
 * Request mapping of transfer orders (interface: Transfer order; decision 4): the schemas that operations share, the rules
 * between fields, and the mapping between the JSON of the interface and the types of `transfer-order.ts`. Pure.
 */

import Type, { type Static } from 'typebox';
import { inventoryStatusField, inventoryTaxStatusField, warehouseField } from '../contract/code-lists.ts';
import {
  codeField,
  dateField,
  identifierField,
  longTextFieldOption,
  quantityField,
  textField,
  textOrNumberField,
  unsignedPriceField,
} from '../contract/fields.ts';
import { type NumberedOrderName, parseOrderNumber } from '../documents/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { parseUsDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import {
  type RequestedTransferLine,
  type TransferOrder,
  type TransferOrderDetails,
  type TransferOrderDraft,
  type TransferOrderPatch,
  transferLinesVersionOf,
} from './transfer-order.ts';

const optional = Type.Optional;

const requestedDate = () =>
  dateField('Day of shipment. The order ships on that day or the first working day after it; with a past day at once.');
const toStatus = () =>
  optional(inventoryStatusField('Inventory status in which all lines arrive. By default each line keeps its status.'));
const required = { minLength: 1, maxLength: 255 };
const instruction = () => optional(textField('Instructions for the warehouses.', longTextFieldOption));

const items = (description: string) =>
  Type.Array(
    Type.Object(
      {
        ItemNo: identifierField('One of your items, also a retired one. The operator must store it.'),
        ItemDescription: optional(textField('Description.')),
        ItemQuantity: quantityField(
          'Quantity in bottles (RETAIL, AUTO) or cases (WHOLESALE). Required: a line without it does not transfer all that is free.',
        ),
        QuantityUnit: optional(
          codeField(
            'RETAIL (bottles), WHOLESALE (cases of NumBottleInEachCase), or AUTO (the default): bottles, because a transfer order has no order type.',
            ['RETAIL', 'WHOLESALE', 'AUTO'],
          ),
        ),
        InventoryTaxStatus: optional(
          inventoryTaxStatusField(
            "Inventory status of the line's stock at the source. Default: the order's InventoryStatusCode.",
          ),
        ),
        UnitPrice: optional(unsignedPriceField('Unit price charged to the consumer.')),
      },
      { title: 'TransferOrderItem' },
    ),
    { minItems: 1, maxItems: 1000, description },
  );

export const TransferOrderRequest = Type.Object(
  {
    TransferInfo: Type.Object(
      {
        CustomerReferenceNo: identifierField(
          'Your reference. It identifies the transfer order until that is canceled.',
        ),
        RequestedDate: requestedDate(),
        TransferFromWarehouse: warehouseField('Source warehouse.'),
        InventoryStatusCode: inventoryStatusField(
          'Inventory status of the stock at the source, for lines without InventoryTaxStatus.',
        ),
        TransferToWarehouse: warehouseField('Destination warehouse. It must differ from the source.'),
        TransferToInventoryStatusCode: toStatus(),
        FirstName: textField('First name of the contact.', required),
        LastName: textField('Last name of the contact.', required),
        PhoneNumber: identifierField('Phone number of the contact.'),
        EmailAddress: textField('Email address of the contact.', required),
        SpecialInstruction: instruction(),
      },
      { title: 'TransferInfo', description: 'The transfer order.' },
    ),
    ItemsInfo: items('Items to transfer.'),
  },
  { title: 'TransferOrderRequest' },
);
export type TransferOrderRequest = Static<typeof TransferOrderRequest>;

/** An update: absent fields stay as they are. */
export const TransferOrderPatchRequest = Type.Object(
  {
    TransferInfo: Type.Object(
      {
        TransferOrderNumber: optional(
          textField("The operator's number of the order, or any transaction reference returned for it."),
        ),
        CustomerReferenceNo: optional(
          textOrNumberField('Your reference of the order. Required without TransferOrderNumber.'),
        ),
        RequestedDate: optional(requestedDate()),
        TransferFromWarehouse: optional(warehouseField('Source warehouse; it cannot change.')),
        TransferToWarehouse: optional(warehouseField('Destination warehouse; it cannot change.')),
        InventoryStatusCode: optional(
          inventoryStatusField('Inventory status of the stock at the source, for lines without InventoryTaxStatus.'),
        ),
        TransferToInventoryStatusCode: toStatus(),
        FirstName: optional(textField('First name of the contact.')),
        LastName: optional(textField('Last name of the contact.')),
        PhoneNumber: optional(textOrNumberField('Phone number of the contact.')),
        EmailAddress: optional(textField('Email address of the contact.')),
        SpecialInstruction: instruction(),
      },
      { title: 'TransferInfoPatch', description: 'The transfer order and the fields to change.' },
    ),
    ItemsInfo: optional(
      items('Replaces all lines. A line without description, unit, tax status or price keeps those of its item.'),
    ),
  },
  { title: 'TransferOrderPatch' },
);
export type TransferOrderPatchRequest = Static<typeof TransferOrderPatchRequest>;

/** The warehouses must differ. Fields that the schema rejected are absent. */
export function checkWarehousesDiffer(sent: {
  readonly TransferInfo?: Partial<TransferOrderRequest['TransferInfo']> | undefined;
}): Fault[] {
  const { TransferFromWarehouse: from, TransferToWarehouse: to } = sent.TransferInfo ?? {};
  if (from === undefined || from !== to) return [];
  const field = 'TransferInfo.TransferToWarehouse';
  return [{ field, code: 'SameWarehouse', message: 'must differ from TransferFromWarehouse' }];
}

interface SentTransferName {
  readonly TransferOrderNumber?: string;
  readonly CustomerReferenceNo?: string;
}

/** A fault at `field` when neither name is given; empty names count as absent. None without `sent`, which the schema requires. */
export function checkTransferOrderSelector(sent: SentTransferName | undefined, field: string): Fault[] {
  if (sent === undefined || sent.TransferOrderNumber || sent.CustomerReferenceNo) return [];
  const message = 'is required without TransferOrderNumber';
  return [{ field, code: 'Required', message, unless: [field.replace('CustomerReferenceNo', 'TransferOrderNumber')] }];
}

/**
 * Maps the TransferOrderNumber, or else the CustomerReferenceNo, of a request to the name of the order. With both,
 * `expected` is the reference that the order must have, and the `field` of the fault.
 */
export function toTransferOrderSelector(
  customerNo: string,
  { TransferOrderNumber: number, CustomerReferenceNo: customerReferenceNo }: SentTransferName,
  field: string,
): {
  readonly name: NumberedOrderName;
  readonly expected?: { readonly customerReferenceNo: string; readonly field: string };
} {
  if (!number) return { name: { customerNo, customerReferenceNo: customerReferenceNo ?? '' } };
  const name = parseOrderNumber(customerNo, number);
  return customerReferenceNo ? { name, expected: { customerReferenceNo, field } } : { name };
}

const toQuantityUnit = (unit: 'RETAIL' | 'WHOLESALE' | 'AUTO') => (unit === 'WHOLESALE' ? 'WHOLESALE' : 'RETAIL');
const toDate = (date: string) => assertPresent(parseUsDate(date), 'a validated date');

/** Maps a valid request to the domain. */
export function toTransferOrderDraft({ TransferInfo: info, ItemsInfo }: TransferOrderRequest): TransferOrderDraft {
  return {
    customerReferenceNo: info.CustomerReferenceNo,
    requestedDate: toDate(info.RequestedDate),
    fromWarehouse: info.TransferFromWarehouse,
    toWarehouse: info.TransferToWarehouse,
    inventoryStatus: info.InventoryStatusCode,
    toInventoryStatus: info.TransferToInventoryStatusCode ?? '',
    details: {
      firstName: info.FirstName,
      lastName: info.LastName,
      phoneNumber: info.PhoneNumber,
      emailAddress: info.EmailAddress,
      specialInstruction: info.SpecialInstruction ?? '',
    },
    lines: ItemsInfo.map((item) => ({
      itemNo: item.ItemNo,
      description: item.ItemDescription ?? '',
      quantity: item.ItemQuantity,
      quantityUnit: toQuantityUnit(item.QuantityUnit ?? 'AUTO'),
      taxStatus: item.InventoryTaxStatus ?? '',
      unitPrice: item.UnitPrice,
    })),
  };
}

/** Maps a valid update to the domain. */
export function toTransferOrderPatch({ TransferInfo: info, ItemsInfo }: TransferOrderPatchRequest): TransferOrderPatch {
  return {
    route: present({
      requestedDate: info.RequestedDate === undefined ? undefined : toDate(info.RequestedDate),
      inventoryStatus: info.InventoryStatusCode,
      toInventoryStatus: info.TransferToInventoryStatusCode,
    }),
    warehouses: { from: info.TransferFromWarehouse, to: info.TransferToWarehouse },
    details: present({
      firstName: info.FirstName,
      lastName: info.LastName,
      phoneNumber: info.PhoneNumber,
      emailAddress: info.EmailAddress,
      specialInstruction: info.SpecialInstruction,
    }),
    lines: ItemsInfo?.map((item) => ({
      itemNo: item.ItemNo,
      description: item.ItemDescription,
      quantity: item.ItemQuantity,
      quantityUnit: item.QuantityUnit === undefined ? undefined : toQuantityUnit(item.QuantityUnit),
      taxStatus: item.InventoryTaxStatus,
      unitPrice: item.UnitPrice,
    })),
  };
}

const changeableRouteFields = {
  requestedDate: 'RequestedDate',
  inventoryStatus: 'InventoryStatusCode',
  toInventoryStatus: 'TransferToInventoryStatusCode',
} satisfies Record<keyof TransferOrderPatch['route'], string>;

const detailsFields = {
  firstName: 'FirstName',
  lastName: 'LastName',
  phoneNumber: 'PhoneNumber',
  emailAddress: 'EmailAddress',
  specialInstruction: 'SpecialInstruction',
} satisfies Record<keyof TransferOrderDetails, string>;

/**
 * Names of the fields that an update changes, without their values: the log holds no personal data. `details` are undefined after they
 * were erased; `lines` is undefined when they stay.
 */
export function diffTransferOrderFields(
  order: TransferOrder,
  details: Partial<TransferOrderDetails> | undefined,
  patch: Pick<TransferOrderPatch, 'route' | 'details'>,
  lines: readonly RequestedTransferLine[] | undefined,
): string[] {
  const changedIn = <Field extends string>(
    names: Readonly<Record<Field, string>>,
    sent: Readonly<Partial<Record<NoInfer<Field>, unknown>>>,
    stored: Readonly<Partial<Record<NoInfer<Field>, unknown>>>,
  ): string[] =>
    (Object.keys(names) as Field[])
      .filter((field) => sent[field] !== undefined && String(sent[field]) !== String(stored[field] ?? ''))
      .map((field) => `TransferInfo.${names[field]}`);
  const hasNewLines = lines !== undefined && transferLinesVersionOf({ lines }) !== transferLinesVersionOf(order);
  return [
    ...changedIn(changeableRouteFields, patch.route, order),
    ...changedIn(detailsFields, patch.details, details ?? {}),
    ...(hasNewLines ? ['ItemsInfo'] : []),
  ];
}

/** The fields that are not undefined. */
function present<Fields extends object>(fields: Fields): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof Fields]?: Exclude<Fields[K], undefined>;
  };
}
