/**
 * Deliveries of an environment that a process is sending, or whose results it has not recorded: their number and bytes, by
 * endpoint and in all, and the limits on them.
 */

export interface WebhookInFlightLimits {
  /** Deliveries of one endpoint at a time. */
  readonly perEndpoint: number;
  /**
   * Deliveries of all endpoints at a time. An endpoint whose last attempt failed gets one; failing and slow endpoints
   * get half of the total together.
   */
  readonly total: number;
  /**
   * Bytes of the bodies of all endpoints at a time. One endpoint gets an eighth of them; failing and slow endpoints get
   * half together. A limit is checked before a delivery is added, so one delivery may exceed it, and a body of any
   * length is sent.
   */
  readonly bytes: number;
}

export const defaultWebhookInFlightLimits: WebhookInFlightLimits = {
  perEndpoint: 20,
  total: 500,
  bytes: 32 * 1024 * 1024,
};

interface Slots {
  readonly limit: number;
  readonly used: number;
  /** Whether the last attempt of the endpoint failed or was slow, so that other endpoints come first. */
  readonly isLast: boolean;
}

interface Sent {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly position: number;
}

/** How an endpoint's last attempt went. A slow endpoint occupies its slots for long even when it succeeds. */
type WebhookEndpointHealth = 'normal' | 'slow' | 'failing';

const endpointsShare = 1 / 8;
const lastShare = 1 / 2;

/** The deliveries of an endpoint that are in flight: bytes by position, and their sum. */
interface OfEndpoint {
  readonly positions: Map<number, number>;
  bytes: number;
}

/** A pace, and since when the endpoint has had it, on the clock of `performance.now`. */
interface KnownPace {
  readonly pace: Exclude<WebhookEndpointHealth, 'normal'>;
  readonly sinceMs: number;
}

/** Counts the deliveries in flight and their bytes, and limits them, so that no endpoint keeps others waiting. */
export class InFlightWebhookDeliveries {
  readonly #limits: WebhookInFlightLimits;
  readonly #endpoints = new Map<string, OfEndpoint>();
  readonly #customers = new Map<string, number>();
  readonly #paces = new Map<string, KnownPace>();
  #count = 0;
  #bytes = 0;
  #lastCount = 0;
  #lastBytes = 0;

  constructor(limits: WebhookInFlightLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#limits.total || this.#bytes >= this.#limits.bytes;
  }

  has({ endpointId, position }: Pick<Sent, 'endpointId' | 'position'>): boolean {
    return this.#endpoints.get(endpointId)?.positions.has(position) ?? false;
  }

  positionsOf(endpointId: string): readonly number[] {
    return [...(this.#endpoints.get(endpointId)?.positions.keys() ?? [])];
  }

  ofCustomer(customerNo: string): number {
    return this.#customers.get(customerNo) ?? 0;
  }

  /** How many deliveries of an endpoint may be in flight, and how many of them are. */
  slotsOf(endpointId: string): Slots {
    const used = this.#endpoints.get(endpointId)?.positions.size ?? 0;
    const pace = this.#paces.get(endpointId)?.pace;
    if (pace === undefined) return { limit: this.#limits.perEndpoint, used, isLast: false };
    const { total, bytes, perEndpoint } = this.#limits;
    const isFull = this.#lastCount >= total * lastShare || this.#lastBytes >= bytes * lastShare;
    return { limit: isFull ? 0 : pace === 'failing' ? 1 : perEndpoint, used, isLast: true };
  }

  /** Adds a delivery, unless it has no slot or is in flight already. */
  add(sent: Sent & { readonly bytes: number }): boolean {
    const { endpointId, customerNo, position, bytes } = sent;
    const { limit, used, isLast } = this.slotsOf(endpointId);
    const own = this.#endpoints.get(endpointId) ?? { positions: new Map(), bytes: 0 };
    if (this.isFull || used >= limit || own.bytes >= this.#limits.bytes * endpointsShare || this.has(sent))
      return false;
    own.positions.set(position, bytes);
    own.bytes += bytes;
    this.#endpoints.set(endpointId, own);
    this.#customers.set(customerNo, this.ofCustomer(customerNo) + 1);
    this.#count += 1;
    this.#bytes += bytes;
    if (isLast) this.#addLast(1, bytes);
    return true;
  }

  remove({ customerNo, endpointId, position }: Sent): void {
    const own = this.#endpoints.get(endpointId);
    const bytes = own?.positions.get(position);
    if (own === undefined || bytes === undefined) return;
    own.positions.delete(position);
    own.bytes -= bytes;
    if (own.positions.size === 0) this.#endpoints.delete(endpointId);
    const left = this.ofCustomer(customerNo) - 1;
    if (left === 0) this.#customers.delete(customerNo);
    else this.#customers.set(customerNo, left);
    this.#count -= 1;
    this.#bytes -= bytes;
    if (this.#paces.has(endpointId)) this.#addLast(-1, -bytes);
  }

  setPace(endpointId: string, pace: WebhookEndpointHealth): void {
    const known = this.#paces.get(endpointId);
    if (pace === known?.pace) return;
    const own = this.#endpoints.get(endpointId);
    const [used, bytes] = [own?.positions.size ?? 0, own?.bytes ?? 0];
    if (this.#paces.delete(endpointId)) this.#addLast(-used, -bytes);
    if (pace === 'normal') return;
    this.#paces.set(endpointId, { pace, sinceMs: performance.now() });
    this.#addLast(used, bytes);
  }

  /** For how long every attempt of an endpoint has failed, as far as this process knows. */
  failingMs(endpointId: string): number {
    const known = this.#paces.get(endpointId);
    return known?.pace === 'failing' ? performance.now() - known.sinceMs : 0;
  }

  /** A copy without these deliveries, for planning. */
  without(removed: readonly Sent[]): InFlightWebhookDeliveries {
    const copy = new InFlightWebhookDeliveries(this.#limits);
    for (const [endpointId, { positions, bytes }] of this.#endpoints) {
      copy.#endpoints.set(endpointId, { positions: new Map(positions), bytes });
    }
    for (const [customerNo, count] of this.#customers) copy.#customers.set(customerNo, count);
    for (const [endpointId, pace] of this.#paces) copy.#paces.set(endpointId, pace);
    copy.#count = this.#count;
    copy.#bytes = this.#bytes;
    copy.#addLast(this.#lastCount, this.#lastBytes);
    for (const sent of removed) copy.remove(sent);
    return copy;
  }

  #addLast(count: number, bytes: number): void {
    this.#lastCount += count;
    this.#lastBytes += bytes;
  }
}
