/** The name of a contact in lists and in the ledger. Pure. */
import type { Contact } from '../sales-orders/index.ts';

/** The name of the person. */
export function personName({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== '').join(' ');
}

/** The person's name, or the company when it is absent. */
export function contactName(contact: Contact): string {
  return personName(contact) || contact.company;
}
