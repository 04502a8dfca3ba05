/**
 * The transfer order as it stands on the wire (interface: Transfer order) and what becomes of it: the schema's
 * fragments, the rules between fields, and the way into the domain's words. Pure. Used by create and update.
 */
import Type, { type Static } from 'typebox';
import { inventoryStatusField, inventoryTaxStatusField, warehouseField } from '../contract/code-lists.ts';
import { codeField, dateField, nameField, priceField, quantityField, textField } from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { parseDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import type { TransferOrderDraft, TransferOrderPatch } from './transfer-order.ts';

const optional = Type.Optional;

const requestedDate = () =>
  dateField('The day on which it is to leave: on that day or the first working day after it; past days mean at once.');
const toStatus = () =>
  optional(
    inventoryStatusField(
      'The inventory status in which everything arrives; by default each line keeps the one it left in.',
    ),
  );
const instruction = () => optional(textField('Instructions for the warehouses.'));

const items = (description: string) =>
  Type.Array(
    Type.Object(
      {
        ItemNo: nameField('An item of yours that is not retired and that the operator stores.'),
        ItemDescription: optional(textField('Description.')),
        ItemQuantity: quantityField('How many, in units (RETAIL, AUTO) or cases (WHOLESALE).'),
        QuantityUnit: optional(
          codeField(
            'RETAIL (bottles), WHOLESALE (cases of NumBottleInEachCase), or AUTO: bottles, as a transfer order has no order type. Default AUTO.',
            ['RETAIL', 'WHOLESALE', 'AUTO'],
          ),
        ),
        InventoryTaxStatus: optional(
          inventoryTaxStatusField("The status that this line draws, in place of the order's InventoryStatusCode."),
        ),
        UnitPrice: optional(priceField('Unit sale price charged to the consumer.')),
      },
      { title: 'TransferOrderItem' },
    ),
    { minItems: 1, maxItems: 1000, description },
  );

export const TransferOrderRequest = Type.Object(
  {
    TransferInfo: Type.Object(
      {
        CustomerReferenceNo: nameField('Your reference: the identity of the transfer order until it is canceled.'),
        RequestedDate: requestedDate(),
        TransferFromWarehouse: warehouseField('The warehouse that it leaves.'),
        InventoryStatusCode: inventoryStatusField('The inventory status that is drawn, where a line names none.'),
        TransferToWarehouse: warehouseField('The warehouse that it goes to: another one.'),
        TransferToInventoryStatusCode: toStatus(),
        FirstName: nameField('First name of the contact.'),
        LastName: nameField('Last name of the contact.'),
        PhoneNumber: nameField('Phone number of the contact.'),
        EmailAddress: nameField('Email address of the contact.'),
        SpecialInstruction: instruction(),
      },
      { title: 'TransferInfo', description: 'The transfer order.' },
    ),
    ItemsInfo: items('What is to be transferred.'),
  },
  { title: 'TransferOrderRequest' },
);
export type TransferOrderRequest = Static<typeof TransferOrderRequest>;

/** An update without credentials: whatever it leaves out stays. */
export const TransferOrderPatchRequest = Type.Object(
  {
    TransferInfo: Type.Object(
      {
        TransferOrderNumber: optional(
          textField("The operator's number of the order, or any transaction reference answered for it."),
        ),
        CustomerReferenceNo: optional(textField('Your reference of the order; required without TransferOrderNumber.')),
        RequestedDate: optional(requestedDate()),
        InventoryStatusCode: optional(
          inventoryStatusField('The inventory status that is drawn, where a line names none.'),
        ),
        TransferToInventoryStatusCode: toStatus(),
        FirstName: optional(textField('First name of the contact.')),
        LastName: optional(textField('Last name of the contact.')),
        PhoneNumber: optional(textField('Phone number of the contact.')),
        EmailAddress: optional(textField('Email address of the contact.')),
        SpecialInstruction: instruction(),
      },
      { title: 'TransferInfoPatch', description: 'Which transfer order, and what of it changes.' },
    ),
    ItemsInfo: optional(
      items(
        'Replaces all lines. A line that leaves out unit, tax status or price keeps those that its item had on the order.',
      ),
    ),
  },
  { title: 'TransferOrderPatch' },
);
export type TransferOrderPatchRequest = Static<typeof TransferOrderPatchRequest>;

/** From and to differ. Any property may be absent: also asked when the schema found faults. */
export function checkRoute(sent: {
  readonly TransferInfo?: Partial<TransferOrderRequest['TransferInfo']> | undefined;
}): Fault[] {
  const { TransferFromWarehouse: from, TransferToWarehouse: to } = sent.TransferInfo ?? {};
  if (from === undefined || from !== to) return [];
  const field = 'TransferInfo.TransferToWarehouse';
  return [{ field, code: 'SameWarehouse', message: 'must differ from TransferFromWarehouse' }];
}

/** Something must say which order is meant. An empty name is as good as none; that all of it is missing is told already. */
export function checkTransferName(
  sent: { readonly TransferOrderNumber?: string; readonly CustomerReferenceNo?: string } | undefined,
  field: string,
): Fault[] {
  if (sent === undefined || sent.TransferOrderNumber || sent.CustomerReferenceNo) return [];
  const message = 'is required where TransferOrderNumber is not given';
  return [{ field, code: 'Required', message, unless: [field.replace('CustomerReferenceNo', 'TransferOrderNumber')] }];
}

const toQuantityUnit = (unit: 'RETAIL' | 'WHOLESALE' | 'AUTO') => (unit === 'WHOLESALE' ? 'WHOLESALE' : 'RETAIL');
const toDate = (date: string) => assertPresent(parseDate(date), 'a date that has been checked');

/** Into the domain's words. Call with a request that has no faults. */
export function toTransferOrderDraft({ TransferInfo: info, ItemsInfo }: TransferOrderRequest): TransferOrderDraft {
  return {
    customerReferenceNo: info.CustomerReferenceNo,
    requestedDate: toDate(info.RequestedDate),
    fromWarehouse: info.TransferFromWarehouse,
    toWarehouse: info.TransferToWarehouse,
    inventoryStatus: info.InventoryStatusCode,
    toInventoryStatus: info.TransferToInventoryStatusCode ?? '',
    document: {
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

/** What an update changes, in the domain's words. */
export function toTransferOrderPatch({ TransferInfo: info, ItemsInfo }: TransferOrderPatchRequest): TransferOrderPatch {
  return {
    route: {
      ...(info.RequestedDate === undefined ? {} : { requestedDate: toDate(info.RequestedDate) }),
      ...(info.InventoryStatusCode === undefined ? {} : { inventoryStatus: info.InventoryStatusCode }),
      ...(info.TransferToInventoryStatusCode === undefined
        ? {}
        : { toInventoryStatus: info.TransferToInventoryStatusCode }),
    },
    document: {
      ...(info.FirstName === undefined ? {} : { firstName: info.FirstName }),
      ...(info.LastName === undefined ? {} : { lastName: info.LastName }),
      ...(info.PhoneNumber === undefined ? {} : { phoneNumber: info.PhoneNumber }),
      ...(info.EmailAddress === undefined ? {} : { emailAddress: info.EmailAddress }),
      ...(info.SpecialInstruction === undefined ? {} : { specialInstruction: info.SpecialInstruction }),
    },
    lines: ItemsInfo?.map((item) => ({
      itemNo: item.ItemNo,
      description: item.ItemDescription ?? '',
      quantity: item.ItemQuantity,
      quantityUnit: item.QuantityUnit === undefined ? undefined : toQuantityUnit(item.QuantityUnit),
      taxStatus: item.InventoryTaxStatus,
      unitPrice: item.UnitPrice,
    })),
  };
}
