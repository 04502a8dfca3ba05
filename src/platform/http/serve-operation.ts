/**
 * How an authenticated call travels in production and test (architecture: How a request travels).
 *
 * In this order, the first "no" wins: credentials and token 401 -> rate limit 429 -> right 403 -> Idempotency-Key 400,
 * or the kept answer -> all faults of the request 400 -> the operation. So a caller without valid credentials learns
 * nothing about the rules.
 */
import type { Environment } from '../environment.ts';
import {
  type AppError,
  errorStatus,
  type Fault,
  maxFaults,
  type Outcome,
  type Refusal,
  validationRefusal,
} from '../errors.ts';
import { type ClaimedRun, runWithoutKey } from '../key-claims.ts';
import { Overloaded } from '../overloaded.ts';
import { isKept, type KeyName, type Submitted } from '../retry-key-store.ts';
import { ArrayStream } from './array-stream.ts';
import type { Authenticator, SignedIn } from './authenticator.ts';
import type { CodeLists } from './code-lists.ts';
import { takeCredentials } from './credentials.ts';
import type { Incoming, Serve } from './mount.ts';
import { type Call, type Operation, operationName, writes } from './operation.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { compileRequest, type RequestReader } from './read-request.ts';
import { refusalEntry } from './refusals.ts';
import { errorReply, type Reply, refusalReply, toAppError } from './reply.ts';
import type { RequestQueue } from './request-queue.ts';
import { type KnownReply, type RetryKeys, readRetryKey, requestHash } from './retry-keys.ts';
import type { Reading } from './schema-reader.ts';

export interface EnvironmentParts {
  readonly environment: Environment;
  readonly codeLists: CodeLists;
  readonly authenticator: Authenticator;
  readonly retryKeys: RetryKeys;
  /** Where calls wait for the event loop once their customer is known. */
  readonly callQueue: RequestQueue;
  readonly brand: string;
}

/** How a write with an Idempotency-Key is done once: by the key that its set claims, or by the run that has claimed it. */
interface Once {
  readonly key?: KeyName;
  readonly run?: ClaimedRun;
}

/** Compiles everything that does not depend on the call. */
export function serveOperation(operation: Operation, parts: EnvironmentParts): Serve {
  const reader = compileRequest(operation, parts.brand);
  const name = operationName(operation);
  return (incoming) => new Journey(operation, name, reader, parts, incoming).travel();
}

/** One call on its way. */
class Journey {
  readonly #operation: Operation;
  readonly #name: string;
  readonly #reader: RequestReader;
  readonly #parts: EnvironmentParts;
  readonly #incoming: Incoming;
  /** Set when a lane has kept the answer under the Idempotency-Key, in its transaction. */
  #keptByLane = false;

  constructor(operation: Operation, name: string, reader: RequestReader, parts: EnvironmentParts, incoming: Incoming) {
    this.#operation = operation;
    this.#name = name;
    this.#reader = reader;
    this.#parts = parts;
    this.#incoming = incoming;
  }

  async travel(): Promise<Reply> {
    const { environment, authenticator } = this.#parts;
    const { reference, access } = this.#incoming;
    const credentials = takeCredentials(this.#operation.credentials, this.#incoming.body.value);
    if (credentials === undefined) return refusalReply(missingCredentials(this.#operation), reference);
    const signIn = await authenticator.authenticate(environment, credentials, this.#incoming.remoteAddress);
    if ('refused' in signIn) {
      return refusalReply(signIn.refused, reference, signIn.rate && rateLimitHeaders(signIn.rate));
    }
    const { caller } = signIn.done;
    access.customerNo = caller.customerNo;
    const { authorization } = this.#incoming.headers;
    if (this.#operation.token) {
      const refused = await authenticator.checkToken(environment, authorization, caller);
      if (refused !== undefined) return refusalReply(refused, reference);
    }
    const busy = this.#overload(caller.customerNo) ?? (await this.#refusedTurn(caller.customerNo));
    if (busy !== undefined) {
      access.isShed = busy instanceof Overloaded;
      return errorReply(busy, reference);
    }
    const reading = this.#reader.read(
      this.#incoming.body.value as Record<string, unknown>,
      this.#incoming.body.text,
      secretsOf(credentials.password, authorization),
    );
    const rate = await authenticator.takeRequests(environment, caller, this.#name, this.#cost(reading));
    if (rate !== undefined && !rate.allowed) {
      const reason = `too many requests: ${rate.limit} at once, refilled within ${rate.windowSeconds} s`;
      return refusalReply({ code: 'RateLimited', reason }, reference, rateLimitHeaders(rate));
    }
    const reply = await this.#judge(signIn.done, reading);
    return rate === undefined ? reply : { ...reply, headers: { ...rateLimitHeaders(rate), ...reply.headers } };
  }

  /** Why the writes of this request would be refused: asked before anything is made of its body. */
  #overload(customerNo: string): AppError | undefined {
    const { lanes } = this.#parts.environment;
    if (this.#operation.kind === 'change') return lanes.refusal(customerNo, 1);
    const writes = this.#operation.writes?.(this.#incoming.body.value);
    return writes === undefined ? undefined : lanes.refusal(customerNo, writes);
  }

  /** Waits for the customer's turn on the event loop. */
  #refusedTurn(customerNo: string): Promise<Overloaded | undefined> {
    const { environment, callQueue } = this.#parts;
    return callQueue.turn(`${environment.name} ${customerNo}`);
  }

  /** Asked of a request that nobody has judged yet: what makes no sense costs one, and is refused a moment later. */
  #cost(reading: Reading): number {
    if (this.#operation.cost === undefined) return 1;
    try {
      const cost = this.#operation.cost(reading.request);
      return Number.isFinite(cost) && cost > 1 ? cost : 1;
    } catch {
      return 1;
    }
  }

  async #judge(signedIn: SignedIn, reading: Reading): Promise<Reply> {
    const { caller, rights } = signedIn;
    const right = writes(this.#operation) ? 'write' : 'read';
    if (!rights.has(right)) {
      const reason = `this UserKey may not ${right} for ${caller.customerNo}`;
      return this.#refused({ code: 'RightMissing', reason }, signedIn, reading);
    }
    if (right === 'read') return this.#answer(signedIn, reading, {});
    const key = readRetryKey(this.#incoming.headers['idempotency-key']);
    if (typeof key === 'object') return this.#refused(key.refused, signedIn, reading);
    if (key === undefined) return this.#answer(signedIn, reading, {});
    const name: KeyName = {
      customerNo: caller.customerNo,
      operation: this.#name,
      keyHash: this.#parts.retryKeys.hash(key),
      bodyHash: await requestHash(this.#incoming.query, reading.request),
    };
    return this.#operation.kind === 'command'
      ? this.#runOnce(signedIn, reading, name)
      : this.#changeOnce(signedIn, reading, name);
  }

  /** A change claims its key in the transaction of its set; only refusals before that are kept here. */
  async #changeOnce(signedIn: SignedIn, reading: Reading, key: KeyName): Promise<Reply> {
    const { retryKeys } = this.#parts;
    const known = await retryKeys.find(key);
    if (known !== undefined) return this.#known(known, signedIn, reading);
    const reply = await this.#answer(signedIn, reading, { key });
    if (this.#keptByLane || !isKept(reply)) return reply;
    const first = await retryKeys.keepRefusal(key, { status: reply.status, body: reply.body });
    return first === undefined ? reply : this.#known(first, signedIn, reading);
  }

  /** A command claims its key before it is validated and run; whatever goes wrong ends the claim. */
  async #runOnce(signedIn: SignedIn, reading: Reading, key: KeyName): Promise<Reply> {
    const claimed = await this.#parts.retryKeys.claim(key, this.#operation.reply.status);
    if (!('run' in claimed)) return this.#known(claimed, signedIn, reading);
    const { run } = claimed;
    try {
      const reply = await this.#answer(signedIn, reading, { run });
      await run.finish({ status: reply.status, body: reply.body });
      return reply;
    } catch (error) {
      await run.release();
      throw error;
    }
  }

  #known(known: KnownReply, signedIn: SignedIn, reading: Reading): Reply {
    return 'kept' in known ? replayed(known.kept) : this.#refused(known.refused, signedIn, reading);
  }

  async #answer(signedIn: SignedIn, reading: Reading, once: Once): Promise<Reply> {
    const fresh = this.#parts.codeLists.fresh?.();
    if (fresh !== undefined) await fresh;
    const faults = [
      ...queryFaults(this.#operation, this.#incoming.query),
      ...this.#reader.validate(reading, this.#parts.codeLists, signedIn.caller.customerNo),
    ];
    if (faults.length > maxFaults) return this.#refused(validationRefusal(faults), signedIn, reading);
    if (faults.length > 0) {
      const { environment } = this.#parts;
      const { customerNo } = signedIn.caller;
      const ofData = await this.#operation.faultsOfData?.({ environment, customerNo, request: reading.request });
      const located = this.#reader.locate(ofData ?? [], reading);
      return this.#refused(validationRefusal([...faults, ...located]), signedIn, reading);
    }
    const call: Call<unknown> = {
      environment: this.#parts.environment,
      caller: signedIn.caller,
      request: reading.request,
      reference: this.#incoming.reference,
      operation: this.#name,
      query: this.#incoming.query,
      unknownProperties: reading.unknownProperties,
    };
    try {
      const { status } = this.#operation.reply;
      const { readSlots } = this.#parts.environment;
      const { customerNo } = call.caller;
      switch (this.#operation.kind) {
        case 'query': {
          const { answer, waitsForCarrier } = this.#operation;
          if (waitsForCarrier) return { status, body: await answer(call) };
          return { status, body: await readSlots.run(customerNo, () => answer(call)) };
        }
        case 'list': {
          const { list } = this.#operation;
          const portions = await readSlots.run(customerNo, () => list(call));
          return { status, body: new ArrayStream(this.#watched(portions)) };
        }
        case 'command':
          return { status, body: await this.#operation.execute(call, once.run ?? runWithoutKey) };
        case 'change':
          return await this.#change(this.#operation, call, signedIn, reading, once.key);
      }
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) throw error;
      const headers = errorReply(error, this.#incoming.reference).headers;
      const reply = this.#refused(this.#located(error.refusal, reading), signedIn, reading);
      return headers === undefined ? reply : { ...reply, headers };
    }
  }

  /** What breaks off a reply on its way has nobody to be told but the log. */
  async *#watched<Portion>(portions: AsyncIterable<Portion>): AsyncGenerator<Portion> {
    try {
      yield* portions;
    } catch (err) {
      this.#parts.environment.logger.error({ err, reference: this.#incoming.reference }, 'a reply broke off');
      throw err;
    }
  }

  async #change(
    { change, reply }: Extract<Operation, { kind: 'change' }>,
    call: Call<unknown>,
    signedIn: SignedIn,
    reading: Reading,
    key: KeyName | undefined,
  ): Promise<Reply> {
    const toReply = (outcome: Outcome<unknown>): { status: number; body: unknown } => {
      if ('done' in outcome) return { status: reply.status, body: change.reply(outcome.done) };
      return refusalReply(this.#located(outcome.refused, reading), call.reference);
    };
    const member = await change.member(call);
    const submitted: Submitted<unknown> = await this.#parts.environment.lanes.submit(
      change.writer,
      member,
      key === undefined ? undefined : { ...key, reply: toReply },
    );
    this.#keptByLane = true;
    if ('kept' in submitted) return replayed(submitted.kept);
    if ('refused' in submitted) return this.#refused(this.#located(submitted.refused, reading), signedIn, reading);
    return toReply(submitted);
  }

  #located(refusal: Refusal, reading: Reading): Refusal {
    if (refusal.faults === undefined || refusal.faults.length === 0) return refusal;
    return { ...refusal, faults: this.#reader.locate(refusal.faults, reading) };
  }

  /** `refusal` names places of the body, not of the request as read. */
  #refused(refusal: Refusal, signedIn: SignedIn, reading: Reading): Reply {
    this.#journal(refusal, signedIn, reading);
    return refusalReply(refusal, this.#incoming.reference);
  }

  #journal(refusal: Refusal, { caller }: SignedIn, reading: Reading): void {
    const status = errorStatus[refusal.code];
    if (!writes(this.#operation) || status === 401 || status === 429) return;
    this.#parts.environment.journal.add(
      refusalEntry({
        caller,
        operation: this.#name,
        reference: this.#incoming.reference,
        refusal,
        unknownProperties: reading.unknownProperties,
        request: reading.request,
      }),
    );
  }
}

/** Tells that this answer was given before. */
const replayHeader = 'idempotent-replayed';

const replayed = (kept: { readonly status: number; readonly body: unknown }): Reply => ({
  ...kept,
  headers: { [replayHeader]: 'true' },
});

export function missingCredentials(operation: Operation): Refusal {
  const where = operation.credentials === 'top-level' ? '' : `${operation.credentials} with `;
  return { code: 'InvalidCredentials', reason: `${where}UserKey, Password and CustomerNo are required` };
}

/** The secrets of a call, so that they can be taken out wherever else in the body they stand (decision 5). */
function secretsOf(password: string, authorization: string | undefined): string[] {
  const token = authorization?.slice(authorization.indexOf(' ') + 1).trim();
  // A short "token" is no secret of ours, and would tear holes into texts; searching for a very long one takes long.
  return token !== undefined && token.length >= 20 && token.length <= 200 ? [password, token] : [password];
}

/**
 * Query parameters of the interface are booleans, their letters cased as the caller's language writes them. Others than
 * the declared ones are ignored.
 */
export function queryFaults(operation: Operation, query: Incoming['query']): Fault[] {
  const faults: Fault[] = [];
  for (const field of Object.keys(operation.queryParameters ?? {})) {
    const value = query[field];
    if (value === undefined || value === '' || /^(true|false)$/i.test(value)) continue;
    faults.push({ field, code: 'Type', message: 'must be true or false' });
  }
  return faults;
}
