/** Reads the credentials from a body, at the place that the operation declares (interface: Authentication object). */
import { digitsOfWholeNumber } from '../../lib/value-coercions.ts';
import type { Refusal } from '../errors.ts';
import type { Credentials } from './authenticator.ts';
import type { Operation } from './operation.ts';

/**
 * Returns `undefined` when one of the three is missing or cannot be a credential (`isText`). The request is then rejected with 401,
 * as with wrong credentials.
 */
export function readCredentials(placement: Operation['credentials'], body: unknown): Credentials | undefined {
  const holder = placement === 'top-level' ? body : property(body, placement);
  const userKey = property(holder, 'UserKey');
  const password = property(holder, 'Password');
  const sentNo = property(holder, 'CustomerNo');
  // Customer numbers may be all digits, so clients send them as numbers (decision 4).
  const customerNo = typeof sentNo === 'number' ? digitsOfWholeNumber(sentNo) : sentNo;
  if (!isText(userKey) || !isText(password) || !isText(customerNo)) return undefined;
  return { userKey, password, customerNo };
}

/** The 401 of a request whose `readCredentials` is undefined: it says where the operation expects them. */
export function missingCredentialsRefusal(operation: Operation): Refusal {
  const names = 'UserKey, Password and CustomerNo';
  const missing =
    operation.credentials === 'top-level'
      ? `${names} are required.`
      : `${operation.credentials} with ${names} is required.`;
  const reason = `${missing} Send a JSON object that has these names in this letter case.`;
  return { code: 'InvalidCredentials', reason };
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

// No issued credential is longer, or holds characters that PostgreSQL cannot store.
const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= 500 &&
  !value.includes('\u0000') &&
  value.isWellFormed();
