/** Reason codes in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { codeField } from '../contract/fields.ts';
import type { ReasonCode } from '../inventory/index.ts';

export const reasonCodeField = Type.String({
  pattern: '^[A-Z0-9][A-Z0-9-]{1,19}$',
  description: 'The code: 2 to 20 capital letters, digits and `-`.',
});

export const ReasonCodeRecord = Type.Object({
  ReasonCode: reasonCodeField,
  UsedFor: codeField('The kind of change that it explains.', ['adjustment', 'status change', 'production']),
  Direction: codeField('`in` adds stock, `out` removes it, `both` may do either.', ['in', 'out', 'both']),
  Description: Type.String({ minLength: 1, maxLength: 100, description: 'The meaning, for people.' }),
});

export const reasonCodeExample: Static<typeof ReasonCodeRecord> = {
  ReasonCode: 'TASTING',
  UsedFor: 'adjustment',
  Direction: 'out',
  Description: 'Poured at a tasting',
};

/** A reason code as commands and the audit show it. */
export const reasonCodeRecord = ({ code, description, usedFor, direction }: ReasonCode) => ({
  ReasonCode: code,
  UsedFor: usedFor,
  Direction: direction,
  Description: description,
});
