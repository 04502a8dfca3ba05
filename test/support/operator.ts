/** Operators of a test, and clients that call operations of the operator interface as they do, with cookie and CSRF token. */
import { operatorBasePaths } from '../../src/api/server.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { deriveOperatorAuthKeys, hashPassword, insertOperator, startSession } from '../../src/operators/index.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { OperatorCaller, OperatorRole } from '../../src/platform/http/operator-operation.ts';
import type { ApiResponse } from './client.ts';
import type { TestServer } from './server.ts';

export interface OperatorClient {
  /** `name` is `Holds/ReleaseMany`. The cookie and the CSRF token go with it, unless `headers` replace them. */
  call(name: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  readonly operator: OperatorCaller;
  readonly sessionId: string;
  /** The value of the header `Cookie`. */
  readonly cookie: string;
  readonly csrfToken: string;
}

export interface TestOperator {
  readonly warehouses?: readonly string[];
  readonly email?: string;
  readonly isStation?: boolean;
  /** Hashed with the cheapest parameters. By default the operator has none and cannot sign in. */
  readonly password?: string;
  readonly badge?: string;
  readonly pin?: string;
}

/** The lowest cost that argon2 permits: a hash takes microseconds instead of 50 ms. */
const cheapest = { memoryKib: 8, passes: 1 };

let operators = 0;

/** Adds an operator of this role and starts a session. By default the operator has no password, so that none is hashed. */
export async function signedIn(
  { url, environment }: Pick<TestServer, 'url' | 'environment'>,
  role: OperatorRole,
  options: TestOperator = {},
): Promise<OperatorClient> {
  const operator = await addOperator(environment, role, options);
  return await openSession({ url, environment }, operator, options);
}

/** Starts another session of an operator. */
export async function openSession(
  { url, environment }: Pick<TestServer, 'url' | 'environment'>,
  operator: OperatorCaller,
  { isStation = false }: TestOperator = {},
): Promise<OperatorClient> {
  const secrets = deriveOperatorAuthKeys(environment.config);
  const { sessionId, secret, csrfToken } = await environment.db.write((tx) =>
    startSession(tx, secrets, { operatorId: operator.operatorId, isStation }),
  );
  const cookie = `dray_session=${secret}`;
  const call: OperatorClient['call'] = (name, body = {}, headers = {}) =>
    callOperator(url, environment, name, body, { cookie, 'x-csrf-token': csrfToken, ...headers });
  return { call, operator, sessionId, cookie, csrfToken };
}

/** Adds an operator, who is not signed in. */
export async function addOperator(
  { db, config }: Environment,
  role: OperatorRole,
  { warehouses = [], email, isStation = false, password, badge, pin }: TestOperator = {},
): Promise<OperatorCaller> {
  operators += 1;
  const operator = { operatorId: uuidv7(), email: email ?? `${role}${operators}@warehouse.example`, role, warehouses };
  const { passwordKey } = deriveOperatorAuthKeys(config);
  const hash = async (text: string | undefined) =>
    text === undefined ? undefined : await hashPassword(passwordKey, text, cheapest);
  const [passwordHash, pinHash] = [await hash(password), await hash(pin)];
  const isNew = await db.write((tx) => insertOperator(tx, { ...operator, isStation, passwordHash, badge, pinHash }));
  if (!isNew) throw new Error(`there is an operator ${operator.email} already`);
  return operator;
}

/** Calls an operation of the operator interface with these headers beside `content-type`. */
export async function callOperator(
  url: string,
  environment: Pick<Environment, 'name'>,
  name: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}${operatorBasePaths[environment.name]}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
