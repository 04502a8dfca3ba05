/** Mounts: the operations that the server serves under a base address, and their handlers. */
import type { IncomingHttpHeaders } from 'node:http';
import type { OverloadedError } from '../overloaded.ts';
import type { Operation } from './operation.ts';
import type { OperatorOperation } from './operator-operation.ts';
import type { QueryParametersReadResult } from './query-parameters.ts';
import type { Reply } from './reply.ts';

/** A body that is valid JSON: as parsed, and as sent. */
export interface ParsedBody {
  readonly value: unknown;
  readonly text: string;
}

/**
 * The parts of an access log entry that a request's handler sets: the customer or the operator, and an overload that
 * rejected the request.
 */
export interface AccessLogFields {
  customerNo: string | undefined;
  operatorId: string | undefined;
  /** Why the request was rejected for overload: such requests are counted, but not logged. */
  shedBy: OverloadedError | undefined;
}

/** A request with a parsed body, before authentication and validation. */
export interface IncomingRequest {
  readonly body: ParsedBody;
  readonly headers: IncomingHttpHeaders;
  readonly query: QueryParametersReadResult;
  readonly remoteAddress: string;
  /** The transaction reference made for this request. */
  readonly reference: string;
  readonly access: AccessLogFields;
}

/** Replies to a request. Rejects only with errors whose status is 500 or more. */
export type IncomingRequestHandler = (incoming: IncomingRequest) => Promise<Reply>;

interface MountOf<Mounted> {
  /** The path of the base address, with the major version: `/test/v3`. */
  readonly prefix: string;
  /** The name in metrics and in the access log. */
  readonly environment: string;
  readonly operations: readonly Mounted[];
  readonly handlerFor: (operation: Mounted) => IncomingRequestHandler;
}

/** Operations of the winery interface at a base address. */
export type WineryMount = MountOf<Operation>;

/** Operations of the operator interface at a base address. */
export type OperatorMount = MountOf<OperatorOperation>;

export type Mount = WineryMount | OperatorMount;
