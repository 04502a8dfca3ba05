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

interface UnfinishedBody {
  readonly since: number;
  refuse(error: AppError): void;
}

const tooLargeError = () =>
  new AppError({ code: 'PayloadTooLarge', reason: 'The body is larger than this operation accepts.' });
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
  let bytes = 0;
  const usages = new Map<string, AddressUsage>();
  /** The oldest first. */
  const unfinished = new Set<UnfinishedBody>();

  const usageOf = (address: string): AddressUsage => {
    const usage = usages.get(address) ?? { address, bodies: 0, bytes: 0 };
    usages.set(address, usage);
    return usage;
  };

  /** Rejects unfinished bodies older than `slowAfterMs`, the oldest first, until `isEnough`. */
  const rejectSlow = (exempt: UnfinishedBody, isEnough: () => boolean): void => {
    const before = performance.now() - slowAfterMs;
    for (const body of unfinished) {
      if (isEnough() || body.since > before) return;
      if (body !== exempt) body.refuse(noRoomError());
    }
  };

  const receive: RequestBodyReceiver['receive'] = (request, bodyLimit, remoteAddress, done) => {
    if (Number(request.headers['content-length']) > bodyLimit) {
      done(tooLargeError());
      return;
    }
    if (request.destroyed) {
      done(truncatedError());
      return;
    }
    const declared = Number(request.headers['content-length']);
    const buffer = new GrowingBuffer(declared > 0 ? declared : bodyLimit);
    const usage = isLoopbackAddress(remoteAddress) ? undefined : usageOf(ipAddressKey(remoteAddress));
    if (usage !== undefined) usage.bodies += 1;

    const finish = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      unfinished.delete(body);
      if (usage === undefined) return;
      usage.bodies -= 1;
      usage.bytes -= buffer.length;
      if (usage.bodies === 0) usages.delete(usage.address);
    };
    const body: UnfinishedBody = {
      since: performance.now(),
      refuse: (error) => {
        finish();
        bytes -= buffer.length;
        buffer.free();
        done(error);
      },
    };
    const onClose = (): void => body.refuse(truncatedError());
    const onEnd = (): void => {
      finish();
      let holders = 1;
      done(null, {
        bytes: buffer.bytes(),
        hold: () => {
          if (holders > 0) holders += 1;
        },
        release: () => {
          if (holders === 0) return;
          holders -= 1;
          if (holders === 0) bytes -= buffer.length;
        },
        free: () => buffer.free(),
      });
    };
    const onData = (chunk: Buffer): void => {
      const { length } = chunk;
      paceBody(request, length);
      buffer.add(chunk);
      bytes += length;
      if (usage !== undefined) usage.bytes += length;
      if (buffer.length > bodyLimit) {
        body.refuse(tooLargeError());
        return;
      }
      if (bytes > maxBytes) rejectSlow(body, () => bytes <= maxBytes);
      if (bytes > maxBytes || (usage?.bytes ?? 0) > maxBytes / 4) body.refuse(noRoomError());
    };

    unfinished.add(body);
    if (unfinished.size > maxUnfinished) rejectSlow(body, () => unfinished.size <= maxUnfinished);
    if (unfinished.size > maxUnfinished || (usage?.bodies ?? 0) > maxUnfinishedOfAddress) {
      body.refuse(noRoomError());
      return;
    }
    // No listener for 'error': an aborted request emits 'close' in any case.
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    request.resume();
  };

  return { receive, bytes: () => bytes };
}
