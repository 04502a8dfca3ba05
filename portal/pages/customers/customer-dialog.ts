/** The dialogs of a customer's page. */
import type { Token, User } from './customer-record.ts';

/** Which dialog of the customer's page is open, with the user, password or token that it is about. */
export type CustomerDialogState =
  | { readonly kind: 'edit' | 'token' }
  | { readonly kind: 'grant'; readonly user?: User }
  | { readonly kind: 'stop' | 'rotate'; readonly user: User }
  | { readonly kind: 'revoke-password'; readonly user: User; readonly passwordId: string }
  | { readonly kind: 'revoke-token'; readonly token: Token };

/** Opens a dialog; undefined for operators who may only read. */
export type CustomerDialogOpener = ((dialog: CustomerDialogState) => void) | undefined;
