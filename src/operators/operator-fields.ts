/** Fields of operators in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { warehouseField } from '../contract/code-lists.ts';
import { codeField } from '../contract/fields.ts';
import { formatInstant } from '../lib/dates.ts';
import { AppError, type Outcome } from '../platform/errors.ts';
import { type OperatorCaller, operatorRoles } from '../platform/http/operator-operation.ts';
import type { IssuedOperatorPassword } from './manage-operators.ts';
import { operatorAuditRecord, type StoredOperator } from './operator-store.ts';
import { recordVersionField, recordVersionOf } from './record-version.ts';

export const emailField = Type.String({
  description: 'E-mail address, in any letter case.',
  minLength: 3,
  maxLength: 254,
});

/** A password in a request. Its length is bounded, because it is hashed. */
export function passwordField(description: string, minLength = 1) {
  return Type.String({ description, minLength, maxLength: 200 });
}

/** A badge as a scanner reads it; `codeOfScan` takes off what the scanner puts around it. */
export function badgeField(description: string, minLength = 1) {
  return Type.String({ description, minLength, maxLength: 64 });
}

/** A PIN: 4 to 8 digits. */
export function pinField(description: string) {
  return Type.String({ description: `${description} 4 to 8 digits.`, pattern: '^[0-9]{4,8}$' });
}

export const operatorRoleField = codeField('The role, which decides what the operator may do.', operatorRoles);

export const operatorWarehousesField = Type.Array(warehouseField('A warehouse.'), {
  description: 'The warehouses that the operator works in; empty: all.',
  maxItems: 100,
});

/** The operator of a session, in replies. */
export const SessionOperatorRecord = Type.Object({
  Email: Type.String(),
  Role: operatorRoleField,
  Warehouses: Type.Array(Type.String(), { description: 'The warehouses that the operator works in; empty: all.' }),
});

export const sessionOperatorExample: Static<typeof SessionOperatorRecord> = {
  Email: 'ann@warehouse.example',
  Role: 'service',
  Warehouses: [],
};

/** The operator of a session as replies show it. */
export function sessionOperatorRecord({ email, role, warehouses }: OperatorCaller) {
  return { Email: email, Role: role, Warehouses: [...warehouses] };
}

export const csrfTokenField = Type.String({
  description: 'Send it in the header `X-CSRF-Token` of operations that change anything.',
});

export const csrfTokenExample = 'Zk3mPq8sT1vXy2Bc4Df6Gh9Jk0Lm5Np7Qr1St3Uv5Wx';

/** An operator, for admins. */
export const OperatorRecord = Type.Object(
  {
    Email: Type.String(),
    Role: operatorRoleField,
    Warehouses: Type.Array(Type.String()),
    IsStation: Type.Boolean({ description: 'A shared station, at which people identify by badge and PIN.' }),
    Badge: Type.Optional(Type.String()),
    HasPin: Type.Boolean(),
    HasTotp: Type.Boolean({ description: 'Sign-ins require a code.' }),
    IsDisabled: Type.Boolean(),
    CreatedAt: Type.String({ format: 'iso-date-time' }),
    Version: recordVersionField,
  },
  { title: 'Operator' },
);

export const operatorRecordExample: Static<typeof OperatorRecord> = {
  Email: 'ann@warehouse.example',
  Role: 'service',
  Warehouses: [],
  IsStation: false,
  HasPin: false,
  HasTotp: true,
  IsDisabled: false,
  CreatedAt: '2026-11-18T17:00:00Z',
  Version: '4b7d02e6a91c58f3',
};

/** An operator as replies show it. */
export function operatorRecord(operator: StoredOperator): Static<typeof OperatorRecord> {
  return {
    Email: operator.email,
    Role: operator.role,
    Warehouses: [...operator.warehouses],
    IsStation: operator.isStation,
    ...(operator.badge === undefined ? {} : { Badge: operator.badge }),
    HasPin: operator.pinHash !== undefined,
    HasTotp: operator.hasTotp,
    IsDisabled: operator.isDisabled,
    CreatedAt: formatInstant(operator.createdAt),
    Version: recordVersionOf(operatorAuditRecord(operator)),
  };
}

/** The value of an outcome. Throws its refusal for the caller. */
export function valueOrThrowAppError<Done>(outcome: Outcome<Done>): Done {
  if ('ok' in outcome) return outcome.ok;
  throw new AppError(outcome.refused);
}

/** A generated password in the reply. */
export const toIssuedPasswordReply = ({ email, password }: IssuedOperatorPassword) => ({
  Email: email,
  Password: password,
});

/** Returns a function that maps a successful outcome to its reply, and a refusal to undefined. */
export const createSuccessReplyMapper =
  <Done, Reply>(replyOf: (done: Done) => Reply) =>
  (outcome: Outcome<Done>): Reply | undefined =>
    'ok' in outcome ? replyOf(outcome.ok) : undefined;
