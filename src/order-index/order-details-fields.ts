/** What the winery sent with an order for people to read, as Orders/Get shows it (decision 4: pass-through fields). Pure. */
import Type, { type Static } from 'typebox';
import { freeFormObjectField } from '../contract/fields.ts';
import { formatInstant, parseInstant } from '../lib/dates.ts';
import type { OrderDetails, OrderLine, SalesOrder } from '../sales-orders/index.ts';

const text = (description: string) => Type.String({ description });

/** Texts are `""` where the winery sent none. */
export const OrderDetailsRecord = Type.Object({
  PONo: text('Purchase order number.'),
  OrderSource: text('Origin of the order.'),
  OrderDate: text('When the order was placed at the winery.'),
  Tags: Type.Array(Type.String()),
  GiftCardMessage: text('The gift message; `""` when the order is no gift.'),
  IcePack: Type.Boolean(),
  Insurance: Type.Boolean(),
  PickupLocation: Type.Array(Type.String(), {
    description: 'The lines of the carrier location where the recipient picks it up; empty for none.',
  }),
  AdditionalFields: freeFormObjectField('As the winery sent them.'),
});

export const orderDetailsExample: Static<typeof OrderDetailsRecord> = {
  PONo: '',
  OrderSource: 'Web',
  OrderDate: '2026-11-18T17:00:00Z',
  Tags: ['fall', 'new member'],
  GiftCardMessage: '',
  IcePack: false,
  Insurance: false,
  PickupLocation: [],
  AdditionalFields: {},
};

/** @param timeZone the operator's, for an order date that was sent without an offset */
export function orderDetailsRecord(
  { icePack }: Pick<SalesOrder, 'icePack'>,
  details: OrderDetails,
  timeZone: string,
): Static<typeof OrderDetailsRecord> {
  const placedAt = parseInstant(details.orderDate, timeZone);
  return {
    PONo: details.poNo,
    OrderSource: details.orderSource,
    OrderDate: placedAt === undefined ? '' : formatInstant(placedAt),
    Tags: [...details.tags],
    GiftCardMessage: details.giftCard === 1 ? details.giftCardMessage : '',
    IcePack: icePack === 1,
    Insurance: details.insurance === 1,
    PickupLocation: pickupLocationLines(details.holdLocation),
    AdditionalFields: details.additionalFields ?? {},
  };
}

function pickupLocationLines(location: OrderDetails['holdLocation']): string[] {
  if (location === undefined) return [];
  const { locationCode, company, address, address2, city, state, zipCode, country, phoneNumber } = location;
  const place = `${[city, state].filter((part) => part !== '').join(', ')} ${zipCode}`.trim();
  return [locationCode, company, address, address2, place, country, phoneNumber].filter((part) => part !== '');
}

/** The customer's references on a line. */
export const customerReferencesOfLineFields = {
  ExternalLineNumber: text('The line reference of the winery.'),
  Group: text('The group that the line belongs to.'),
  ParentItemNo: text('The gift set or box that the item belongs to.'),
  AdditionalFields: Type.Optional(freeFormObjectField('As the winery sent them; not for the role floor.')),
};

export const toOrderLineReferences = (
  { externalLineNumber, group, parentItemNo, additionalFields }: OrderLine,
  showsAdditional: boolean,
) => ({
  ExternalLineNumber: externalLineNumber ?? '',
  Group: group ?? '',
  ParentItemNo: parentItemNo ?? '',
  ...(showsAdditional ? { AdditionalFields: { ...additionalFields } } : {}),
});
