/** Checks that a response has the error body of decision 3 and exposes no internals of the server. */

/** Stack frames, file paths, SQL and driver messages: none of them may reach a caller. */
const internals =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\/(?:src|work|home|root|usr|tmp)\/[\w./-]+|\b(?:select|insert|update|delete)\s+[\w*,\s]+\s(?:from|into|set)\s|syntax error at or near|violates (?:unique|foreign|check)|pg_|ECONN|EPIPE|\bdr[pt]_(?:live|test)_/i;

/** Returns what is wrong with the body of a response with status 300 or more; `undefined` if it is valid. */
export function errorBodyFault(status: number, text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return `the body of ${status} is not JSON`;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return `the body of ${status} is no object`;
  const { Status, Code, Reason, Errors, TransactionReferenceNumber } = body as Record<string, unknown>;
  if (Status !== status) return `Status in the body of ${status} is ${JSON.stringify(Status)}`;
  if (typeof Code !== 'string' || !/^[A-Z][A-Za-z]+$/.test(Code)) return `Code in the body of ${status} is missing`;
  if (typeof Reason !== 'string' || Reason === '') return `Reason in the body of ${status} is missing`;
  if (!Array.isArray(Errors)) return `Errors in the body of ${status} is missing`;
  for (const error of Errors as Record<string, unknown>[]) {
    const isComplete = ['Field', 'Code', 'Message'].every((name) => typeof error?.[name] === 'string');
    if (!isComplete) return `a member of Errors in the body of ${status} lacks Field, Code or Message`;
  }
  if (typeof TransactionReferenceNumber !== 'string' || !/^[0-9a-f-]{36}$/.test(TransactionReferenceNumber)) {
    return `TransactionReferenceNumber in the body of ${status} is missing`;
  }
  return undefined;
}

/** Returns server internals found in a response; `sent` is the request, which a response may repeat. */
export function leakIn(text: string, sent: string): string | undefined {
  const leak = internals.exec(text)?.[0];
  return leak === undefined || sent.includes(leak) ? undefined : leak;
}
