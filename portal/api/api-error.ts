/** Rejected calls, without anything of the browser. */
import { formatTimestamp } from '../design/format.ts';

interface FieldFault {
  readonly Field: string;
  readonly Message: string;
}

/**
 * A rejected call: the error body of the interface, its message without the path of a field in the request, and with
 * times as the rest of the portal writes them. Status 0: there was
 * no reply that can be read.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly reference: string | undefined;
  readonly faults: readonly FieldFault[];
  /** The state that forbids the call; '' unless the code is `StateForbids`. */
  readonly state: string;

  constructor(status: number, body: Partial<ErrorBody>) {
    const reason = withoutRequestPath(body.Reason ?? 'The server cannot be reached.', (body.Errors?.length ?? 0) < 2);
    super(withLocalTimes(reason));
    this.status = status;
    this.code = body.Code ?? '';
    this.reference = body.TransactionReferenceNumber;
    this.faults = body.Errors ?? [];
    this.state = body.State ?? '';
  }
}

/**
 * Whether a call has no final reply and must be repeated: the server was not reached, is overloaded or failed, or the session
 * has ended. Those of a person whose session is another one's now are repeated when the person is back.
 */
export const isRetryable = (error: ApiError): boolean =>
  error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500 || isPersonLeftError(error);

/**
 * Whether no person is identified at the shared station any more, or another operator has signed in.
 */
const isPersonLeftError = ({ code }: ApiError): boolean => code === 'PersonRequired' || code === 'OperatorChanged';

/**
 * Rewrites the path of a field at the start of an error message for people. `Items[0].Quantity` becomes `Quantity` when it is
 * the only fault, else `Line 1: Quantity`. `Csv: line 3` becomes `Line 3`.
 */
export const withoutRequestPath = (message: string, isOnlyFault: boolean): string =>
  message
    .replace(/^(?:\w+\[\d+\]\.)+/, (path) =>
      isOnlyFault ? '' : path.replaceAll(/\w+\[(\d+)\]\./g, (_, index: string) => `Line ${Number(index) + 1}: `),
    )
    .replace(/^Csv:? line /, 'Line ')
    .replace(/^Csv is\b/, 'The file is')
    .replace(/^(?:Url|ApiKey|WebhookSecret)\b/, (field) => fieldLabels[field] ?? field);

/** The labels of fields whose names are abbreviations. */
const fieldLabels: Readonly<Record<string, string>> = {
  Url: 'URL',
  ApiKey: 'API key',
  WebhookSecret: 'Webhook secret',
};

/** Writes times such as `2026-11-23 at 10:04 UTC` in the time zone of the browser. */
const withLocalTimes = (message: string): string =>
  message.replace(/\b(\d{4}-\d\d-\d\d) at (\d\d:\d\d) UTC\b/g, (_, day: string, time: string) =>
    formatTimestamp(`${day}T${time}Z`),
  );

export interface ErrorBody {
  readonly Code: string;
  readonly Reason: string;
  readonly Errors: readonly FieldFault[];
  readonly State: string;
  readonly TransactionReferenceNumber: string;
}
