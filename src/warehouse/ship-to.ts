/** The ship-to address of an order. Pure. */
import type { TwoLineAddress } from '../documents/index.ts';
import { formatPersonName, formatRecipientName, type LeanOrderDetails, type OrderType } from '../sales-orders/index.ts';

/** The ship-to address: a carrier location that holds the package for pickup, else the recipient. */
export interface ShipToAddress extends TwoLineAddress {
  /** The recipient as named by `formatRecipientName`; at a carrier location, the location's name. */
  readonly name: string;
  /** The person who receives it; at a carrier location the company when no person is named. */
  readonly contact: string;
  /** The recipient's company; absent for none. */
  readonly company?: string;
}

const emptyShipTo: ShipToAddress = {
  name: '',
  contact: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
};

/**
 * The ship-to address. At a carrier location, `name` is the location, if its name is known, and `contact` the recipient;
 * without its ZIP code, the recipient's address is used. All parts are '' when the order's details were erased.
 */
export function shipToAddressOf(details: LeanOrderDetails | undefined, orderType: OrderType): ShipToAddress {
  if (details === undefined) return emptyShipTo;
  const { recipient, holdLocation } = details;
  const isKnown = holdLocation !== undefined && holdLocation.zipCode !== '';
  const { address, address2, city, state, zipCode, country } = isKnown ? holdLocation : recipient;
  const person = formatPersonName(recipient);
  const { company } = recipient;
  return {
    ...(isKnown && holdLocation.company !== ''
      ? { name: holdLocation.company, contact: person || company }
      : { name: formatRecipientName(recipient, orderType), contact: person }),
    ...(company !== '' && { company }),
    address,
    address2,
    city,
    state,
    zipCode,
    country,
  };
}
