/**
 * Minimal HTTP client for carriers with OAuth 2.0 client credentials: has a timeout, follows no redirects, and requests
 * at most one new token when a token is rejected. Errors contain at most the status and the carrier's error message,
 * never keys, tokens or other parts of replies.
 */
import { ResponseTooLarge, readResponseBytes } from '../../lib/response-bytes.ts';
import type { CarrierApiAccount } from '../../platform/carrier-account-settings.ts';
import { CarrierSourceError } from '../location-source.ts';
import { coerceJsonObject, coerceJsonText } from './json-fields.ts';

/** What differs between the location APIs of carriers. */
export interface CarrierLocationApiDefinition {
  /** The carrier's name in errors. */
  readonly title: string;
  readonly paths: { readonly token: string; readonly locations: string };
  /** How client id and secret are sent in the token request. */
  readonly credentials: 'form' | 'basic';
  /** The carrier's error message from the body of an error reply. */
  readonly errorsOf: (body: unknown) => string;
}

const timeoutMs = 5_000;
const lateMessage = 'it did not respond in time';
/** A hundred times as much as a list of locations has. */
const maxBytes = 8_000_000;
/** A token is renewed this long before it expires. */
const marginMs = 60_000;
const maxErrorCharacters = 200;
/** Statuses that reject a single request; all others mean that the carrier or the account has a problem. */
const refusals: ReadonlySet<number> = new Set([400, 404, 422]);

/** Posts a body and returns the body of a 2xx reply. Throws `CarrierSourceError` for anything else. */
type SendCarrierLocationRequest = (body: unknown) => Promise<unknown>;

/**
 * Returns a function that posts a search to the carrier's location API, with an OAuth token that it requests when it needs one. Sends
 * nothing before its first call.
 */
export function createCarrierLocationClient(
  account: CarrierApiAccount,
  carrier: CarrierLocationApiDefinition,
): SendCarrierLocationRequest {
  let token: { readonly text: string; readonly validUntilMs: number } | undefined;
  let tokenRequest: Promise<string> | undefined;

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      const url = `${account.baseUrl}${path}`;
      return await fetch(url, { ...init, method: 'POST', redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new CarrierSourceError(carrier.title, isTimeout(error) ? lateMessage : 'it could not be reached');
    }
  };
  /** `undefined` when it is not JSON. */
  const bodyOf = async (response: Response): Promise<unknown> => {
    try {
      return JSON.parse((await readResponseBytes(response, maxBytes)).toString());
    } catch (error) {
      if (isTimeout(error)) throw new CarrierSourceError(carrier.title, lateMessage);
      if (!(error instanceof ResponseTooLarge)) return undefined;
      throw new CarrierSourceError(carrier.title, `its response has more than ${maxBytes / 1_000_000} MB`);
    }
  };
  const newToken = async (): Promise<string> => {
    const { clientId, clientSecret } = account;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (carrier.credentials === 'basic') {
      headers.authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    } else {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const response = await send(carrier.paths.token, { headers, body: form.toString() });
    const result = coerceJsonObject(await bodyOf(response));
    const text = coerceJsonText(result.access_token);
    if (!response.ok || text === '') {
      throw new CarrierSourceError(carrier.title, 'it rejected the account', {
        internal: { status: response.status },
      });
    }
    const validMs = Math.max(0, Number(coerceJsonText(result.expires_in) || 0) * 1_000 - marginMs);
    token = { text, validUntilMs: performance.now() + validMs };
    return text;
  };
  /** Concurrent callers share one token request. */
  const getToken = async (): Promise<string> => {
    if (token !== undefined && performance.now() < token.validUntilMs) return token.text;
    tokenRequest ??= newToken().finally(() => {
      tokenRequest = undefined;
    });
    return await tokenRequest;
  };
  const post = async (body: unknown, canRenewToken: boolean): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await getToken()}` };
    const response = await send(carrier.paths.locations, { headers, body: JSON.stringify(body) });
    if (response.status === 401 && canRenewToken) {
      token = undefined;
      await response.body?.cancel();
      return await post(body, false);
    }
    const result = await bodyOf(response);
    if (response.ok && result !== undefined) return result;
    const errors = carrier.errorsOf(result).slice(0, maxErrorCharacters);
    const message = errors === '' ? `it responded with HTTP ${response.status}` : errors;
    const isRefusal = refusals.has(response.status);
    throw new CarrierSourceError(carrier.title, message, { internal: { status: response.status }, isRefusal });
  };
  return (body) => post(body, true);
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
