/** Shared functions of the administration of customers, users and credentials: the actor, logging, locks (decision 5). */
import { uuidv7 } from '../lib/uuid.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { notFoundError } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';

/** The actor of a change, as the log shows it: `operator:NAME`, `system` or a UserKey; and the operation, `dray token create`. */
export interface AdministrationActor {
  readonly actor: string;
  readonly operation?: string;
  /** The reference under which the change is logged; a new one by default. */
  readonly reference?: string;
  /** Called in the transaction of the change, for an audit. */
  readonly onChange?: (tx: Tx, change: AdministeredChange) => void;
}

/** A change as an audit needs it. Values contain no secret. */
interface AdministeredChange {
  /** `noun.verb`: `token.created`. */
  readonly kind: string;
  /** The name under which people know the changed thing. */
  readonly name: string;
  readonly customerNos: readonly string[];
  /** The values that a change of settings replaces. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** A change of a customer, user or credential, to be logged. */
interface AdministeredChangeLogEntry {
  readonly kind: string;
  readonly subject: string;
  /** The name under which people know the changed thing; by default `subject`. */
  readonly name?: string;
  readonly operation: string;
  readonly reference?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** For an audit, not for the log; `after` is by default `data`. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Logs a change for each of the customers, under one reference. `data` contains no secret. */
export async function logAdministeredChange(
  tx: Tx,
  customerNos: readonly string[],
  actor: AdministrationActor,
  {
    kind,
    subject,
    name = subject,
    operation,
    reference = actor.reference ?? uuidv7(),
    data,
    before,
    after = data,
  }: AdministeredChangeLogEntry,
): Promise<void> {
  const timeOf = await readCustomerClockLookup(tx, customerNos);
  for (const customerNo of [...customerNos].sort()) {
    const context = { customerNo, actor: actor.actor, operation: actor.operation ?? operation, reference };
    appendLog(tx, context, {
      kind,
      subject,
      occurredAt: timeOf(customerNo),
      ...(data && { data }),
    });
  }
  actor.onChange?.(tx, { kind, name, customerNos, ...(before && { before }), ...(after && { after }) });
}

/**
 * Locks the customer against deletion and returns its subject in the log. Throws `NotFound` when the customer does not
 * exist.
 */
export async function lockCustomerAndReadLogSubject(tx: Tx, customerNo: string): Promise<string> {
  const [row] = await tx.rows<{ reference: string }>(
    'select reference from customers where customer_no = $1 for key share',
    [customerNo],
  );
  if (row === undefined) throw notFoundError(`There is no customer ${JSON.stringify(customerNo)}.`);
  return row.reference;
}

/**
 * Locks the user, so that changes of its passwords are serialized, and returns the customers for which it may act. Throws
 * `NotFound` when the user does not exist.
 */
export async function lockUserAndListCustomers(tx: Tx, userKey: string): Promise<string[]> {
  const found = await tx.rows('select 1 from api_users where user_key = $1 for no key update', [userKey]);
  if (found.length === 0) throw notFoundError(`There is no UserKey ${JSON.stringify(userKey)}.`);
  const members = await tx.rows<{ customer_no: string }>(
    'select customer_no from memberships where user_key = $1 order by customer_no',
    [userKey],
  );
  return members.map(({ customer_no }) => customer_no);
}
