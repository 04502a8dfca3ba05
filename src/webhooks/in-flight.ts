/** What a process is sending: how many deliveries of an endpoint, and of all. */

export interface InFlightLimits {
  /** Deliveries of one endpoint at a time. */
  readonly perEndpoint: number;
  /** Of all endpoints. Those whose last attempt failed get one each; these and slow ones get half of this together. */
  readonly total: number;
}

interface Slots {
  readonly limit: number;
  readonly used: number;
  /** Its last attempt failed or was slow, so others come first. */
  readonly isLast: boolean;
}

interface Sent {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly position: number;
}

/** What the last attempt showed. An endpoint that is slow keeps its slots for long, also when it succeeds. */
export type Pace = 'normal' | 'slow' | 'failing';

/** Counts what is in flight, so that no endpoint keeps others waiting. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #positions = new Map<string, Set<number>>();
  readonly #customers = new Map<string, number>();
  readonly #paces = new Map<string, Exclude<Pace, 'normal'>>();
  #count = 0;
  #lastCount = 0;

  constructor(limits: InFlightLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#limits.total;
  }

  has({ endpointId, position }: Sent): boolean {
    return this.#positions.get(endpointId)?.has(position) ?? false;
  }

  ofCustomer(customerNo: string): number {
    return this.#customers.get(customerNo) ?? 0;
  }

  /** How many deliveries of an endpoint may be in flight, and how many of them are. */
  slotsOf(endpointId: string): Slots {
    const used = this.#positions.get(endpointId)?.size ?? 0;
    const pace = this.#paces.get(endpointId);
    if (pace === undefined) return { limit: this.#limits.perEndpoint, used, isLast: false };
    const isFull = this.#lastCount >= this.#limits.total / 2;
    return { limit: isFull ? 0 : pace === 'failing' ? 1 : this.#limits.perEndpoint, used, isLast: true };
  }

  /** Adds a delivery, unless it has no slot or is in flight already. */
  add(sent: Sent): boolean {
    const { limit, used } = this.slotsOf(sent.endpointId);
    if (this.isFull || used >= limit || this.has(sent)) return false;
    const positions = this.#positions.get(sent.endpointId) ?? new Set();
    this.#positions.set(sent.endpointId, positions.add(sent.position));
    this.#customers.set(sent.customerNo, this.ofCustomer(sent.customerNo) + 1);
    this.#count += 1;
    if (this.#paces.has(sent.endpointId)) this.#lastCount += 1;
    return true;
  }

  remove({ customerNo, endpointId, position }: Sent): void {
    const positions = this.#positions.get(endpointId);
    if (!positions?.delete(position)) return;
    if (positions.size === 0) this.#positions.delete(endpointId);
    const left = this.ofCustomer(customerNo) - 1;
    if (left === 0) this.#customers.delete(customerNo);
    else this.#customers.set(customerNo, left);
    this.#count -= 1;
    if (this.#paces.has(endpointId)) this.#lastCount -= 1;
  }

  setPace(endpointId: string, pace: Pace): void {
    const used = this.#positions.get(endpointId)?.size ?? 0;
    if (this.#paces.delete(endpointId)) this.#lastCount -= used;
    if (pace === 'normal') return;
    this.#paces.set(endpointId, pace);
    this.#lastCount += used;
  }
}
