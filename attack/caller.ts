/**
 * Calls operations as the guide for integrators describes: a request without a response, or with 429 or a 5xx, is retried
 * on any of the servers until there is a definite response. Counts retries and reports responses that must never occur.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallerCredentials, withCredentials } from '../test/support/client.ts';
import { errorBodyFault, leakIn } from './error-body.ts';
import type { Random } from './random.ts';
import type { Report } from './report.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of every operation
export type Json = any;

export interface ApiResponse {
  readonly status: number;
  readonly body: Json;
  /** The code of an error body. */
  readonly code: string;
  /** Whether an earlier attempt may have taken effect: its response was lost, or it was a 5xx. */
  readonly wasUnknown: boolean;
  /** Whether an attempt was abandoned while the server may still be processing it. */
  readonly wasAbandoned: boolean;
}

export interface CallOptions {
  /** Sent with every attempt as `Idempotency-Key`. */
  readonly key?: string;
  /** Not retried once it may have taken effect: without an idempotency key it could take effect twice. */
  readonly isOnce?: boolean;
  /** Always waits for `Retry-After`; otherwise only sometimes, as an impatient client does. */
  readonly isPatient?: boolean;
}

/** Thrown when there was no definite response before the timeout. */
export class NoDefiniteResponse extends Error {}

/** Thrown for a call with `isOnce` that may or may not have taken effect. */
export class UnknownOutcome extends Error {}

export interface CallerParts {
  readonly credentials: CallerCredentials;
  /** The addresses of the servers that may be called. */
  readonly addresses: () => readonly string[];
  readonly report: Report;
  readonly random: Random;
  /** When to give up, in `performance.now()`. */
  readonly giveUpAt: () => number;
}

const attemptMs = 12_000;

export class Caller {
  readonly customerNo: string;
  readonly #parts: CallerParts;

  constructor(parts: CallerParts) {
    this.#parts = parts;
    this.customerNo = parts.credentials.customerNo;
  }

  newKey(): string {
    return randomUUID();
  }

  /**
   * Sends the request until there is a definite response: any status except 429 and 5xx. Throws NoDefiniteResponse at `giveUpAt`,
   * and with `isOnce` UnknownOutcome as soon as an attempt may have taken effect.
   */
  async call(
    name: string,
    body: object,
    { key, isPatient = false, isOnce = false }: CallOptions = {},
  ): Promise<ApiResponse> {
    const { report, random, giveUpAt } = this.#parts;
    const text = JSON.stringify(withCredentials(name, this.#parts.credentials, body));
    let wasUnknown = false;
    let wasAbandoned = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(name, text, key);
      if (typeof outcome === 'object') {
        const { status, headers, content } = outcome;
        this.#checkResponse(name, text, status, content);
        if (status < 500 && status !== 429) {
          if (wasUnknown) report.count('calls that were resolved by sending them again');
          const parsed = content === '' ? undefined : JSON.parse(content);
          return { status, body: parsed, code: status < 300 ? '' : String(parsed?.Code), wasUnknown, wasAbandoned };
        }
        report.count(`answers ${status}`);
        if (status !== 429) wasUnknown = true;
        if (isOnce && wasUnknown) throw new UnknownOutcome(`${name} (${status})`);
        const retryAfter = Number(headers.get('retry-after') ?? 0);
        if (status !== 500 && !(retryAfter > 0)) report.finding('load', `${name}: ${status} without Retry-After`);
        const waitMs = isPatient || random.chance(0.2) ? (retryAfter || 1) * 1_000 : random.integer(50, 400);
        if (performance.now() + waitMs > giveUpAt()) throw new NoDefiniteResponse(`${name} (${status})`);
        await sleep(waitMs);
        continue;
      }
      report.count(outcome === 'refused' ? 'connections refused' : `answers lost (${outcome})`);
      if (outcome !== 'refused') wasUnknown = true;
      if (outcome === 'timeout') wasAbandoned = true;
      if (isOnce && wasUnknown) throw new UnknownOutcome(`${name} (${outcome})`);
      if (performance.now() > giveUpAt()) throw new NoDefiniteResponse(`${name} (${outcome})`);
      await sleep(random.integer(20, 50 * Math.min(attempt, 6)));
    }
  }

  /**
   * Sends the request under a new key; sometimes twice at once, or again after the response. It must take effect once, and the
   * second response must equal the first: reports a finding otherwise.
   */
  async callOnceUnderKey(name: string, body: object): Promise<ApiResponse> {
    const { random, report } = this.#parts;
    const key = this.newKey();
    const how = random.pick(['once', 'once', 'once', 'twice at once', 'again']);
    const first = this.call(name, body, { key });
    if (how === 'once') return first;
    if (how === 'again') await first;
    const [one, other] = await Promise.all([first, this.call(name, body, { key })]);
    report.count(`calls under one Idempotency-Key: ${how}`);
    if (one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body)) return one;
    const detail = [one, other].map(
      ({ status, body: shownBody }) => `${status} ${JSON.stringify(shownBody)?.slice(0, 250)}`,
    );
    report.finding('load', `${name} sent ${how} under one Idempotency-Key has two answers`, detail.join(' and '));
    return one;
  }

  async #attempt(
    name: string,
    body: string,
    key: string | undefined,
  ): Promise<{ status: number; headers: Headers; content: string } | 'refused' | 'broken' | 'timeout'> {
    const { addresses, random, credentials } = this.#parts;
    const known = addresses();
    if (known.length === 0) return 'refused';
    try {
      const response = await fetch(`${random.pick(known)}/test/v3/api/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `ServiceAuth ${credentials.accessToken}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body,
        signal: AbortSignal.timeout(attemptMs),
      });
      return { status: response.status, headers: response.headers, content: await response.text() };
    } catch (error) {
      const { name: kind, cause } = error as { name?: string; cause?: { code?: string } };
      if (kind === 'TimeoutError') return 'timeout';
      return cause?.code === 'ECONNREFUSED' ? 'refused' : 'broken';
    }
  }

  #checkResponse(name: string, sent: string, status: number, content: string): void {
    const { report } = this.#parts;
    report.count('answers');
    if (status < 300) return;
    const fault = errorBodyFault(status, content);
    if (fault !== undefined) report.finding('load', `${name}: ${fault}`, content.slice(0, 300));
    const leak = leakIn(content, sent);
    if (leak !== undefined) report.finding('load', `${name}: an answer shows the inside of the server`, leak);
    if (status === 500) report.finding('load', `${name} was answered with 500`, content.slice(0, 300));
  }
}
