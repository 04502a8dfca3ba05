/**
 * What stock, reservations, queue and holds must be, in a few lines of memory: written from decisions 10, 11 and 12, not
 * from the code. The model knows one customer and does one thing after the other.
 */

export interface Place {
  readonly item: string;
  readonly warehouse: string;
  readonly status: string;
}

export interface Want {
  readonly item: string;
  readonly status: string;
  readonly units: number;
}

/** A document that wants stock: a sales order, or a transfer order, which is served before. */
export interface ModelOrder {
  readonly reference: string;
  readonly kind: 'order' | 'transfer';
  /** Where a transfer goes. */
  readonly to?: string;
  /** When it was accepted: its place in the queue. */
  queuedAt: string;
  named: string | undefined;
  /** Where it may be filled, best first. */
  choices: readonly string[];
  /** Per item and status; two lines of one item are one. */
  wants: Want[];
  stage: 'open' | 'work' | 'packed' | 'shipped' | 'arrived' | 'canceled' | 'exception';
  /** The customer's own hold. */
  isHeld: boolean;
  /** Goes out without some of what it wanted. */
  isShort?: boolean;
  /** Where it is reserved; undefined while it waits. */
  reservedAt: string | undefined;
}

export interface ModelInbound {
  readonly reference: string;
  readonly warehouse: string;
  readonly status: string;
  readonly lines: { readonly item: string; readonly ordered: number; received: number }[];
  isOpen: boolean;
  hasArrived: boolean;
}

export interface ModelCount {
  readonly reference: string;
  readonly place: Place;
  /** Against what was on hand when it was counted. */
  difference: number;
}

/** What is expected of one balance. */
export interface ModelBalance {
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  readonly expected: number;
}

/** What the order is expected to show. */
export interface ModelView {
  readonly status: string;
  readonly demand: 'reserved' | 'waiting' | 'in_work' | 'none';
  readonly warehouse: string | undefined;
}

const text = ({ item, warehouse, status }: Place) => `${item} ${warehouse} ${status}`;

/** What happened to an order of which it must be shown that it ever happens. */
export type Seen =
  | 'served'
  | 'passed over'
  | 'fell'
  | 'moved'
  | 'kept'
  | 'short'
  | 'exception'
  | 'shipped short'
  | 'transferred';

export class StockModel {
  readonly seen = new Set<Seen>();
  readonly onHand = new Map<string, number>();
  readonly orders: ModelOrder[] = [];
  readonly inbound: ModelInbound[] = [];
  readonly counts: ModelCount[] = [];

  clone(): StockModel {
    const copy = new StockModel();
    for (const each of this.seen) copy.seen.add(each);
    for (const [place, units] of this.onHand) copy.onHand.set(place, units);
    copy.orders.push(...structuredClone(this.orders));
    copy.inbound.push(...structuredClone(this.inbound));
    copy.counts.push(...structuredClone(this.counts));
    return copy;
  }

  stock(place: Place): number {
    return this.onHand.get(text(place)) ?? 0;
  }

  /** Stock that nobody has. */
  available(place: Place): number {
    return this.stock(place) - sum(this.#holding(place).map((order) => wanted(order, place)));
  }

  #holding({ warehouse }: Pick<Place, 'warehouse'>): ModelOrder[] {
    return this.orders.filter((order) => order.reservedAt === warehouse);
  }

  order(reference: string): ModelOrder {
    const order = this.orders.find((each) => each.reference === reference);
    if (order === undefined) throw new Error(`the model knows no order ${reference}`);
    return order;
  }

  /** An order takes all of its lines at the best warehouse that has them, or nothing. */
  #reserve(order: ModelOrder): void {
    order.reservedAt = order.choices.find((warehouse) =>
      order.wants.every(({ item, status, units }) => this.available({ item, warehouse, status }) >= units),
    );
  }

  #queue(): ModelOrder[] {
    return this.orders
      .filter((order) => order.stage === 'open' && order.reservedAt === undefined && order.wants.length > 0)
      .sort(byPlace);
  }

  /** Whoever waits is served in the order of the queue; who cannot be filled whole is passed over. */
  #serve(): void {
    let isAnyPassedOver = false;
    for (const order of this.#queue()) {
      const was = this.#lost.get(order.reference);
      this.#reserve(order);
      if (order.reservedAt === undefined) this.seen.add(was === undefined ? 'passed over' : 'fell');
      else if (was !== undefined) this.seen.add(was === order.reservedAt ? 'kept' : 'moved');
      else if (isAnyPassedOver) this.seen.add('served');
      isAnyPassedOver ||= order.reservedAt === undefined;
    }
    this.#lost.clear();
  }

  /** Where those were reserved that have just lost their stock. */
  readonly #lost = new Map<string, string | undefined>();

  create(order: ModelOrder): string {
    this.orders.push(order);
    if (order.wants.length > 0) this.#reserve(order);
    return 'done';
  }

  /** Keeps its place; what it does not want any more is free for others, after it has taken what it wants. */
  update(reference: string, change: { wants?: Want[]; named?: string; isHeld?: boolean }): string {
    const order = this.order(reference);
    if (order.stage !== 'open') return 'StateForbids';
    if (change.isHeld !== undefined) order.isHeld = change.isHeld;
    const wants = change.wants ?? order.wants;
    const named = change.named ?? order.named;
    if (JSON.stringify(wants) === JSON.stringify(order.wants) && named === order.named) return 'done';
    order.wants = wants;
    order.named = named;
    if (named !== undefined) order.choices = [named];
    order.reservedAt = undefined;
    if (order.wants.length > 0) this.#reserve(order);
    this.#serve();
    return 'done';
  }

  cancel(reference: string): string {
    const order = this.order(reference);
    if (order.stage !== 'open') return 'StateForbids';
    order.stage = 'canceled';
    order.reservedAt = undefined;
    this.#serve();
    return 'done';
  }

  /** The floor takes an order up that is free of holds; it passes over any other. */
  begin(reference: string): string {
    const order = this.order(reference);
    if (order.stage === 'open' && !order.isHeld && order.reservedAt !== undefined) order.stage = 'work';
    return 'done';
  }

  /** A transfer's work is asked for, so it is refused where it cannot be. */
  start(reference: string): string {
    const transfer = this.order(reference);
    if (transfer.stage !== 'open' || transfer.reservedAt === undefined) return 'StateForbids';
    transfer.stage = 'work';
    return 'done';
  }

  /** What leaves belongs to neither end. */
  depart(reference: string): string {
    const transfer = this.order(reference);
    if (transfer.stage !== 'work' || transfer.reservedAt === undefined) return 'StateForbids';
    for (const { item, status, units } of transfer.wants) {
      this.#move({ item, warehouse: transfer.reservedAt, status }, -units);
    }
    transfer.stage = transfer.wants.length === 0 ? 'arrived' : 'shipped';
    transfer.reservedAt = undefined;
    return 'done';
  }

  arrive(reference: string): string {
    const transfer = this.order(reference);
    if (transfer.stage !== 'shipped') return 'StateForbids';
    for (const { item, status, units } of transfer.wants) {
      this.#move({ item, warehouse: transfer.to ?? '', status }, units);
    }
    transfer.stage = 'arrived';
    this.seen.add('transferred');
    this.#serve();
    return 'done';
  }

  pack(reference: string): string {
    const order = this.order(reference);
    if (order.stage === 'work') order.stage = 'packed';
    return 'done';
  }

  ship(reference: string): string {
    const order = this.order(reference);
    if (order.stage !== 'packed' || order.reservedAt === undefined) return 'done';
    for (const { item, status, units } of order.wants) {
      this.#move({ item, warehouse: order.reservedAt, status }, -units);
    }
    if (order.isShort === true) this.seen.add('shipped short');
    order.stage = 'shipped';
    order.reservedAt = undefined;
    return 'done';
  }

  #move(place: Place, units: number): void {
    this.onHand.set(text(place), this.stock(place) + units);
  }

  announce(inbound: ModelInbound): string {
    this.inbound.push(inbound);
    return 'done';
  }

  /** An item's lines are filled in their order; what is too much counts on the last of them. */
  receive(reference: string, arrived: readonly { item: string; units: number; status: string }[]): string {
    const inbound = this.inbound.find((each) => each.reference === reference);
    if (inbound === undefined) throw new Error(`the model knows no purchase order ${reference}`);
    if (!inbound.isOpen) return 'StateForbids';
    for (const { item, units, status } of arrived) {
      const lines = inbound.lines.filter((line) => line.item === item);
      let left = units;
      for (const [index, line] of lines.entries()) {
        const here = index === lines.length - 1 ? left : Math.min(left, Math.max(0, line.ordered - line.received));
        line.received += here;
        left -= here;
      }
      this.#move({ item, warehouse: inbound.warehouse, status }, units);
    }
    inbound.hasArrived = true;
    if (inbound.lines.every((line) => line.received >= line.ordered)) inbound.isOpen = false;
    this.#serve();
    return 'done';
  }

  cancelInbound(reference: string): string {
    const inbound = this.inbound.find((each) => each.reference === reference);
    if (inbound === undefined) throw new Error(`the model knows no purchase order ${reference}`);
    if (!inbound.isOpen || inbound.hasArrived) return 'StateForbids';
    inbound.isOpen = false;
    return 'done';
  }

  /** Whole or refused: nothing falls below 0. */
  adjust(changes: readonly (Place & { readonly units: number })[]): string {
    const sums = new Map<string, { place: Place; units: number }>();
    for (const { units, ...place } of changes) {
      sums.set(text(place), { place, units: units + (sums.get(text(place))?.units ?? 0) });
    }
    if ([...sums.values()].some(({ place, units }) => this.stock(place) + units < 0)) return 'NotThere';
    for (const { place, units } of sums.values()) this.#move(place, units);
    this.#giveWay([...sums.values()].map(({ place }) => place));
    this.#serve();
    return 'done';
  }

  /** A set takes only what nobody has. */
  produce(
    at: { readonly warehouse: string; readonly status: string },
    set: { readonly item: string; readonly units: number },
    components: readonly { readonly item: string; readonly units: number }[],
  ): string {
    if (components.some(({ item, units }) => this.available({ ...at, item }) < units)) return 'NotThere';
    for (const { item, units } of components) this.#move({ ...at, item }, -units);
    this.#move({ ...at, item: set.item }, set.units);
    this.#serve();
    return 'done';
  }

  /** Twice the same difference settles a count; it is posted as such, whatever has moved meanwhile. */
  count(reference: string, place: Place, difference: number): string {
    if (this.counts.some((count) => text(count.place) === text(place))) return 'StateForbids';
    this.counts.push({ reference, place, difference: Math.max(-this.stock(place), difference) });
    return 'done';
  }

  approve(reference: string): string {
    const count = this.counts.find((each) => each.reference === reference);
    if (count === undefined) return 'StateForbids';
    if (count.difference !== 0 && this.adjust([{ ...count.place, units: count.difference }]) !== 'done') {
      return 'StateForbids';
    }
    this.counts.splice(this.counts.indexOf(count), 1);
    return 'done';
  }

  /**
   * Where more is held than is there: whose work has not begun falls back whole, the last in the queue first; then work
   * goes out short, in the same order.
   */
  #giveWay(places: readonly Place[]): void {
    for (const place of places.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))) {
      const holding = this.#holding(place)
        .filter((order) => wanted(order, place) > 0)
        .sort(byPlace)
        .reverse();
      for (const order of holding.filter((each) => each.stage === 'open')) {
        if (this.available(place) >= 0) break;
        this.#lost.set(order.reference, order.reservedAt);
        order.reservedAt = undefined;
      }
      for (const order of holding.filter((each) => each.stage !== 'open')) {
        const short = Math.min(wanted(order, place), Math.max(0, -this.available(place)));
        order.wants = order.wants
          .map((want) =>
            want.item === place.item && want.status === place.status ? { ...want, units: want.units - short } : want,
          )
          .filter((want) => want.units > 0);
        if (short > 0) {
          this.seen.add('short');
          order.isShort = true;
        }
        if (order.wants.length > 0 || order.kind === 'transfer') continue;
        this.seen.add('exception');
        order.stage = 'exception';
        order.reservedAt = undefined;
      }
    }
  }

  view(order: ModelOrder): ModelView {
    return order.kind === 'order' ? this.#viewOfOrder(order) : this.#viewOfTransfer(order);
  }

  #viewOfTransfer({ stage, reservedAt, choices, wants }: ModelOrder): ModelView {
    const gone = { demand: 'none', warehouse: undefined } as const;
    if (stage === 'canceled') return { status: 'CANCELED', ...gone };
    if (stage === 'shipped') return { status: 'IN TRANSIT', ...gone };
    if (stage === 'arrived') return { status: wants.length === 0 ? 'CLOSED' : 'RECEIVED', ...gone };
    const warehouse = choices[0];
    if (stage === 'open')
      return { status: 'OPEN', demand: reservedAt === undefined ? 'waiting' : 'reserved', warehouse };
    return wants.length === 0 ? { status: 'PICKING', ...gone } : { status: 'PICKING', demand: 'in_work', warehouse };
  }

  #viewOfOrder(order: ModelOrder): ModelView {
    const waitsAt = order.choices[0];
    switch (order.stage) {
      case 'canceled':
        return { status: 'CANCELED', demand: 'none', warehouse: undefined };
      case 'shipped':
      case 'arrived':
        return { status: 'SHIPPED', demand: 'none', warehouse: undefined };
      case 'exception':
        return { status: 'EXCEPTION', demand: 'none', warehouse: undefined };
      case 'work':
        return { status: 'PROCESSING ORDER', demand: 'in_work', warehouse: order.reservedAt };
      case 'packed':
        return { status: 'PROCESSING ORDER, packed', demand: 'in_work', warehouse: order.reservedAt };
      case 'open': {
        const waits = order.reservedAt === undefined;
        const status = order.isHeld ? 'ON WINERY REQUESTED HOLD' : waits ? 'ON INV HOLD' : 'RECEIVED';
        return { status, demand: waits ? 'waiting' : 'reserved', warehouse: order.reservedAt ?? waitsAt };
      }
    }
  }

  /** Every balance that is not all zero, by item, warehouse and status. */
  balances(): Map<string, ModelBalance> {
    const balances = new Map<string, ModelBalance>();
    const add = (place: Place, more: Partial<ModelBalance>) => {
      const was = balances.get(text(place)) ?? { onHand: 0, reserved: 0, backOrdered: 0, expected: 0 };
      balances.set(text(place), {
        onHand: was.onHand + (more.onHand ?? 0),
        reserved: was.reserved + (more.reserved ?? 0),
        backOrdered: was.backOrdered + (more.backOrdered ?? 0),
        expected: was.expected + (more.expected ?? 0),
      });
    };
    for (const [key, units] of this.onHand) {
      const [item = '', warehouse = '', status = ''] = key.split(' ');
      add({ item, warehouse, status }, { onHand: units });
    }
    for (const order of this.orders) {
      const { reservedAt, choices } = order;
      for (const { item, status, units } of order.wants) {
        if (reservedAt !== undefined) add({ item, warehouse: reservedAt, status }, { reserved: units });
        else if (order.stage === 'open') add({ item, warehouse: choices[0] ?? '', status }, { backOrdered: units });
      }
    }
    for (const { warehouse, status, lines, isOpen } of this.inbound) {
      if (!isOpen) continue;
      for (const { item, ordered, received } of lines) {
        add({ item, warehouse, status }, { expected: Math.max(0, ordered - received) });
      }
    }
    return new Map(
      [...balances]
        .filter(([, balance]) => Object.values(balance).some((units) => units !== 0))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
}

const byPlace = (a: ModelOrder, b: ModelOrder): number =>
  a.kind !== b.kind ? (a.kind === 'transfer' ? -1 : 1) : byAcceptance(a, b);

const byAcceptance = (a: ModelOrder, b: ModelOrder): number =>
  a.queuedAt === b.queuedAt ? (a.reference < b.reference ? -1 : 1) : a.queuedAt < b.queuedAt ? -1 : 1;

const wanted = ({ wants }: ModelOrder, { item, status }: Pick<Place, 'item' | 'status'>): number =>
  sum(wants.filter((want) => want.item === item && want.status === status).map((want) => want.units));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
