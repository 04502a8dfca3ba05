/** What the server mounts: operations under a base address, and who answers them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './operation.ts';
import type { Reply } from './reply.ts';

/** A body that is valid JSON: as parsed, and as sent. */
export interface ParsedBody {
  readonly value: unknown;
  readonly text: string;
}

/** What the access log says of a request; whoever answers fills in whose it was. */
export interface AccessRecord {
  customerNo: string | undefined;
  /** The request was refused for overload: it is counted, but not logged. */
  isShed: boolean;
}

/** A request whose body has been parsed and of which nothing has been judged. */
export interface IncomingRequest {
  readonly body: ParsedBody;
  readonly headers: IncomingHttpHeaders;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly remoteAddress: string;
  /** The transaction reference made for this request. */
  readonly reference: string;
  readonly access: AccessRecord;
}

/** Answers a request. Rejects only for what is not the caller's fault. */
export type Handler = (incoming: IncomingRequest) => Promise<Reply>;

export interface Mount {
  /** The base address' path, with the major version: `/test/v3`. */
  readonly prefix: string;
  /** What metrics and the access log call it. */
  readonly environment: string;
  readonly operations: readonly Operation[];
  readonly handlerFor: (operation: Operation) => Handler;
}
