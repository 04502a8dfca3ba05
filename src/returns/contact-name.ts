/** The name of a contact, as lists and the ledger show it. Pure. */
import type { Contact } from '../sales-orders/index.ts';

/** The person. */
export function personName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ');
}

/** A person, or the company where no person is named. */
export function contactName(contact: Contact): string {
  return personName(contact) || contact.company;
}
