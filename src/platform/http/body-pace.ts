/**
 * Limits how many bytes of large bodies one turn of the event loop receives: beyond the limit, each request is paused after its
 * next chunk. Small chunks are not counted. libuv reads up to 2 MiB from each connection and
 * accepts only some new ones in a turn: behind 250 new connections that send large bodies, a health probe on a new
 * connection would wait for seconds.
 */
import type { IncomingMessage } from 'node:http';

const maxTurnBytes = 4 * 1024 ** 2;
/** While connections are being accepted: turns are short then, so that many are. */
const maxTurnBytesAccepting = 256 * 1024;
/** How long after a connection others are expected. */
const acceptingMs = 20;
/** Paused requests that read on in the next turn. Each reads at least one chunk. */
const resumedPerTurn = 4;
/** Requests that are sent in small pieces, and small requests, are never paused. */
const smallChunkBytes = 16 * 1024;

/** Paused requests, in the order in which they are resumed: that in which they were paused. */
const paused = new Set<IncomingMessage>();
let turnBytes = 0;
let isTurnOpen = false;
let connectedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Call it for each accepted connection: for the next 20 ms the limit of `paceBody` is lower, so that further
 * connections are accepted soon.
 */
export function paceBodiesAfterConnection(): void {
  connectedAtMs = performance.now();
}

/** To be called with each chunk of a body: pauses the request until a later turn where this one has received enough. */
export function paceBody(request: IncomingMessage, chunkBytes: number): void {
  if (chunkBytes < smallChunkBytes) return;
  openTurn();
  turnBytes += chunkBytes;
  const isAccepting = performance.now() - connectedAtMs < acceptingMs;
  if (turnBytes < (isAccepting ? maxTurnBytesAccepting : maxTurnBytes)) return;
  request.pause();
  paused.add(request);
}

function openTurn(): void {
  if (isTurnOpen) return;
  isTurnOpen = true;
  setImmediate(endTurn);
}

function endTurn(): void {
  isTurnOpen = false;
  turnBytes = 0;
  let resumed = 0;
  for (const request of paused) {
    if (resumed === resumedPerTurn) break;
    resumed += 1;
    paused.delete(request);
    request.resume();
  }
  if (paused.size > 0) openTurn();
}
