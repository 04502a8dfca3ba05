/**
 * The request handler of production and test (architecture: A request).
 *
 * The first failing step decides the reply: credentials 401 (429 after too many failures), overload 503, rate limit 429,
 * token 401 or 403, right 403, Idempotency-Key 400 or the stored response, all faults of the request 400, then the
 * operation. So a caller without valid credentials learns nothing about the rules, and one who guesses tokens has the turns and
 * the rate limit of any other.
 */
import type { CommandContext } from '../command-context.ts';
import type { Environment } from '../environment.ts';
import {
  type AppError,
  errorStatusByCode,
  maxFaults,
  type Outcome,
  type Refusal,
  validationRefusal,
} from '../errors.ts';
import {
  type IdempotencyKeyId,
  isStorableReply,
  type StoredReply,
  type WriteSubmissionResult,
} from '../idempotency-key-store.ts';
import { type ClaimedCommandRun, commandRunWithoutIdempotencyKey } from '../key-claims.ts';
import { OverloadedError } from '../overloaded.ts';
import { JsonArrayStream } from './array-stream.ts';
import type { Authenticator, SignedInCaller } from './authenticator.ts';
import type { CodeLists } from './code-lists.ts';
import { missingCredentialsRefusal, readCredentials } from './credentials.ts';
import {
  hashRequest,
  type IdempotencyKeys,
  type IdempotencyLookupResult,
  parseIdempotencyKey,
  replayHeaders,
} from './idempotency-keys.ts';
import type { IncomingRequest, IncomingRequestHandler } from './mount.ts';
import { type Caller, isWrite, type Operation, type OperationCall, operationName } from './operation.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { compileRequestReader, type RequestReader } from './read-request.ts';
import { toRejectionLogEntry } from './rejection-log.ts';
import { type Reply, toAppError, toErrorReply, toRefusalReply } from './reply.ts';
import type { RequestQueue } from './request-queue.ts';
import { runClaimedCommand } from './run-command-once.ts';
import type { BodyReadResult } from './schema-reader.ts';
import { createReplyCipher, type ReplyCipher } from './sealed-replies.ts';

interface HandlerDeps {
  readonly environment: Environment;
  readonly codeLists: CodeLists;
  readonly authenticator: Authenticator;
  readonly idempotencyKeys: IdempotencyKeys;
  /** The queue for the event loop, by customer. */
  readonly callQueue: RequestQueue;
  readonly brand: string;
}

/** How a write with an Idempotency-Key runs once: by the key that its transaction claims, or by the run that has claimed it. */
interface IdempotencyContext {
  readonly key?: IdempotencyKeyId;
  readonly run?: ClaimedCommandRun;
}

/**
 * Returns the handler of the requests of an operation. Everything that does not depend on the request is compiled now.
 */
export function createOperationHandler(operation: Operation, parts: HandlerDeps): IncomingRequestHandler {
  const reader = compileRequestReader(operation, parts.brand);
  const name = operationName(operation);
  return (request) => new RequestHandler(operation, name, reader, parts, request).handle();
}

/** Handles one request. */
class RequestHandler {
  readonly #operation: Operation;
  readonly #name: string;
  readonly #reader: RequestReader;
  readonly #parts: HandlerDeps;
  readonly #request: IncomingRequest;
  /** Whether the write queue returned a result: its transaction has then stored the reply under the Idempotency-Key, if it is storable. */
  #isReplyStored = false;

  constructor(operation: Operation, name: string, reader: RequestReader, parts: HandlerDeps, request: IncomingRequest) {
    this.#operation = operation;
    this.#name = name;
    this.#reader = reader;
    this.#parts = parts;
    this.#request = request;
  }

  async handle(): Promise<Reply> {
    const { environment, authenticator } = this.#parts;
    const { reference, access } = this.#request;
    const credentials = readCredentials(this.#operation.credentials, this.#request.body.value);
    if (credentials === undefined) return toRefusalReply(missingCredentialsRefusal(this.#operation), reference);
    const signIn = await authenticator.authenticate(environment, credentials, this.#request.remoteAddress);
    if ('refused' in signIn) {
      return toRefusalReply(signIn.refused, reference, signIn.rate && rateLimitHeaders(signIn.rate));
    }
    const { caller } = signIn.ok;
    access.customerNo = caller.customerNo;
    const { callQueue } = this.#parts;
    const client = `${environment.name} ${caller.customerNo}`;
    const turn = this.#overloadError(caller.customerNo) ?? callQueue.waitForTurn(client);
    const overload = turn instanceof Promise ? await turn : turn;
    if (overload !== undefined) {
      if (overload instanceof OverloadedError) access.shedBy = overload;
      return toErrorReply(overload, reference);
    }
    const serve = () => this.#serve(signIn.ok, secretsOf(credentials.password, this.#request.headers.authorization));
    return this.#mayTakeLong() ? serve() : callQueue.runInProgress(client, serve);
  }

  /**
   * Whether the request may take long without keeping the server busy: it may wait for a carrier, or runs several
   * transactions. It does not count toward the limit of requests in progress.
   */
  #mayTakeLong(): boolean {
    const { kind } = this.#operation;
    return kind === 'command' || (kind === 'query' && this.#operation.waitsForCarrier === true);
  }

  async #serve(signedIn: SignedInCaller, secrets: readonly string[]): Promise<Reply> {
    const { environment, authenticator } = this.#parts;
    const { body, reference } = this.#request;
    const { caller } = signedIn;
    const reading = this.#reader.read(body.value as Record<string, unknown>, body.text, secrets);
    const rate = await authenticator.takeRequests(environment, caller, this.#name, this.#cost(reading));
    if (rate !== undefined && !rate.allowed) {
      const reason = `Too many requests: the limit is a burst of ${rate.limit}, refilled within ${rate.windowSeconds} seconds. Wait for the seconds in Retry-After.`;
      return toRefusalReply({ code: 'RateLimited', reason }, reference, rateLimitHeaders(rate));
    }
    const refused = this.#operation.token ? await this.#tokenRefusal(caller) : undefined;
    const reply = refused ?? (await this.#authorize(signedIn, reading));
    return rate === undefined ? reply : { ...reply, headers: { ...rateLimitHeaders(rate), ...reply.headers } };
  }

  async #tokenRefusal(caller: Caller): Promise<Reply | undefined> {
    const { environment, authenticator } = this.#parts;
    const { headers, reference } = this.#request;
    const right = requiredRightOf(this.#operation);
    const refused = await authenticator.checkToken(environment, headers.authorization, caller, right);
    return refused && toRefusalReply(refused, reference);
  }

  /** The error when the write queue is too long for the writes of this request. Called before the body is read. */
  #overloadError(customerNo: string): AppError | undefined {
    const { writeQueue } = this.#parts.environment;
    if (this.#operation.kind === 'change') return writeQueue.checkAdmission(customerNo, 1);
    const writes = this.#operation.batch?.countWrites(this.#request.body.value);
    return writes === undefined ? undefined : writeQueue.checkAdmission(customerNo, writes);
  }

  /** The cost in the rate limit. The request is not validated yet: an invalid one costs one request and is rejected later. */
  #cost(reading: BodyReadResult): number {
    if (this.#operation.batch === undefined) return 1;
    try {
      const cost = this.#operation.batch.cost(reading.request);
      return Number.isFinite(cost) && cost > 1 ? cost : 1;
    } catch {
      return 1;
    }
  }

  async #authorize(signedIn: SignedInCaller, reading: BodyReadResult): Promise<Reply> {
    const { caller, rights } = signedIn;
    const right = requiredRightOf(this.#operation);
    if (!rights.has(right)) {
      const reason = `This UserKey has no ${right} access to customer ${caller.customerNo}. Ask the operator for it.`;
      return this.#reject({ code: 'RightMissing', reason }, signedIn, reading);
    }
    if (right === 'read') return this.#validateAndExecute(signedIn, reading, {});
    const key = parseIdempotencyKey(this.#request.headers['idempotency-key']);
    if (typeof key === 'object') return this.#reject(key.refused, signedIn, reading);
    if (key === undefined) return this.#validateAndExecute(signedIn, reading, {});
    const name: IdempotencyKeyId = {
      customerNo: caller.customerNo,
      operation: this.#name,
      keyHash: this.#parts.idempotencyKeys.hash(key),
      bodyHash: await hashRequest(this.#request.query.values, reading.request, this.#operation, this.#parts.brand),
    };
    return this.#operation.kind === 'command'
      ? this.#runCommandOnce(signedIn, reading, name, this.#replyCipher(key))
      : this.#submitChangeOnce(signedIn, reading, name);
  }

  /** A change claims its key in its transaction. Only rejections before that are stored here. */
  async #submitChangeOnce(signedIn: SignedInCaller, reading: BodyReadResult, key: IdempotencyKeyId): Promise<Reply> {
    const { idempotencyKeys } = this.#parts;
    const known = await idempotencyKeys.find(key);
    if (known !== undefined) return this.#replyFromStore(known, signedIn, reading);
    const reply = await this.#validateAndExecute(signedIn, reading, { key });
    if (this.#isReplyStored || !isStorableReply(reply)) return reply;
    const first = await idempotencyKeys.storeRejection(key, { status: reply.status, body: reply.body });
    return first === undefined ? reply : this.#replyFromStore(first, signedIn, reading);
  }

  #replyCipher(key: string): ReplyCipher {
    const isSecret = this.#operation.kind === 'command' && this.#operation.hasSecretReply === true;
    return isSecret ? createReplyCipher(this.#parts.idempotencyKeys, key, this.#name) : plainReplyCipher;
  }

  /** A command claims its key before it is validated and executed. Any failure releases the claim. */
  async #runCommandOnce(
    signedIn: SignedInCaller,
    reading: BodyReadResult,
    key: IdempotencyKeyId,
    replyCipher: ReplyCipher,
  ): Promise<Reply> {
    const claimed = await this.#parts.idempotencyKeys.claim(key, this.#operation.reply.status);
    if ('kept' in claimed) return replayReply({ ...claimed.kept, ...replyCipher.open(claimed.kept.body) });
    if (!('run' in claimed)) return this.#replyFromStore(claimed, signedIn, reading);
    return await runClaimedCommand(claimed.run, replyCipher, (run) =>
      this.#validateAndExecute(signedIn, reading, { run }),
    );
  }

  #replyFromStore(known: IdempotencyLookupResult, signedIn: SignedInCaller, reading: BodyReadResult): Reply {
    return 'kept' in known ? replayReply(known.kept) : this.#reject(known.refused, signedIn, reading);
  }

  async #validateAndExecute(
    signedIn: SignedInCaller,
    reading: BodyReadResult,
    once: IdempotencyContext,
  ): Promise<Reply> {
    const fresh = this.#parts.codeLists.refresh?.();
    if (fresh !== undefined) await fresh;
    const faults = [
      ...this.#request.query.faults,
      ...this.#reader.validate(reading, this.#parts.codeLists, signedIn.caller.customerNo),
    ];
    if (faults.length > maxFaults) return this.#reject(validationRefusal(faults), signedIn, reading);
    if (faults.length > 0) {
      const { environment } = this.#parts;
      const { customerNo } = signedIn.caller;
      const ofData = await this.#operation.dataFaults?.({ environment, customerNo, request: reading.request });
      const located = this.#reader.locate(ofData ?? [], reading);
      return this.#reject(validationRefusal([...faults, ...located]), signedIn, reading);
    }
    const call: OperationCall<unknown> = {
      environment: this.#parts.environment,
      caller: signedIn.caller,
      request: reading.request,
      context: this.#context(signedIn, reading),
    };
    try {
      const { status } = this.#operation.reply;
      const { readSlots } = this.#parts.environment;
      const { customerNo } = call.caller;
      switch (this.#operation.kind) {
        case 'query': {
          const { execute, waitsForCarrier } = this.#operation;
          if (waitsForCarrier) return { status, body: await execute(call) };
          return { status, body: await readSlots.run(customerNo, () => execute(call)) };
        }
        case 'list': {
          const { list } = this.#operation;
          const portions = await readSlots.run(customerNo, () => list(call));
          return { status, body: new JsonArrayStream(this.#logErrors(portions)) };
        }
        case 'command':
          return { status, body: await this.#operation.execute(call, once.run ?? commandRunWithoutIdempotencyKey) };
        case 'change':
          return await this.#submitChange(this.#operation, call, signedIn, reading, once.key);
      }
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) throw error;
      const headers = toErrorReply(error, this.#request.reference).headers;
      const reply = this.#reject(this.#locateFaults(error.refusal, reading), signedIn, reading);
      return headers === undefined ? reply : { ...reply, headers };
    }
  }

  /** Logs errors that interrupt a reply after its status was sent. */
  async *#logErrors<Portion>(portions: AsyncIterable<Portion>): AsyncGenerator<Portion> {
    try {
      yield* portions;
    } catch (err) {
      this.#parts.environment.logger.error(
        { err, reference: this.#request.reference },
        'a streamed reply was interrupted',
      );
      throw err;
    }
  }

  async #submitChange(
    { change, reply }: Extract<Operation, { kind: 'change' }>,
    call: OperationCall<unknown>,
    signedIn: SignedInCaller,
    reading: BodyReadResult,
    key: IdempotencyKeyId | undefined,
  ): Promise<Reply> {
    const toReply = (outcome: Outcome<unknown>): { status: number; body: unknown } => {
      if ('ok' in outcome) return { status: reply.status, body: change.reply(outcome.ok) };
      return toRefusalReply(this.#locateFaults(outcome.refused, reading), call.context.reference);
    };
    const item = await change.item(call);
    const submitted: WriteSubmissionResult<unknown> = await this.#parts.environment.writeQueue.submit(
      change.writer,
      item,
      key === undefined ? undefined : { ...key, reply: toReply },
    );
    this.#isReplyStored = true;
    if ('kept' in submitted) return replayReply(submitted.kept);
    if ('refused' in submitted) return this.#reject(this.#locateFaults(submitted.refused, reading), signedIn, reading);
    return toReply(submitted);
  }

  #locateFaults(refusal: Refusal, reading: BodyReadResult): Refusal {
    if (refusal.faults === undefined || refusal.faults.length === 0) return refusal;
    return { ...refusal, faults: this.#reader.locate(refusal.faults, reading) };
  }

  /**
   * Journals the rejection of a write, unless it is 401 or 429, and replies with it. The fields of `refusal` are paths of the body, not
   * of the request as read.
   */
  #reject(refusal: Refusal, signedIn: SignedInCaller, reading: BodyReadResult): Reply {
    this.#recordRejection(refusal, signedIn, reading);
    return toRefusalReply(refusal, this.#request.reference);
  }

  #recordRejection(refusal: Refusal, signedIn: SignedInCaller, reading: BodyReadResult): void {
    const status = errorStatusByCode[refusal.code];
    if (!isWrite(this.#operation) || status === 401 || status === 429) return;
    const context = this.#context(signedIn, reading);
    this.#parts.environment.journal.add(toRejectionLogEntry(context, refusal, reading.request));
  }

  #context({ caller }: SignedInCaller, { unknownProperties }: BodyReadResult): CommandContext {
    return {
      customerNo: caller.customerNo,
      actor: caller.userKey,
      operation: this.#name,
      reference: this.#request.reference,
      unknownProperties,
    };
  }
}

const requiredRightOf = (operation: Operation): 'read' | 'write' => (isWrite(operation) ? 'write' : 'read');

/** Most replies are stored as they are. */
const plainReplyCipher: ReplyCipher = { seal: ({ body }) => body, open: (body) => ({ body }) };

const replayReply = (kept: StoredReply): Reply => ({ ...kept, headers: replayHeaders });

/** An imported password may be a word that a description contains too. Generated ones have 47 characters. */
const minRedactedPassword = 12;

/** The secrets of a request, which are redacted wherever else the body contains them (decision 5). */
function secretsOf(password: string, authorization: string | undefined): string[] {
  const token = authorization?.slice(authorization.indexOf(' ') + 1).trim();
  const secrets = password.length >= minRedactedPassword ? [password] : [];
  // The length of issued tokens is in this range. Redacting a short text would damage others, and searching a very long
  // one is slow.
  return token !== undefined && token.length >= 20 && token.length <= 200 ? [...secrets, token] : secrets;
}
