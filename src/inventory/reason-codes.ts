/**
 * Reason codes of stock changes, shown as the reference of their movements. The operator edits them; migrations load
 * defaults. Also: whether customers have stock at a warehouse or in a status, and the deletion of their empty balances there.
 */
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuse } from '../platform/errors.ts';

export interface ReasonCode {
  readonly code: string;
  readonly description: string;
  readonly usedFor: 'adjustment' | 'status change' | 'production';
  /** Whether it may add stock, remove it, or both. */
  readonly direction: 'in' | 'out' | 'both';
}

export type ReasonCodes = ReadonlyMap<string, ReasonCode>;

/** All reason codes, by code. */
export async function readReasonCodes(reader: DbReader): Promise<ReasonCodes> {
  const rows = await reader.rows<ReasonCode>(
    'select code, description, used_for as "usedFor", direction from reason_codes order by code',
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** The fault `UnknownReason` when the code is not one for this use. */
export function checkReasonCode(reasons: ReasonCodes, code: string, usedFor: ReasonCode['usedFor']): Fault[] {
  if (reasons.get(code)?.usedFor === usedFor) return [];
  const known = [...reasons.values()].filter((reason) => reason.usedFor === usedFor).map((reason) => reason.code);
  const message = `${JSON.stringify(code)} is not a valid reason; use one of ${known.join(', ')}`;
  return [{ field: 'ReasonCode', code: 'UnknownReason', message }];
}

/** The codes that the server posts itself. */
const serverPostedCodes: readonly string[] = [
  'COUNT',
  'DAMAGED',
  'OPENING',
  'PRODUCTION',
  'RECLASSIFIED',
  'RESTORED',
  'TRANSFER-OVER',
  'TRANSFER-SHORT',
];

/** Whether the server posts this reason code itself. */
export const isServerPostedReasonCode = ({ code }: ReasonCode): boolean => serverPostedCodes.includes(code);

/**
 * Whether people may report missing stock with this reason code: it is one of adjustments that only remove stock, and the server does
 * not post it itself.
 */
export const isMissingStockReason = ({ code, usedFor, direction }: ReasonCode): boolean =>
  usedFor === 'adjustment' && direction === 'out' && !serverPostedCodes.includes(code);

/** Blocks other edits until the transaction ends, so that an edit replaces exactly the row that it has read. */
const lockReasonCodes = 'lock table reason_codes in share row exclusive mode';

/** Called in the transaction of an edit. `before` is undefined for a new reason code, `after` for a removed one. */
type OnReasonEdit = (tx: Tx, before: ReasonCode | undefined, after: ReasonCode | undefined) => Promise<void> | void;

/**
 * Inserts or replaces a reason code. Refuses with `ValidationFailed` a malformed code or description, and a change of more than the
 * description for a code that the server posts itself.
 */
export async function setReasonCode(db: Db, reason: ReasonCode, onEdit: OnReasonEdit): Promise<Outcome<ReasonCode>> {
  const { code, description, usedFor, direction } = reason;
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(code)) {
    return refuse('ValidationFailed', 'A reason code is 2 to 20 capital letters, digits and "-".');
  }
  if (description.trim() === '' || description.length > 100 || /\p{Cc}/u.test(description)) {
    return refuse('ValidationFailed', 'The description must be 1 to 100 printable characters.');
  }
  return await db.write(async (tx) => {
    await tx.rows(lockReasonCodes);
    const before = (await readReasonCodes(tx)).get(code);
    if (serverPostedCodes.includes(code) && (before?.usedFor !== usedFor || before.direction !== direction)) {
      return refuse('ValidationFailed', `The server posts ${code} itself; only its description can change.`);
    }
    await tx.rows(
      `insert into reason_codes (code, description, used_for, direction) values ($1, $2, $3, $4)
           on conflict (code) do update
          set description = excluded.description, used_for = excluded.used_for, direction = excluded.direction`,
      [code, description, usedFor, direction],
    );
    await onEdit(tx, before, reason);
    return { ok: reason };
  });
}

/**
 * Deletes a reason code; movements keep their code. Refuses with `ValidationFailed` a code that the server posts itself, and with
 * `NotFound` an unknown code.
 */
export async function removeReasonCode(
  db: Db,
  code: string,
  onEdit: OnReasonEdit,
): Promise<Outcome<{ readonly code: string }>> {
  if (serverPostedCodes.includes(code))
    return refuse('ValidationFailed', `The server posts ${code} itself; it cannot be removed.`);
  return await db.write(async (tx) => {
    await tx.rows(lockReasonCodes);
    const before = (await readReasonCodes(tx)).get(code);
    if (before === undefined) return refuse('NotFound', `There is no reason code ${JSON.stringify(code)}.`);
    await tx.rows('delete from reason_codes where code = $1', [code]);
    await onEdit(tx, before, undefined);
    return { ok: { code } };
  });
}
