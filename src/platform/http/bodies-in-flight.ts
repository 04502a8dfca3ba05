/**
 * Receives request bodies and bounds the memory of all of them: the bytes until they are released, when the response is sent and the
 * work has ended, and the number of unfinished bodies. A body beyond a bound is rejected with 503.
 *
 * Slow senders cannot exclude others: each address has a share of the bounds, and when space is short unfinished bodies
 * that are older than a second are rejected, the oldest first. Loopback addresses have no limit of their own, because a proxy
 * behind them limits its own callers.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { paceBody } from './body-pace.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { ipAddressKey, isLoopbackAddress } from './remote-address.ts';

/** Unfinished bodies of all callers, and of one address. */
const maxUnfinished = 1_000;
const maxUnfinishedOfAddress = 100;

/** Receives request bodies within limits on their number and on the bytes of all that are not released. */
export interface RequestBodyReceiver {
  /**
   * Receives the body of a request. Calls back once: with the bytes, whose room is held until `release`; or with 413 beyond
   * `bodyLimit` bytes, 503 where there is no room, 400 when the connection breaks off.
   */
  receive(request: IncomingMessage, bodyLimit: number, remoteAddress: string, done: ReceiveCallback): void;
  /** Bytes of all bodies that are being received or not released yet. */
  bytes(): number;
}

type ReceiveCallback = (error: AppError | null, body?: ReceivedBody) => void;

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Keeps the space reserved until one more call of `release`. No effect once the space is released. */
  hold(): void;
  release(): void;
  /**
   * Frees the bytes when they are not needed any more. The space stays reserved, for the values that were parsed from
   * them.
   */
  free(): void;
}

/** Unfinished bodies of one address. */
interface AddressUsage {
  readonly address: string;
  bodies: number;
  bytes: number;
}

const tooLargeError = (bodyLimit: number) =>
  new AppError({
    code: 'PayloadTooLarge',
    reason: `The body has more than ${formatBytes(bodyLimit)}, the most that this operation accepts.`,
  });

const formatBytes = (bytes: number): string =>
  bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MiB` : `${bytes.toLocaleString('en-US')} bytes`;

const truncatedError = () =>
  new AppError({ code: 'MalformedRequest', reason: 'The connection was closed before the whole request arrived.' });
const noRoomError = () =>
  new AppError(
    { code: 'Unavailable', reason: 'The server is receiving too much data right now. Send the request again.' },
    { retryAfterSeconds: 1 },
  );

/**
 * @param maxBytes of all bodies that are not released; one address may have a quarter of it unfinished
 * @param slowAfterMs an unfinished body that is older may lose its room to a newer one
 */
export function createRequestBodyReceiver(maxBytes: number, slowAfterMs = 1_000): RequestBodyReceiver {
  const room = new BodyRoom(maxBytes, slowAfterMs);
  return {
    receive: (request, bodyLimit, remoteAddress, done) => {
      if (Number(request.headers['content-length']) > bodyLimit) done(tooLargeError(bodyLimit));
      else if (request.destroyed) done(truncatedError());
      else new UnfinishedBody(room, request, bodyLimit, remoteAddress, done).receive();
    },
    bytes: () => room.bytes,
  };
}

/** The room that all bodies share, and who uses it. */
class BodyRoom {
  readonly #maxBytes: number;
  readonly #slowAfterMs: number;
  readonly #usages = new Map<string, AddressUsage>();
  /** The oldest first. */
  readonly #unfinished = new Set<UnfinishedBody>();
  /** Of all bodies that are not released. */
  bytes = 0;

  constructor(maxBytes: number, slowAfterMs: number) {
    this.#maxBytes = maxBytes;
    this.#slowAfterMs = slowAfterMs;
  }

  /** Undefined for an address without limits of its own. */
  usageOf(remoteAddress: string): AddressUsage | undefined {
    if (isLoopbackAddress(remoteAddress)) return undefined;
    const address = ipAddressKey(remoteAddress);
    const usage = this.#usages.get(address) ?? { address, bodies: 0, bytes: 0 };
    this.#usages.set(address, usage);
    return usage;
  }

  /** Returns whether there may be one more body. */
  add(body: UnfinishedBody): boolean {
    this.#unfinished.add(body);
    if (body.usage !== undefined) body.usage.bodies += 1;
    this.#rejectSlowUnless(() => this.#unfinished.size <= maxUnfinished, body);
    return this.#unfinished.size <= maxUnfinished && (body.usage?.bodies ?? 0) <= maxUnfinishedOfAddress;
  }

  /** Returns whether there is room for what a body has grown to. */
  holds(body: UnfinishedBody): boolean {
    this.#rejectSlowUnless(() => this.bytes <= this.#maxBytes, body);
    return this.bytes <= this.#maxBytes && (body.usage?.bytes ?? 0) <= this.#maxBytes / 4;
  }

  /** A body is complete or rejected. */
  remove(body: UnfinishedBody, length: number): void {
    this.#unfinished.delete(body);
    if (body.usage === undefined) return;
    body.usage.bodies -= 1;
    body.usage.bytes -= length;
    if (body.usage.bodies === 0) this.#usages.delete(body.usage.address);
  }

  /** Rejects unfinished bodies older than `slowAfterMs`, the oldest first, until `isEnough`. */
  #rejectSlowUnless(isEnough: () => boolean, exempt: UnfinishedBody): void {
    const before = performance.now() - this.#slowAfterMs;
    for (const body of this.#unfinished) {
      if (isEnough() || body.since > before) return;
      if (body !== exempt) body.refuse(noRoomError());
    }
  }
}

class UnfinishedBody {
  readonly since = performance.now();
  /** Of its address; undefined where that has no limits of its own. */
  readonly usage: AddressUsage | undefined;
  readonly #room: BodyRoom;
  readonly #request: IncomingMessage;
  readonly #bodyLimit: number;
  readonly #buffer: GrowingBuffer;
  readonly #done: ReceiveCallback;

  constructor(
    room: BodyRoom,
    request: IncomingMessage,
    bodyLimit: number,
    remoteAddress: string,
    done: ReceiveCallback,
  ) {
    const declared = Number(request.headers['content-length']);
    this.usage = room.usageOf(remoteAddress);
    this.#room = room;
    this.#request = request;
    this.#bodyLimit = bodyLimit;
    this.#buffer = new GrowingBuffer(declared > 0 ? declared : bodyLimit);
    this.#done = done;
  }

  receive(): void {
    if (!this.#room.add(this)) {
      this.refuse(noRoomError());
      return;
    }
    // No listener for 'error': an aborted request emits 'close' in any case.
    this.#request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
    this.#request.resume();
  }

  refuse(error: AppError): void {
    this.#finish();
    this.#room.bytes -= this.#buffer.length;
    this.#buffer.free();
    this.#done(error);
  }

  #onData = (chunk: Buffer): void => {
    const { length } = chunk;
    paceBody(this.#request, length);
    this.#buffer.add(chunk);
    this.#room.bytes += length;
    if (this.usage !== undefined) this.usage.bytes += length;
    if (this.#buffer.length > this.#bodyLimit) this.refuse(tooLargeError(this.#bodyLimit));
    else if (!this.#room.holds(this)) this.refuse(noRoomError());
  };

  #onClose = (): void => this.refuse(truncatedError());

  #onEnd = (): void => {
    this.#finish();
    const room = this.#room;
    const buffer = this.#buffer;
    let holders = 1;
    this.#done(null, {
      bytes: buffer.bytes(),
      hold: () => {
        if (holders > 0) holders += 1;
      },
      release: () => {
        if (holders === 0) return;
        holders -= 1;
        if (holders === 0) room.bytes -= buffer.length;
      },
      free: () => buffer.free(),
    });
  };

  #finish(): void {
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    this.#room.remove(this, this.#buffer.length);
  }
}
