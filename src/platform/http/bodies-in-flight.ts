/**
 * Receives bodies, and bounds what all of them take: their bytes until their requests are answered, and how many may be
 * unfinished at once. A body over a bound is refused with 503.
 *
 * So that slow senders are not at the cost of others: one address may hold only a part of the bounds, and where room is
 * needed, the slowest unfinished bodies lose it first, the newest request last. Loopback addresses may hold all: behind
 * them is a proxy, which counts its own callers.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { GrowingBuffer } from './growing-buffer.ts';
import { addressKey, isLoopback } from './remote-address.ts';

/** Unfinished bodies of all callers, and of one address. */
const maxUnfinished = 1_000;
const maxUnfinishedOfAddress = 100;

export interface BodiesInFlight {
  /**
   * Receives the body of a request. Calls back once: with the bytes, whose room is held until `release`; or with 413 beyond
   * `most` bytes, 503 where there is no room, 400 when the connection breaks off.
   */
  receive(request: IncomingMessage, most: number, remoteAddress: string, done: Done): void;
  /** Bytes of all bodies whose requests have not been answered. */
  bytes(): number;
}

type Done = (error: AppError | null, body?: ReceivedBody) => void;

export interface ReceivedBody {
  readonly bytes: Buffer;
  /** Somebody else holds its room too, until a `release` of its own. */
  hold(): void;
  release(): void;
}

/** What one address holds in unfinished bodies. */
interface Share {
  readonly address: string;
  bodies: number;
  bytes: number;
}

interface Unfinished {
  readonly since: number;
  refuse(error: AppError): void;
}

const tooLarge = () =>
  new AppError({ code: 'PayloadTooLarge', reason: 'the body is larger than this operation takes' });
const cutOff = () => new AppError({ code: 'MalformedRequest', reason: 'the request broke off before its end' });
const noRoom = () =>
  new AppError(
    { code: 'Unavailable', reason: 'the server is receiving too much at the moment: send the request again' },
    { retryAfterSeconds: 1 },
  );

/**
 * @param maxBytes of all bodies whose requests have not been answered; one address may have a quarter of it unfinished
 * @param slowAfterMs an unfinished body that is older may lose its room to a newer one
 */
export function openBodiesInFlight(maxBytes: number, slowAfterMs = 1_000): BodiesInFlight {
  let bytes = 0;
  const shares = new Map<string, Share>();
  /** The oldest first. */
  const unfinished = new Set<Unfinished>();

  const shareOf = (address: string): Share => {
    const share = shares.get(address) ?? { address, bodies: 0, bytes: 0 };
    shares.set(address, share);
    return share;
  };

  /** Takes their room from the slowest until `isEnough`. */
  const refuseSlow = (but: Unfinished, isEnough: () => boolean): void => {
    const before = performance.now() - slowAfterMs;
    for (const body of unfinished) {
      if (isEnough() || body.since > before) return;
      if (body !== but) body.refuse(noRoom());
    }
  };

  const receive: BodiesInFlight['receive'] = (request, most, remoteAddress, done) => {
    if (Number(request.headers['content-length']) > most) {
      done(tooLarge());
      return;
    }
    if (request.destroyed) {
      done(cutOff());
      return;
    }
    const buffer = new GrowingBuffer();
    const share = isLoopback(remoteAddress) ? undefined : shareOf(addressKey(remoteAddress));
    if (share !== undefined) share.bodies += 1;

    const finish = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onBroken);
      unfinished.delete(body);
      if (share === undefined) return;
      share.bodies -= 1;
      share.bytes -= buffer.length;
      if (share.bodies === 0) shares.delete(share.address);
    };
    const body: Unfinished = {
      since: performance.now(),
      refuse: (error) => {
        finish();
        bytes -= buffer.length;
        done(error);
      },
    };
    const onBroken = (): void => body.refuse(cutOff());
    const onEnd = (): void => {
      finish();
      let holders = 1;
      done(null, {
        bytes: buffer.bytes(),
        hold: () => {
          holders += 1;
        },
        release: () => {
          holders -= 1;
          if (holders === 0) bytes -= buffer.length;
        },
      });
    };
    const onData = (chunk: Buffer): void => {
      buffer.add(chunk);
      bytes += chunk.length;
      if (share !== undefined) share.bytes += chunk.length;
      if (buffer.length > most) {
        body.refuse(tooLarge());
        return;
      }
      if (bytes > maxBytes) refuseSlow(body, () => bytes <= maxBytes);
      if (bytes > maxBytes || (share?.bytes ?? 0) > maxBytes / 4) body.refuse(noRoom());
    };

    unfinished.add(body);
    if (unfinished.size > maxUnfinished) refuseSlow(body, () => unfinished.size <= maxUnfinished);
    if (unfinished.size > maxUnfinished || (share?.bodies ?? 0) > maxUnfinishedOfAddress) {
      body.refuse(noRoom());
      return;
    }
    // Not 'error': a request that is cut off has none where nobody listens for it, and is closed all the same.
    request.on('data', onData).on('end', onEnd).on('close', onBroken);
    request.resume();
  };

  return { receive, bytes: () => bytes };
}
