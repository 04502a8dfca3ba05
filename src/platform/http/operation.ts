/**
 * An operation is a value (architecture: Four ideas).
 *
 * It declares path, request, reply, errors and credentials, and is of one of four kinds:
 * - a query reads and returns one body; a list reads and returns an array of any length;
 * - a change writes through the commit queue, together with others, in one transaction;
 * - a command writes in transactions of its own, where one is not enough.
 * The kind decides which right the caller needs and how an Idempotency-Key is honored. Routing, validation, authentication,
 * OpenAPI, the mock, metrics and the tests' coverage check are derived from the declaration.
 */

import type { Static, TArray, TSchema } from 'typebox';
import type { CommandContext } from '../command-context.ts';
import type { Environment, EnvironmentName } from '../environment.ts';
import type { Fault } from '../errors.ts';
import type { CommandRun } from '../key-claims.ts';
import type { BatchWriter } from '../write-queue.ts';

/** Who calls: proven by the credentials (decision 7). */
export interface Caller {
  readonly customerNo: string;
  readonly customerName: string;
  readonly userKey: string;
}

/** One authenticated, validated request on its way. */
export interface OperationCall<Request> {
  readonly environment: Environment;
  readonly caller: Caller;
  /** Who calls, which operation, under which reference: for the log. */
  readonly context: CommandContext;
  /** The request as declared: credentials, nulls and unknown properties are gone, branded spellings unified. */
  readonly request: Request;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** An error status that the operation declares, with what brings it about. Every operation has 401, 405, 413, 415, 429, 500, 503. */
export type DeclaredStatus = 300 | 400 | 403 | 404 | 413;

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
  /** For the reader of the API reference: what it does, what it guarantees, errors in their order. */
  readonly description: string;
  /** Where it exists besides the mock: Simulation operations only in test. */
  readonly environments: readonly EnvironmentName[];
  /** Where the body carries the credentials; the framework adds them to the schema and takes them out of the request. */
  readonly credentials: 'Authentication' | 'AuthenticationDetails' | 'top-level';
  /** Whether `Authorization: ServiceAuth <token>` is required beside them. */
  readonly token: boolean;
  /** The body without credentials. Property names as on the wire. */
  readonly request: Request;
  readonly requestExample: Static<Request>;
  /**
   * Places of the body (`OrderInfo.OrderNo`) that this very request makes ignored: they are read as if they were absent,
   * whatever they hold. Asked of a body that nobody has judged. What is ignored always is so marked in the schema.
   */
  readonly ignores?: (body: Readonly<Record<string, unknown>>) => readonly string[];
  readonly queryParameters?: Readonly<
    Record<string, { readonly type: 'boolean'; readonly description: string; readonly deprecated?: boolean }>
  >;
  readonly reply: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly schema: Reply;
    readonly example: Static<Reply>;
  };
  readonly errors: Readonly<Partial<Record<DeclaredStatus, string>>>;
  /**
   * Rules between fields, beyond the schema. Pure. Called also when the schema found faults, on what remained after
   * the faulty fields were taken out, so that all faults are told at once: any property may be absent.
   */
  readonly check?: (request: Static<Request>) => Fault[];
  /**
   * Faults that only the data can tell (an item that does not exist). Asked only when the request has faults already,
   * so that all are told together; without any the operation itself finds them, in its transaction. Any property may
   * be absent or of the wrong type.
   */
  readonly dataFaults?: (asked: {
    readonly environment: Environment;
    readonly customerNo: string;
    readonly request: unknown;
  }) => Promise<Fault[]>;
  /**
   * Another form of the request, with a declaration of its own: taken when this query parameter is `true`. The form has
   * the same path; only its own rules count.
   */
  readonly form?: { readonly parameter: string; readonly operation: Operation };
  /** Requests of the rate limit that this one costs (a batch costs more). Default 1. */
  readonly cost?: (request: Static<Request>) => number;
  /**
   * Writes that the request queues beside a change's own one, so that it is refused before it is read when they would wait
   * too long. Asked of a body that nobody has judged.
   */
  readonly countWrites?: (body: unknown) => number;
  readonly bodyLimit?: 'request' | 'batch';
  /** How long it may take, where that is longer than `REQUEST_TIMEOUT_SECONDS`. A list counts until its first part. */
  readonly timeoutSeconds?: number;
  /** Replaced by another operation or form. */
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

/** A query that answers an array of any length (decision 15: lists without `Top`). */
export interface ListOperation<Request extends TSchema, Member extends TSchema>
  extends Declaration<Request, TArray<Member>> {
  readonly kind: 'list';
  /** The members in portions: each is made when the one before is on its way. Refuses before the first one. */
  readonly list: (call: OperationCall<Static<Request>>) => Promise<AsyncIterable<readonly Static<Member>[]>>;
}

export interface ChangeOperation<Request extends TSchema, Reply extends TSchema, Member, Done>
  extends Declaration<Request, Reply> {
  readonly kind: 'change';
  readonly change: {
    readonly writer: BatchWriter<Member, Done>;
    /** From the request to a member of the set. Pure but for reads; throws `AppError` to refuse. */
    readonly member: (call: OperationCall<Static<Request>>) => Member | Promise<Member>;
    /** The reply's body. Pure: also called inside the transaction, to keep it under an Idempotency-Key. */
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

/** Whether the operation writes: then the caller needs the right to, its refusals are journaled, and it takes an Idempotency-Key. */
export function isWrite(operation: Pick<Operation, 'kind'>): boolean {
  return operation.kind === 'change' || operation.kind === 'command';
}

/** `SalesOrder/CreateSalesOrder`: the name under which log and metrics know an operation. */
export function operationName(operation: { readonly path: string }): string {
  return operation.path.slice('/api/'.length);
}
