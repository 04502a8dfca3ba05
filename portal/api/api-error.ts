/** Rejected calls, without anything of the browser. */

export interface FieldFault {
  readonly Field: string;
  readonly Message: string;
}

/** A rejected call: the error body of the interface. Status 0: the server was not reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly reference: string | undefined;
  readonly faults: readonly FieldFault[];
  /** The state that forbids the call; '' unless the code is `StateForbids`. */
  readonly state: string;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.Reason ?? 'The server cannot be reached.');
    this.status = status;
    this.code = body.Code ?? '';
    this.reference = body.TransactionReferenceNumber;
    this.faults = body.Errors ?? [];
    this.state = body.State ?? '';
  }
}

export interface ErrorBody {
  readonly Code: string;
  readonly Reason: string;
  readonly Errors: readonly FieldFault[];
  readonly State: string;
  readonly TransactionReferenceNumber: string;
}
