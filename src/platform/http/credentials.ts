/** Takes the credentials out of a body, wherever the operation says that they stand (interface: Authentication object). */
import type { Credentials } from './authenticator.ts';
import type { Operation } from './operation.ts';

/** `undefined` when one of the three is missing, empty or no string: that is 401, like any wrong one. */
export function takeCredentials(placement: Operation['credentials'], body: unknown): Credentials | undefined {
  const holder = placement === 'top-level' ? body : property(body, placement);
  const userKey = property(holder, 'UserKey');
  const password = property(holder, 'Password');
  const customerNo = property(holder, 'CustomerNo');
  if (!isText(userKey) || !isText(password) || !isText(customerNo)) return undefined;
  return { userKey, password, customerNo };
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

// A longer one is nobody's; one that cannot be stored cannot have been given out.
const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= 500 &&
  !value.includes('\u0000') &&
  value.isWellFormed();
