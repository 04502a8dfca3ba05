/** What a process is sending: how many deliveries of an endpoint, and of all. */

export interface InFlightLimits {
  /** Deliveries of one endpoint at a time. */
  readonly perEndpoint: number;
  /** Of all endpoints. Those whose last attempt failed get one each, and half of this together. */
  readonly total: number;
}

interface Slots {
  readonly limit: number;
  readonly used: number;
  /** Its last attempt failed. */
  readonly isFailing: boolean;
}

interface Sent {
  readonly customerNo: string;
  readonly endpointId: string;
  readonly position: number;
}

/** Counts what is in flight, so that no endpoint keeps others waiting. */
export class InFlight {
  readonly #limits: InFlightLimits;
  readonly #positions = new Map<string, Set<number>>();
  readonly #customers = new Map<string, number>();
  readonly #failing = new Set<string>();
  #count = 0;
  #failingCount = 0;

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
    const isFailing = this.#failing.has(endpointId);
    if (!isFailing) return { limit: this.#limits.perEndpoint, used, isFailing };
    return { limit: this.#failingCount < this.#limits.total / 2 ? 1 : 0, used, isFailing };
  }

  /** Adds a delivery, unless it has no slot or is in flight already. */
  add(sent: Sent): boolean {
    const { limit, used } = this.slotsOf(sent.endpointId);
    if (this.isFull || used >= limit || this.has(sent)) return false;
    const positions = this.#positions.get(sent.endpointId) ?? new Set();
    this.#positions.set(sent.endpointId, positions.add(sent.position));
    this.#customers.set(sent.customerNo, this.ofCustomer(sent.customerNo) + 1);
    this.#count += 1;
    if (this.#failing.has(sent.endpointId)) this.#failingCount += 1;
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
    if (this.#failing.has(endpointId)) this.#failingCount -= 1;
  }

  /** What the last attempt showed. */
  setFailing(endpointId: string, isFailing: boolean): void {
    if (this.#failing.has(endpointId) === isFailing) return;
    const used = this.#positions.get(endpointId)?.size ?? 0;
    if (isFailing) this.#failing.add(endpointId);
    else this.#failing.delete(endpointId);
    this.#failingCount += isFailing ? used : -used;
  }
}
