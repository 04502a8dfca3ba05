/** Fields of operators in requests and replies of the operator interface. */
import Type from 'typebox';
import { codeField } from '../contract/fields.ts';
import { type OperatorCaller, operatorRoles } from '../platform/http/operator-operation.ts';

export const emailField = Type.String({
  description: 'E-mail address, in any letter case.',
  minLength: 3,
  maxLength: 254,
});

/** A password in a request. Its length is bounded, because it is hashed. */
export function passwordField(description: string, minLength = 1) {
  return Type.String({ description, minLength, maxLength: 200 });
}

export const roleField = codeField('What the operator may do.', operatorRoles);

/** The operator of a session, in replies. */
export const SessionOperator = Type.Object({
  Email: Type.String(),
  Role: codeField('What the operator may do.', operatorRoles),
  Warehouses: Type.Array(Type.String(), { description: 'The warehouses that the operator works in; empty: all.' }),
});

export const sessionOperatorExample = {
  Email: 'ann@warehouse.example',
  Role: 'service' as const,
  Warehouses: [],
};

/** The operator of a session as replies show it. */
export function sessionOperatorReply({ email, role, warehouses }: OperatorCaller) {
  return { Email: email, Role: role, Warehouses: [...warehouses] };
}

export const csrfTokenField = Type.String({
  description: 'Send it in the header `X-CSRF-Token` of operations that change anything.',
});

export const csrfTokenExample = 'Zk3mPq8sT1vXy2Bc4Df6Gh9Jk0Lm5Np7Qr1St3Uv5Wx';
