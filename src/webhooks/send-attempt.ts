/** One attempt to send a delivery. */
import type { Agent, Dispatcher } from 'undici';
import { isSuccessResponse, type WebhookAttempt } from './endpoint.ts';
import { describeWebhookBodyFailure, describeWebhookFailure } from './failure-text.ts';
import { computeWebhookSignatureHeaders, type WebhookSecretCipher } from './signature.ts';

const keptBytes = 1_024;
/** A receiver that replies with more loses its connection. */
const maxResponseBytes = 64 * 1_024;
/** A receiver that sends more 1xx responses before its response loses its connection: each costs the thread of all deliveries time. */
const maxInterimResponses = 20;

/** The stored address and secrets of an endpoint, as plain data that threads can exchange. */
export interface WebhookTarget {
  readonly endpointId: string;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | undefined;
  /** Until when deliveries are signed with the previous secret too, in milliseconds since 1970. */
  readonly previousUntilMs: number | undefined;
}

/** A target whose URL is parsed and whose secrets are decrypted, once for several deliveries. */
export interface DecryptedWebhookTarget {
  readonly origin: string;
  readonly path: string;
  readonly secret: string;
  readonly previous: { readonly secret: string; readonly untilMs: number } | undefined;
}

/** Parses the URL of a target and decrypts its secrets. Throws when they were encrypted under another SECRET_KEY. */
export function decryptWebhookTarget(seal: WebhookSecretCipher, target: WebhookTarget): DecryptedWebhookTarget {
  const { endpointId, secret, previousSecret, previousUntilMs: untilMs } = target;
  const { origin, pathname, search } = new URL(target.url);
  const previous =
    previousSecret === undefined || untilMs === undefined
      ? undefined
      : { secret: seal.open(endpointId, previousSecret), untilMs };
  return { origin, path: pathname + search, secret: seal.open(endpointId, secret), previous };
}

/**
 * Sends a body and returns the attempt; never rejects. The headers of the response must arrive within `timeoutMs`. The
 * body of the response is read only as far as it arrives in that time. Redirects are not followed.
 */
export async function sendWebhook(
  agent: Agent,
  open: () => DecryptedWebhookTarget,
  { eventId, body }: { readonly eventId: string; readonly body: Buffer },
  timeoutMs: number,
): Promise<WebhookAttempt> {
  const now = new Date();
  const startedAt = performance.now();
  const { status, response } = await exchange(agent, timeoutMs, () => {
    const { origin, path, secret, previous } = open();
    const isPreviousValid = previous !== undefined && previous.untilMs > now.getTime();
    const secrets = isPreviousValid ? [secret, previous.secret] : [secret];
    return {
      origin,
      path,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Dray-Webhooks/1',
        ...computeWebhookSignatureHeaders(eventId, body, secrets, now),
      },
    };
  });
  return {
    at: now.toISOString(),
    ms: Math.round(performance.now() - startedAt),
    status,
    // PostgreSQL stores no zero character.
    response: response.replaceAll('\0', ' '),
  };
}

type Reply = Pick<WebhookAttempt, 'status' | 'response'>;

function exchange(agent: Agent, timeoutMs: number, request: () => Dispatcher.DispatchOptions): Promise<Reply> {
  const replied = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => handler.end(new ReplyTimeout()), timeoutMs);
  const settle = (reply: Reply) => {
    clearTimeout(timer);
    replied.resolve(reply);
  };
  const handler = new ReplyHandler(settle, () => agent.dispatch(request(), handler));
  try {
    agent.dispatch(request(), handler);
  } catch (error) {
    handler.end(error);
  }
  return replied.promise;
}

class TooManyInterimResponses extends Error {
  readonly code = 'INTERIM_RESPONSES';
}

class ReplyTimeout extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Keeps the first kilobyte of a response. Reads the rest, up to `maxResponseBytes`, so that the connection can be used
 * again.
 */
class ReplyHandler implements Dispatcher.DispatchHandler {
  readonly #settle: (reply: Reply) => void;
  readonly #repeat: () => void;
  readonly #kept: Buffer[] = [];
  #read = 0;
  #interim = 0;
  #status = 0;
  #isRepeated = false;
  #isOver = false;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(settle: (reply: Reply) => void, repeat: () => void) {
    this.#settle = settle;
    this.#repeat = repeat;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for its connection until its time was over.
    if (this.#isOver) controller.abort(new ReplyTimeout());
  }

  onResponseStart(_controller: unknown, status: number): void {
    if (status >= 200) {
      this.#status = status;
      return;
    }
    // 1xx is followed by the response.
    this.#interim += 1;
    if (this.#interim > maxInterimResponses) this.end(new TooManyInterimResponses());
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#read < keptBytes) this.#kept.push(Buffer.from(chunk.subarray(0, keptBytes - this.#read)));
    this.#read += chunk.length;
    if (this.#read > maxResponseBytes) this.end(undefined);
  }

  onResponseEnd(): void {
    this.#finish(undefined);
  }

  onResponseError(_controller: unknown, error: unknown): void {
    // A receiver may close a kept connection just when it is used: the delivery is sent over a new one. A connection over which
    // nothing was ever received was not kept: its receiver may have the delivery, and is tried again later.
    // When the client itself closed it, at a response that it does not accept, the receiver has the delivery too.
    const {
      code,
      message = '',
      socket,
    } = error as { code?: string; message?: string; socket?: { bytesRead?: number } };
    const isClosedByReceiver = code === 'UND_ERR_SOCKET' && !/^bad (response|upgrade)$/.test(message);
    const isClosedWhenUsed = this.#status === 0 && isClosedByReceiver && (socket?.bytesRead ?? 0) > 0;
    if (!isClosedWhenUsed || this.#isRepeated || this.#isOver) {
      this.#finish(error);
      return;
    }
    this.#isRepeated = true;
    this.#controller = undefined;
    try {
      this.#repeat();
    } catch (repeated) {
      this.#finish(repeated);
    }
  }

  /** Settles with the data that has arrived, and ends the connection. */
  end(error: unknown): void {
    this.#finish(error);
    this.#controller?.abort(new ReplyTimeout());
  }

  #finish(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const text = Buffer.concat(this.#kept).toString();
    const status = this.#status;
    // When a success status has arrived, a body that does not end does not make it a failure.
    const isWhole = error === undefined || text !== '' || isSuccessResponse({ status });
    const describe = status === 0 ? describeWebhookFailure : describeWebhookBodyFailure;
    this.#settle({ status, response: isWhole ? text : describe(error) });
  }
}
