/** Where an order goes, as it is shown and as carriers count the way to it. Pure. */
import { isDomestic, zip5Of } from '../addresses/index.ts';
import type { Contact, OrderDetails } from '../sales-orders/index.ts';

/** Where an order is sent to: a carrier's location where the recipient fetches it, else the recipient. */
export interface ShipTo {
  /** Who receives it: a person, or the company where no person is named. */
  readonly name: string;
  /** The person who receives it, at a company or a carrier's location. */
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
 * Where a package goes. At a carrier's location the name is the location's and the contact the recipient; a location of
 * which nothing but the code is known is near the recipient, whose address then stands for it. All texts are '' when
 * the document was erased.
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

/** A person, or the company where no person is named. */
function nameOf(contact: Contact): string {
  return personOf(contact) || contact.company;
}

/** The name under which the ledger remembers who received it. */
export function recipientName(details: OrderDetails | undefined): string {
  return details === undefined ? '' : nameOf(details.recipient);
}

/** The five digits that carriers count transit by, of territories too; undefined abroad and where there are none. */
export function destinationZip(to: ShipTo): string | undefined {
  return isDomestic(to.country) ? zip5Of(to.zipCode) : undefined;
}
