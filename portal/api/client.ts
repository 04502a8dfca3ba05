/** Calls operations of the operator interface. */
import { apiBase } from '../environment.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import type { Call, OperationPath, ReplyOf, RequestOf } from './operation-types.ts';
import { consumePersonActivity } from './person.ts';
import { callLimitMs } from './read-limit.ts';

export { ApiError, withoutRequestPath } from './api-error.ts';
export type { OperationPath, ReplyOf, RequestOf } from './operation-types.ts';

/** The token of the session, which calls send. It is kept in memory only; a reloaded page requests it again. */
let csrfToken: string | undefined;
let sessionEndListener: () => void = () => undefined;
let personLeftListener: () => void = () => undefined;
let renewSession: () => Promise<void> = () => Promise.resolve();

export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/**
 * How often the page has read who works here. A reply to a request from before may be about the session before, and says nothing about
 * this one: it must not end what a person has just begun.
 */
let sessionReads = 0;

/** Called when the page knows who works here: replies to earlier requests report no ended session. */
export function beginSession(token: string): void {
  csrfToken = token;
  sessionReads += 1;
}

/**
 * Idempotency keys of submissions without a reply or with one from 500 on, by path and request. A second click, or a retry
 * after a lost connection or a server error, sends the same key, so the server acts once. After any other reply the next
 * submission has a new one.
 */
const keptIdempotencyKeys = new Map<string, string>();

/** Forgets the keys of all submissions. */
export const forgetIdempotencyKeys = (): void => keptIdempotencyKeys.clear();

/**
 * Starts a scope of idempotency keys. The returned function ends it and forgets the keys that were added in it. A
 * dialog starts one when it opens and ends it when it closes, because the same change in another dialog is another
 * change.
 */
export function openIdempotencyKeyScope(): () => void {
  const earlier = new Set(keptIdempotencyKeys.keys());
  return () => {
    for (const submission of keptIdempotencyKeys.keys())
      if (!earlier.has(submission)) keptIdempotencyKeys.delete(submission);
  };
}

function idempotencyKeyOf(submission: string): string {
  let key = keptIdempotencyKeys.get(submission);
  if (key === undefined) {
    // Pages that are served by http have no `randomUUID`, except from localhost.
    key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
    keptIdempotencyKeys.set(submission, key);
  }
  return key;
}

/** Sets the listener for calls that find that the session has ended. */
export function onSessionEnd(listener: () => void): void {
  sessionEndListener = listener;
}

/** Sets the listener for calls that find that no person is identified at the shared station. */
export function onPersonLeft(listener: () => void): void {
  personLeftListener = listener;
}

/**
 * Sets the function that reads the session again when the CSRF token is not its own. It throws when another operator has signed
 * in meanwhile.
 */
export function setSessionRenewal(renew: () => Promise<void>): void {
  renewSession = renew;
}

/**
 * Calls an operation. When the session has changed in another tab, it reads the session again and repeats the call once.
 * @param signal ends the call. A call without it is a submission: it has a time limit and an idempotency key, so that the
 * server runs it once also when it is repeated.
 * @param idempotencyKey sent instead of that key, also with a signal, so that the caller can repeat the call after a timeout or
 * a reload
 */
export const call: Call = async (path, request, signal, idempotencyKey) => {
  try {
    return await send(path, request, signal, idempotencyKey);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CsrfTokenMissing') throw error;
    await renewSession();
    return await send(path, request, signal, idempotencyKey);
  }
};

/**
 * Sends a request that is not an operation with the token of the session. When the session has changed in another tab, it reads
 * the session again and repeats the request once, unless it is another operator's: then `OperatorChanged`.
 */
export async function sendWithToken<Reply>(sendOnce: (csrfToken: string) => Promise<Reply>): Promise<Reply> {
  const sentAfter = sessionReads;
  try {
    return await sendOnce(csrfToken ?? '');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifySession(error, sentAfter);
    if (error.code !== 'CsrfTokenMissing') throw error;
    await renewSession();
    return await sendOnce(csrfToken ?? '');
  }
}

async function send<Path extends OperationPath>(
  path: Path,
  request: RequestOf<Path>,
  signal: AbortSignal | undefined,
  ownKey: string | undefined,
): Promise<ReplyOf<Path>> {
  let response: Response;
  let body: unknown;
  const sentAfter = sessionReads;
  const text = JSON.stringify(request);
  const submission = `${path} ${text}`;
  const key = ownKey ?? (signal === undefined ? idempotencyKeyOf(submission) : undefined);
  try {
    response = await fetch(apiBase + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(!consumePersonActivity() && { 'x-automatic': 'true' }),
      },
      body: text,
      signal: signal ?? AbortSignal.timeout(callLimitMs(path)),
    });
    body = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, {});
  }
  if (response.status < 500) keptIdempotencyKeys.delete(submission);
  if (response.ok) return body as ReplyOf<Path>;
  throw rejected(response.status, body as ErrorBody, sentAfter);
}

function rejected(status: number, body: Partial<ErrorBody>, sentAfter: number): ApiError {
  const error = new ApiError(status, body);
  notifySession(error, sentAfter);
  return error;
}

/** Notifies the listeners when an error means that there is no session, or that no person is identified. */
function notifySession({ code }: ApiError, sentAfter: number): void {
  if (sentAfter !== sessionReads) return;
  if (code === 'SessionRequired') sessionEndListener();
  if (code === 'PersonRequired') personLeftListener();
}

/** Sends a request that `call` does not send, and throws the error of a failed response. */
export async function fetchOrThrowApiError(url: string, init: RequestInit): Promise<Response> {
  const sentAfter = sessionReads;
  const response = await fetch(url, init);
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw rejected(response.status, body, sentAfter);
}
