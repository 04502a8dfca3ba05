/** The transaction reference as a reply, and as an example (decision 5). */
import { transactionReferenceField } from './fields.ts';

/** The reference of a change in its reply: the whole body, or the field `TransactionReferenceNumber`. */
export const TransactionReference = transactionReferenceField(
  'The transaction reference. Keep it for problem reports.',
);

export const transactionReferenceExample = '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e10';

/** The declaration of a reply that is the transaction reference alone. */
export const transactionReferenceReply = <Status extends 200 | 201 = 200>(
  description: string,
  status: Status = 200 as Status,
) => ({ status, description, schema: TransactionReference, example: transactionReferenceExample });
