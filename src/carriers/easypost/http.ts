/**
 * The thin way to EasyPost: its official client, with a bound on time, without redirects and repeats of its own.
 *
 * What the client throws holds the request with the key in it, so nothing of it leaves this file but a status, a code and
 * the carrier's words. Where the carrier asks us to wait, nobody of this process calls it before that time.
 */
import EasyPostClient from '@easypost/api';
import { type CarrierAnswer, unclear } from '../gateway.ts';
import { readRefusal } from './answers.ts';
import { secondsToWait } from './fields.ts';
import type { CarrierRequest } from './requests.ts';

export interface EasypostAccount {
  readonly apiKey: string;
  /** `https://api.easypost.com/v2/` */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** The body of a 2xx answer, or what else happened. */
export type Call = (request: CarrierRequest) => Promise<{ readonly body: unknown } | CarrierAnswer<never>>;

/** The part of the underlying request that is set here. */
interface ClientRequest {
  timeout(limits: { readonly deadline: number }): ClientRequest;
  redirects(most: number): ClientRequest;
  retry(times: number): ClientRequest;
}

/** What an answer says before its body is read. */
interface AnswerHead {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Refusals are 400, 404, 405 and 422; everything else that is no success leaves it open what happened. */
const refusals = new Set([400, 404, 405, 422]);
/** Answers that may say how long to wait. */
const waiting = new Set([429, 503]);

// The package describes its CommonJS form; what is imported here is the class itself.
const Client = EasyPostClient as unknown as typeof EasyPostClient.default;

export function openEasypost({ apiKey, baseUrl, timeoutMs }: EasypostAccount): Call {
  let silentUntilMs = 0;
  return async ({ method, path, parameters }) => {
    const silentMs = silentUntilMs - performance.now();
    if (silentMs > 0) return tooMany('the carrier asked us to wait', Math.ceil(silentMs / 1000));
    let head: AnswerHead | undefined;
    // One for each call, so that the head is this answer's; it holds no connection.
    const client = new Client(apiKey, {
      baseUrl: baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
      requestMiddleware: (request: ClientRequest) => request.timeout({ deadline: timeoutMs }).redirects(0).retry(0),
    });
    client.addResponseHook((answer) => {
      head = answer as unknown as AnswerHead;
    });
    try {
      return { body: await client.makeApiCall(method, path, parameters) };
    } catch (error) {
      const seconds = head && waiting.has(head.httpStatus) ? secondsToWait(head.headers['retry-after']) : undefined;
      if (seconds !== undefined) silentUntilMs = Math.max(silentUntilMs, performance.now() + seconds * 1000);
      return failure(error, head?.httpStatus, seconds);
    }
  };
}

const tooMany = (reason: string, seconds: number | undefined): CarrierAnswer<never> =>
  unclear('RATE_LIMITED', `too many requests: ${reason}`, seconds);

function failure(error: unknown, answered: number | undefined, seconds: number | undefined): CarrierAnswer<never> {
  const { statusCode, status, code, message, errors } = error as Record<string, unknown>;
  const http = [statusCode, status, answered].find((number) => typeof number === 'number');
  const name = typeof code === 'string' ? code : '';
  if (http === 429) return tooMany('HTTP 429', seconds);
  if (http === undefined || typeof statusCode !== 'number') {
    const reason = name === 'ECONNABORTED' ? 'no answer in time' : 'no answer that can be read';
    return unclear(
      name === 'ECONNABORTED' ? 'timeout' : 'no-answer',
      http === undefined ? reason : `${reason} (HTTP ${http})`,
      seconds,
    );
  }
  if (refusals.has(http)) return readRefusal(name, typeof message === 'string' ? message : '', errors);
  const reasons: Record<number, string> = {
    401: 'the carrier does not know the key',
    402: 'the account with the carrier cannot pay',
    403: 'the key may not do this',
  };
  return unclear(name || `http-${http}`, `${reasons[http] ?? 'the carrier is at fault'} (HTTP ${http})`, seconds);
}
