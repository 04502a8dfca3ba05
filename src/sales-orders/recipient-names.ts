/** The name of an order's recipient, by the order's type. Pure. */
import type { Contact, OrderType } from './order.ts';

/** Orders of these types go to a business: a retailer, a distributor or the winery itself. */
const typesToBusinesses: ReadonlySet<OrderType> = new Set(['DTT', 'WHOLESALE', 'DELIVERY_TO_WINERY']);

/** The name of the person; '' for none. */
export function formatPersonName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ');
}

/** The company when the order goes to a business, else the person. When that name is absent, the other one. */
export function formatRecipientName(contact: Contact, orderType: OrderType): string {
  const person = formatPersonName(contact);
  return typesToBusinesses.has(orderType) ? contact.company || person : person || contact.company;
}
