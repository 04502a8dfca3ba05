/**
 * HTTP client for EasyPost: the official client with a timeout, without redirects or retries.
 *
 * Errors of the client contain the request including the API key, so only status, code, message and the response's list of
 * errors leave this file. After a 429 or 503 with `Retry-After`, the client sends no request until that time, for at most an hour.
 */
import type EasyPostClient from '@easypost/api';
import { type CarrierResult, unclearCarrierResult } from '../gateway.ts';
import type { EasypostRequest } from './requests.ts';
import { parseEasypostErrorResponse } from './responses.ts';

export interface EasypostAccount {
  readonly apiKey: string;
  /** `https://api.easypost.com/v2/` */
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** Sends a request; returns the body of a 2xx response, else the result of the error. */
type SendEasypostRequest = (request: EasypostRequest) => Promise<{ readonly body: unknown } | CarrierResult<never>>;

/** The part of the underlying request that is configured here. */
interface ClientRequest {
  timeout(limits: { readonly deadline: number }): ClientRequest;
  redirects(most: number): ClientRequest;
  retry(times: number): ClientRequest;
  maxResponseSize(bytes: number): ClientRequest;
}

/** Status and headers of a response. */
interface ResponseHead {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Statuses that mean a refusal when the response has EasyPost's error, except for a few codes
 * (`parseEasypostErrorResponse`). Every other error status, and a response that cannot be read, leaves it open whether
 * the request took effect.
 */
const rejectionStatuses = new Set([400, 404, 405, 422]);
/** A hundred times as much as a shipment with all its rates has. */
const maxResponseBytes = 8_000_000;
/** Statuses that may carry `Retry-After`. */
const retryAfterStatuses = new Set([429, 503]);
/** Upper limit of a `Retry-After`. */
const maxWaitSeconds = 60 * 60;

/** Loaded by the first request, because few processes buy labels. */
async function loadClient(): Promise<typeof EasyPostClient.default> {
  const { default: client } = await import('@easypost/api');
  // The type declarations describe the CommonJS build; this import is the class itself.
  return client as unknown as typeof EasyPostClient.default;
}

/**
 * Returns the function that sends one request, without redirects or retries. While a `Retry-After` of the carrier
 * lasts, it returns `unclear` without sending the request.
 */
export function createEasypostClient({ apiKey, baseUrl, timeoutMs }: EasypostAccount): SendEasypostRequest {
  let pausedUntilMs = 0;
  return async ({ method, path, parameters }) => {
    const Client = await loadClient();
    const pauseMs = pausedUntilMs - performance.now();
    if (pauseMs > 0) return rateLimited('the carrier requested to retry later', Math.ceil(pauseMs / 1000));
    let head: ResponseHead | undefined;
    // One client per call, so that the response hook belongs to this call; a client holds no connection.
    const client = new Client(apiKey, {
      baseUrl: baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`,
      requestMiddleware: (request: ClientRequest) =>
        request.timeout({ deadline: timeoutMs }).redirects(0).retry(0).maxResponseSize(maxResponseBytes),
    });
    client.addResponseHook((response) => {
      head = response as unknown as ResponseHead;
    });
    try {
      return { body: await client.makeApiCall(method, path, parameters) };
    } catch (error) {
      const seconds =
        head && retryAfterStatuses.has(head.httpStatus)
          ? parseRetryAfterSeconds(head.headers['retry-after'])
          : undefined;
      if (seconds !== undefined) pausedUntilMs = Math.max(pausedUntilMs, performance.now() + seconds * 1000);
      return resultOfError(error, new URL(baseUrl).host, head?.httpStatus, seconds);
    }
  };
}

const rateLimited = (reason: string, seconds: number | undefined): CarrierResult<never> =>
  unclearCarrierResult('RATE_LIMITED', `too many requests: ${reason}`, seconds);

function resultOfError(
  error: unknown,
  host: string,
  responseStatus: number | undefined,
  seconds: number | undefined,
): CarrierResult<never> {
  const { statusCode, status, code, message, errors } = error as Record<string, unknown>;
  const http = [statusCode, status, responseStatus].find((number) => typeof number === 'number');
  const name = typeof code === 'string' ? code : '';
  if (http === 429) return rateLimited('HTTP 429', seconds);
  if (http === undefined || typeof statusCode !== 'number') {
    const why = name === 'ECONNABORTED' ? 'no response in time' : 'no readable response';
    return unclearCarrierResult(
      name === 'ECONNABORTED' ? 'timeout' : 'no-response',
      `EasyPost at ${host} could not be reached (${http === undefined ? why : `${why}, HTTP ${http}`})`,
      seconds,
    );
  }
  if (rejectionStatuses.has(http))
    return parseEasypostErrorResponse(name, typeof message === 'string' ? message : '', errors);
  const reasons: Record<number, string> = {
    401: 'the API key is invalid',
    402: 'the carrier account has insufficient funds',
    403: 'the API key lacks permission',
  };
  return unclearCarrierResult(name || `http-${http}`, `${reasons[http] ?? 'carrier error'} (HTTP ${http})`, seconds);
}

/** Seconds of a `Retry-After` header, which is a number or an HTTP date: 0 to an hour; undefined when it cannot be parsed. */
export function parseRetryAfterSeconds(header: unknown, nowMs = Date.now()): number | undefined {
  const text = typeof header === 'string' ? header.trim() : '';
  if (!/^(\d+|[A-Za-z]{3,9}, .*GMT)$/.test(text)) return undefined;
  const seconds = /^\d/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxWaitSeconds) : undefined;
}
