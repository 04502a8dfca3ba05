/** The ship-to address of an order. Pure. */
import type { Contact, OrderDetails } from '../sales-orders/index.ts';

/** The ship-to address: a carrier location that holds the package for pickup, else the recipient. */
export interface ShipTo {
  /** The recipient: a person, or the company when no person is named; at a carrier location, the location's name. */
  readonly name: string;
  /** The person who receives it. */
  readonly contact: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
}

const emptyShipTo: ShipTo = {
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
 * The ship-to address. At a carrier location, `name` is the location and `contact` the recipient; when only the
 * location's code is known, the recipient's address is used. All parts are '' when the order's details were erased.
 */
export function shipTo(details: OrderDetails | undefined): ShipTo {
  if (details === undefined) return emptyShipTo;
  const { recipient, holdLocation } = details;
  const isKnown = holdLocation !== undefined && holdLocation.zipCode !== '';
  const { address, address2, city, state, zipCode, country } = isKnown ? holdLocation : recipient;
  const name = (isKnown && holdLocation.company) || nameOf(recipient);
  return { name, contact: personOf(recipient), address, address2, city, state, zipCode, country };
}

function personOf({ firstName, lastName }: Contact): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ');
}

/** The person, or the company when no person is named. */
function nameOf(contact: Contact): string {
  return personOf(contact) || contact.company;
}

/** The recipient's name for the ledger. */
export function recipientName(details: OrderDetails | undefined): string {
  return details === undefined ? '' : nameOf(details.recipient);
}
