/**
 * The request handler of the operator interface.
 *
 * The first failing step decides the reply: session 401 (503 where its look-up would wait too long), foreign origin 403, CSRF token
 * of a command 403, role 403, a command of a shared station without a person 403, overload 503, Idempotency-Key 400 or the stored
 * reply, all faults of the request 400, then the operation. A sign-in has no session; its origin is checked. So a caller without the
 * right learns nothing about the rules.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../environment.ts';
import { AppError, type Refusal, validationRefusal } from '../errors.ts';
import { commandRunWithoutIdempotencyKey, type ResumableRunSteps } from '../key-claims.ts';
import { OverloadedError } from '../overloaded.ts';
import type { CodeLists } from './code-lists.ts';
import { type IdempotencyKeys, parseIdempotencyKey } from './idempotency-keys.ts';
import type { IncomingRequest, IncomingRequestHandler } from './mount.ts';
import { operationName } from './operation.ts';
import {
  createOperatorContext,
  hasRole,
  type OperatorOperation,
  type OperatorRole,
  type OperatorSession,
  type OperatorSessions,
  type RequestInitiator,
  refuseMissingRole,
  type SessionCookieWriter,
} from './operator-operation.ts';
import { compileRequestReader, type RequestReader } from './read-request.ts';
import { type Reply, toAppError, toErrorReply, toRefusalReply } from './reply.ts';
import type { RequestQueue } from './request-queue.ts';
import { runCommandOnce } from './run-command-once.ts';
import { isForeignOrigin, isHttps } from './same-origin.ts';
import type { BodyReadResult } from './schema-reader.ts';
import { formatSessionCookie, parseSessionCookie } from './session-cookie.ts';

interface OperatorHandlerDeps {
  readonly environment: Environment;
  readonly codeLists: CodeLists;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly sessions: OperatorSessions;
  /** The queue for the event loop, by operator. */
  readonly callQueue: RequestQueue;
  readonly brand: string;
  /** The path of the base address, to which the cookie is bound. */
  readonly basePath: string;
}

export const operatorRefusals = {
  session: { code: 'SessionRequired', reason: 'There is no session, or it has ended. Sign in again.' },
  origin: { code: 'ForeignOrigin', reason: 'The request comes from a page of another origin.' },
  csrf: {
    code: 'CsrfTokenMissing',
    reason:
      'The header X-CSRF-Token is missing or wrong. Send the CsrfToken that Session/SignIn and Session/Get return.',
  },
  person: {
    code: 'PersonRequired',
    reason: 'No person is identified at this station. Scan your badge and enter your PIN first.',
  },
} as const satisfies Record<string, Refusal>;

/** The customer whose own inventory statuses a request may contain; `''` for one that names no customer. */
function customerOf({ request }: BodyReadResult): string {
  // Not validated yet: it may be null.
  const { CustomerNo } = (request ?? {}) as { readonly CustomerNo?: unknown };
  return typeof CustomerNo === 'string' ? CustomerNo : '';
}

/**
 * Returns the handler of the requests of an operator's operation. The request schema is compiled at the first request,
 * which takes about a millisecond: compiling all of them would add a tenth of a second to each start.
 */
export function createOperatorOperationHandler(
  operation: OperatorOperation,
  deps: OperatorHandlerDeps,
): IncomingRequestHandler {
  let reader: RequestReader | undefined;
  const name = operationName(operation);
  return async (incoming) => {
    reader ??= compileRequestReader(operation, deps.brand);
    const cookie = openCookie(incoming, deps.basePath);
    const reply = await handle(operation, name, reader, deps, incoming, cookie);
    const headers = { ...reply.headers, ...cookie.headers(), 'cache-control': 'no-store' };
    return { ...reply, headers };
  };
}

/** A command always counts as caused by a person. */
const useOf = ({ kind }: OperatorOperation, { headers }: IncomingRequest): RequestInitiator =>
  kind === 'query' && headers['x-automatic'] === 'true' ? 'automatic' : 'person';

interface ResponseCookie extends SessionCookieWriter {
  headers(): Readonly<Record<string, string>>;
}

function openCookie({ headers }: IncomingRequest, path: string): ResponseCookie {
  let set: Readonly<Record<string, string>> = {};
  const scope = { path, isSecure: isHttps(headers) };
  return {
    set: (secret, maxAgeSeconds) => {
      set = { 'set-cookie': formatSessionCookie(secret, maxAgeSeconds, scope) };
    },
    clear: () => {
      set = { 'set-cookie': formatSessionCookie('', 0, scope) };
    },
    headers: () => set,
  };
}

async function handle(
  operation: OperatorOperation,
  name: string,
  reader: RequestReader,
  deps: OperatorHandlerDeps,
  incoming: IncomingRequest,
  cookie: ResponseCookie,
): Promise<Reply> {
  const { environment } = deps;
  const { reference, access, headers, remoteAddress } = incoming;
  let session: OperatorSession | undefined;
  const secret = parseSessionCookie(headers.cookie);
  if (operation.kind === 'sign-in') {
    if (isForeignOrigin(headers)) return toRefusalReply(operatorRefusals.origin, reference);
  } else {
    // In a read slot, so that requests with invented cookies leave connections for writes.
    const find = (cookie: string) =>
      environment.readSlots.run(`operators at ${remoteAddress}`, () =>
        deps.sessions.find(environment, cookie, useOf(operation, incoming)),
      );
    session = secret === undefined ? undefined : await find(secret);
    const refused = operatorAccessRefusal(operation, session, incoming);
    access.operatorId = session?.operator.operatorId;
    if (refused !== undefined) return toRefusalReply(refused, reference);
  }
  const client = `${environment.name} operator ${session?.operator.operatorId ?? remoteAddress}`;
  const overload = await deps.callQueue.waitForTurn(client);
  if (overload !== undefined) {
    if (overload instanceof OverloadedError) access.shedBy = overload;
    return toErrorReply(overload, reference);
  }
  const secrets = secret === undefined ? [] : [secret];
  const reading = reader.read(incoming.body.value as Record<string, unknown>, incoming.body.text, secrets);
  const execute = async (run: ResumableRunSteps): Promise<Reply> => {
    const reply = await validateAndExecute(operation, name, reader, deps, {
      incoming,
      reading,
      session,
      cookie,
      run,
      client,
    });
    return { ...reply, headers: { ...reply.headers, ...cookie.headers() } };
  };
  const key = operation.kind === 'command' ? parseIdempotencyKey(headers['idempotency-key']) : undefined;
  if (typeof key === 'object') return toRefusalReply(key.refused, reference);
  if (key === undefined || session === undefined) return await execute(commandRunWithoutIdempotencyKey);
  const { operatorId } = session.operator;
  const { request } = reading;
  const command = { key, operatorId, operation: name, query: incoming.query.values, request, reference };
  return await runCommandOnce(deps.idempotencyKeys, command, execute);
}

/** An authorized request that is not validated yet. */
interface Admitted {
  readonly incoming: IncomingRequest;
  readonly reading: BodyReadResult;
  readonly session: OperatorSession | undefined;
  readonly cookie: SessionCookieWriter;
  readonly run: ResumableRunSteps;
  /** The client whose share of the read slots the request takes. */
  readonly client: string;
}

async function validateAndExecute(
  operation: OperatorOperation,
  name: string,
  reader: RequestReader,
  { environment, codeLists }: OperatorHandlerDeps,
  { incoming, reading, session, cookie, run, client }: Admitted,
): Promise<Reply> {
  const { reference, remoteAddress, query } = incoming;
  // An operator's requests reach all processes, and each must know what the last one has changed.
  const fresh = environment.config.isDatabaseShared ? codeLists.renew?.() : codeLists.refresh?.();
  if (fresh !== undefined) await fresh;
  const faults = [...query.faults, ...reader.validate(reading, codeLists, customerOf(reading))];
  if (faults.length > 0) return toRefusalReply(validationRefusal(faults), reference);
  const { request } = reading;
  try {
    const base = { environment, cookie, remoteAddress, request };
    if (operation.kind === 'sign-in') return { status: 200, body: await operation.execute({ ...base, reference }) };
    if (session === undefined) throw new Error('an operation with a session has none');
    const { operator } = session;
    const isResumable = operation.kind === 'command' && operation.isResumable === true;
    const markDone = operation.kind === 'command' && !isResumable ? run.markDone : undefined;
    if (isResumable) run.bind();
    const context = createOperatorContext(operator, name, reference, markDone);
    const call = { ...base, run, operator, session, context };
    if (operation.kind === 'command') return { status: 200, body: await operation.execute(call) };
    return { status: 200, body: await environment.readSlots.run(client, () => operation.execute(call)) };
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) throw error;
    const faults = reader.locate(error.refusal.faults ?? [], reading);
    return toErrorReply(withFaults(error, faults), reference);
  }
}

/** The properties of an operation, or of another route, that decide who may call it. */
export interface OperatorAccessRule {
  readonly kind: 'query' | 'command';
  readonly roles: readonly OperatorRole[];
  readonly allowsUnidentified?: boolean;
}

/** The refusal of a caller who may not call the operation; undefined for one who may. */
export function operatorAccessRefusal(
  operation: OperatorAccessRule,
  session: OperatorSession | undefined,
  { headers }: Pick<IncomingRequest, 'headers'>,
): Refusal | undefined {
  if (session === undefined) return operatorRefusals.session;
  if (isForeignOrigin(headers)) return operatorRefusals.origin;
  if (operation.kind === 'command' && !isEqual(headers['x-csrf-token'], session.csrfToken))
    return operatorRefusals.csrf;
  if (!hasRole(session, operation.roles)) return refuseMissingRole(session, operation.roles);
  if (operation.kind !== 'command' || operation.allowsUnidentified || !isUnidentified(session)) return undefined;
  return operatorRefusals.person;
}

/** Whether the session is that of a shared station without an identified person. */
const isUnidentified = ({ operator, station }: OperatorSession): boolean =>
  station !== undefined && station.operatorId === operator.operatorId;

function isEqual(sent: string | readonly string[] | undefined, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function withFaults(error: AppError, faults: Refusal['faults']): AppError {
  if (faults === undefined || faults.length === 0) return error;
  const { retryAfterSeconds } = error;
  return new AppError({ ...error.refusal, faults }, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
