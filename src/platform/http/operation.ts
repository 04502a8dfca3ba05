/**
 * An operation is a value (architecture: Four ideas).
 *
 * It declares path, request, reply, errors and credentials, and is of one of four kinds:
 * - a query reads and returns one body; a list reads and returns an array of any length;
 * - a change writes through the write queue, together with others, in one transaction;
 * - a command writes in transactions of its own, where one is not enough.
 *
 * The kind decides which right the caller needs and how an Idempotency-Key is honored. Routing, validation, authentication,
 * OpenAPI, the mock, metrics and the tests' coverage check are derived from the declaration.
 */

import type { Static, TArray, TSchema } from 'typebox';
import type { CommandContext } from '../command-context.ts';
import type { Environment, EnvironmentName } from '../environment.ts';
import type { Fault } from '../errors.ts';
import type { CommandRun } from '../key-claims.ts';
import type { BatchWriter } from '../write-queue.ts';
import type { FilterSynonyms } from './filter-reader.ts';
import type { UnreadBatchItem } from './schema-reader.ts';

/** The authenticated caller (decision 7). */
export interface Caller {
  readonly customerNo: string;
  readonly customerName: string;
  readonly userKey: string;
}

/** An authenticated and validated request. */
export interface OperationCall<Request> {
  readonly environment: Environment;
  readonly caller: Caller;
  /** For log entries: customer, actor, operation, reference. */
  readonly context: CommandContext;
  /** The request as declared: without credentials, nulls and unknown properties, and with the neutral spelling of branded names. */
  readonly request: Request;
}

/**
 * An error status that an operation declares, with its cause. Undeclared, every operation has 400, 401, 405, 413, 415, 429, 500 and 503,
 * and one that writes has 403.
 */
export type DeclaredErrorStatus = 300 | 400 | 403 | 404 | 413;

/** Set for a request that is a list of writes. */
interface Batch<Request> {
  /**
   * How many requests of the rate limit the request costs. It is called before validation: when it throws or returns
   * less than 1, the request costs 1.
   */
  readonly cost: (request: Request) => number;
  /**
   * The number of writes that the request queues, so that it is rejected before it is read when they would wait too long.
   * Called with a body that is not validated.
   */
  readonly countWrites: (body: unknown) => number;
  /**
   * The content of an item of an `independentItems` list, so that an Idempotency-Key recognizes a repeated request in any
   * spelling.
   */
  readonly contentOf: (item: UnreadBatchItem, brand: string) => unknown;
}

interface Declaration<Request extends TSchema, Reply extends TSchema> {
  /** `/api/SalesOrder/CreateSalesOrder`, appended to the base address. */
  readonly path: `/api/${string}/${string}`;
  readonly tag:
    | 'Fulfillment'
    | 'Inventory'
    | 'Product'
    | 'Tracking'
    | 'Commerce'
    | 'Authentication'
    | 'Events'
    | 'Simulation';
  readonly summary: string;
  /** For the API reference: what it does, what it guarantees, errors in order of precedence. */
  readonly description: string;
  /** The environments that serve it, besides the mock. Simulation operations exist in test only. */
  readonly environments: readonly EnvironmentName[];
  /** Where the body carries the credentials. The framework adds them to the schema and removes them from the request. */
  readonly credentials: 'Authentication' | 'AuthenticationDetails' | 'top-level';
  /** Whether `Authorization: ServiceAuth <token>` is checked in addition, and required unless tokens are optional (`TOKEN_POLICY`). */
  readonly token: boolean;
  /** The body without credentials. Property names as on the wire. */
  readonly request: Request;
  readonly requestExample: Static<Request>;
  /**
   * Paths of the body (`OrderInfo.OrderNo`) that are read as absent in this request, whatever they contain. Called with a
   * body that is not validated. Properties that are always ignored are marked in the schema.
   */
  readonly ignores?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  /** The names of filters that a query must not ignore, among them other names of its own filters. */
  readonly filterSynonyms?: FilterSynonyms;
  /**
   * The request as an Idempotency-Key compares it, where two spellings of a value are recognized as one only with stored data.
   * Called with a request that is not validated. Pure.
   */
  readonly contentForRetries?: (request: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly reply: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly schema: Reply;
    readonly example: Static<Reply>;
    /** The mock's reply to a valid request, where more than names and filters of the request changes. */
    readonly exampleFor?: (
      request: Static<Request>,
      mock: { readonly brand: string },
    ) => Static<Reply> | Promise<Static<Reply>>;
  };
  readonly errors: Readonly<Partial<Record<DeclaredErrorStatus, string>>>;
  /**
   * Rules between fields, beyond the schema. Pure. Also called when the schema found faults, without the faulty fields, so
   * that all faults are reported at once: any property may be absent.
   */
  readonly check?: (request: Static<Request>) => Fault[];
  /**
   * Faults of a valid update that do not depend on the object that it changes. For the mock, which has no stored
   * objects. Pure.
   */
  readonly mockCheck?: (request: Static<Request>) => Fault[];
  /**
   * Faults that require data (an item that does not exist). Called only when the request has other faults, so that all are
   * reported at once; otherwise the operation finds them in its transaction. Any property may be absent or of the wrong
   * type.
   */
  readonly dataFaults?: (asked: {
    readonly environment: Environment;
    readonly customerNo: string;
    readonly request: unknown;
  }) => Promise<Fault[]>;
  /** Another form of the request under the same path, with its own rules, used when this query parameter is `true`. */
  readonly form?: { readonly parameter: string; readonly description: string; readonly operation: Operation };
  /** Set when the request is a list of writes. Its body may have `BATCH_BODY_LIMIT` bytes. */
  readonly batch?: Batch<Static<Request>>;
  /** The deadline, when it is longer than `REQUEST_TIMEOUT_SECONDS`. For a list, of what precedes its first portion. */
  readonly timeoutSeconds?: number;
  /** The operation or form that replaces it. */
  readonly deprecated?: { readonly replacedBy: string };
}

export interface QueryOperation<Request extends TSchema, Reply extends TSchema> extends Declaration<Request, Reply> {
  readonly kind: 'query';
  /**
   * Set when the reply may wait for a carrier. Such a query takes no read slot: a carrier that does not respond would keep
   * the slots from queries that only need the database.
   */
  readonly waitsForCarrier?: true;
  readonly execute: (call: OperationCall<Static<Request>>) => Promise<Static<Reply>>;
}

/** A query that returns an array of any length (decision 15: lists without `Top`). */
export interface ListOperation<Request extends TSchema, Member extends TSchema>
  extends Declaration<Request, TArray<Member>> {
  readonly kind: 'list';
  /**
   * Returns the items in portions; a portion is created when the one before was taken. Errors that the caller is to see
   * are thrown before the first portion; a later error interrupts the reply.
   */
  readonly list: (call: OperationCall<Static<Request>>) => Promise<AsyncIterable<readonly Static<Member>[]>>;
}

export interface ChangeOperation<Request extends TSchema, Reply extends TSchema, Item, Done>
  extends Declaration<Request, Reply> {
  readonly kind: 'change';
  readonly change: {
    readonly writer: BatchWriter<Item, Done>;
    /** Converts the request to an item of the batch. Pure except for reads. Throws `AppError` to reject it. */
    readonly item: (call: OperationCall<Static<Request>>) => Item | Promise<Item>;
    /** Creates the body of the reply. Pure: also called in the transaction, to store the reply under an Idempotency-Key. */
    readonly reply: (done: Done) => Static<Reply>;
  };
}

/**
 * A write that is more than one transaction. Two requests with one Idempotency-Key run it once: the key is claimed before
 * `execute` and the reply kept after it. A command whose repetition would do more saves its progress in `run`, or keeps its
 * reply there in the transaction that completes it, so that a crash in between does not repeat the effect.
 */
export interface CommandOperation<Request extends TSchema, Reply extends TSchema> extends Declaration<Request, Reply> {
  readonly kind: 'command';
  /** The reply has a secret: under an Idempotency-Key it is stored encrypted. */
  readonly hasSecretReply?: true;
  readonly execute: (call: OperationCall<Static<Request>>, run: CommandRun) => Promise<Static<Reply>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds operations of every shape; each is checked where it is defined
type Any = any;

export type Operation =
  | QueryOperation<Any, Any>
  | ListOperation<Any, Any>
  | ChangeOperation<Any, Any, Any, Any>
  | CommandOperation<Any, Any>;

export function defineQuery<Request extends TSchema, Reply extends TSchema>(
  operation: Omit<QueryOperation<Request, Reply>, 'kind'>,
): QueryOperation<Request, Reply> {
  return { ...operation, kind: 'query' };
}

export function defineList<Request extends TSchema, Member extends TSchema>(
  operation: Omit<ListOperation<Request, Member>, 'kind'>,
): ListOperation<Request, Member> {
  return { ...operation, kind: 'list' };
}

export function defineChange<Request extends TSchema, Reply extends TSchema, Member, Done>(
  operation: Omit<ChangeOperation<Request, Reply, Member, Done>, 'kind'>,
): ChangeOperation<Request, Reply, Member, Done> {
  return { ...operation, kind: 'change' };
}

export function defineCommand<Request extends TSchema, Reply extends TSchema>(
  operation: Omit<CommandOperation<Request, Reply>, 'kind'>,
): CommandOperation<Request, Reply> {
  return { ...operation, kind: 'command' };
}

/** Whether the operation writes. Then the caller needs the right `write`, rejections are logged, and an Idempotency-Key is honored. */
export function isWrite(operation: Pick<Operation, 'kind'>): boolean {
  return operation.kind === 'change' || operation.kind === 'command';
}

/** The name of an operation in logs and metrics: `SalesOrder/CreateSalesOrder`. */
export function operationName(operation: { readonly path: string }): string {
  return operation.path.replace(/^\/(api\/)?/, '');
}
