/** Reason codes of stock changes, shown as the reference of their movements. The operator edits them; the migration loads defaults. */
import type { Reader } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';

export interface ReasonCode {
  readonly code: string;
  readonly description: string;
  readonly usedFor: 'adjustment' | 'status change' | 'production';
  /** Whether it may add stock, remove it, or both. */
  readonly direction: 'in' | 'out' | 'both';
}

export type ReasonCodes = ReadonlyMap<string, ReasonCode>;

/** All reason codes, by code. */
export async function readReasonCodes(reader: Reader): Promise<ReasonCodes> {
  const rows = await reader.rows<ReasonCode>(
    'select code, description, used_for as "usedFor", direction from reason_codes order by code',
  );
  return new Map(rows.map((row) => [row.code, row]));
}

/** `UnknownReason` when the code is not one for this use. */
export function validateReason(reasons: ReasonCodes, code: string, usedFor: ReasonCode['usedFor']): Fault[] {
  if (reasons.get(code)?.usedFor === usedFor) return [];
  const known = [...reasons.values()].filter((reason) => reason.usedFor === usedFor).map((reason) => reason.code);
  const message = `${JSON.stringify(code)} is not a valid reason; use one of ${known.join(', ')}`;
  return [{ field: 'ReasonCode', code: 'UnknownReason', message }];
}
