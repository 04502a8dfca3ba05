/**
 * An in-memory model of the stock, reservations, backorder queue, holds and returns of one customer, written from decisions 10, 11,
 * 12 and 21, not from the code. It applies one step after the other.
 */
import {
  type CoveredEvent,
  type Disposition,
  type FoundPart,
  type InspectedLine,
  type ModelBalance,
  type ModelCount,
  type ModelInbound,
  type ModelOrder,
  type ModelView,
  type ModelWindow,
  type Place,
  type Sale,
  type SaleType,
  sum,
  type Want,
} from './documents.ts';
import { holdsOf, openStatusOf, RulesModel, recordHoldChanges, shippingText } from './hold-model.ts';
import { ReturnsModel } from './returns-model.ts';

/** What of a view stock decides. */
type StockView = Omit<ModelView, 'holds' | 'shipping'>;

const text = ({ item, warehouse, status }: Place) => `${item} ${warehouse} ${status}`;

/** What an update says; absent parts stay. */
export interface OrderChange {
  readonly lines?: readonly Want[];
  readonly named?: string;
  readonly isHeld?: boolean;
  /** With the warehouses that may fill it there, best first. */
  readonly to?: { readonly zip: string; readonly isUsable: boolean; readonly choices: readonly string[] };
  readonly service?: string;
  readonly icePack?: boolean;
  readonly season?: number;
}

export class StockModel {
  readonly covered = new Set<CoveredEvent>();
  readonly onHand = new Map<string, number>();
  readonly orders: ModelOrder[] = [];
  readonly inbound: ModelInbound[] = [];
  readonly counts: ModelCount[] = [];
  rules = new RulesModel();
  returns = new ReturnsModel(this.covered);
  /** What season it is on the customer's clock, from 0. */
  season = 0;

  clone(): StockModel {
    const copy = new StockModel();
    copy.rules = this.rules.clone();
    copy.returns = this.returns.clone(copy.covered);
    copy.season = this.season;
    for (const each of this.covered) copy.covered.add(each);
    for (const [place, units] of this.onHand) copy.onHand.set(place, units);
    copy.orders.push(...structuredClone(this.orders));
    copy.inbound.push(...structuredClone(this.inbound));
    copy.counts.push(...structuredClone(this.counts));
    return copy;
  }

  stock(place: Place): number {
    return this.onHand.get(text(place)) ?? 0;
  }

  /** Stock on hand that is not reserved for an order. */
  available(place: Place): number {
    return this.stock(place) - sum(this.#holding(place).map((order) => unitsWanted(order, place)));
  }

  #holding({ warehouse }: Pick<Place, 'warehouse'>): ModelOrder[] {
    return this.orders.filter((order) => order.reservedAt === warehouse);
  }

  order(reference: string): ModelOrder {
    const order = this.orders.find((each) => each.reference === reference);
    if (order === undefined) throw new Error(`the model knows no order ${reference}`);
    return order;
  }

  /** On its way to a warehouse. */
  #expected({ item, warehouse, status }: Place): number {
    const ordered = this.inbound
      .filter((inbound) => inbound.isOpen && inbound.warehouse === warehouse && inbound.status === status)
      .flatMap(({ lines }) => lines.filter((line) => line.item === item))
      .map((line) => Math.max(0, line.ordered - line.received));
    const moving = this.orders
      .filter(({ stage, kind, to }) => stage === 'shipped' && kind === 'transfer' && to === warehouse)
      .map((transfer) => unitsWanted(transfer, { item, status }));
    return sum([...ordered, ...moving]);
  }

  /** Who waits without a warehouse of its own waits where its stock is expected, else where some lies, else at the nearest. */
  #backorder(order: ModelOrder): void {
    const [first = ''] = order.choices;
    const isAt = (where: (place: Place, units: number) => boolean, rule: 'every' | 'some') =>
      order.choices.find((warehouse) => {
        const holds = ({ item, status, units }: Want) => where({ item, warehouse, status }, units);
        return rule === 'every' ? order.wants.every(holds) : order.wants.some(holds);
      });
    const missing = (place: Place, units: number) => units - Math.max(0, this.available(place));
    order.waitsAt =
      order.choices.length === 1
        ? first
        : (isAt((place, units) => missing(place, units) <= this.#expected(place), 'every') ??
          isAt((place, units) => missing(place, units) > 0 && this.#expected(place) > 0, 'some') ??
          isAt((place) => this.stock(place) > 0, 'some') ??
          first);
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
      .sort(byQueueOrder);
  }

  /** Fills waiting orders in the order of the queue; skips an order that cannot be filled as a whole. */
  #serve(isServed: (order: ModelOrder) => boolean = () => true): void {
    let isAnyPassedOver = false;
    for (const order of this.#queue().filter(isServed)) {
      const was = this.#lost.get(order.reference);
      this.#reserve(order);
      if (order.reservedAt === undefined) this.covered.add(was === undefined ? 'passed over' : 'fell');
      else if (was !== undefined) this.covered.add(was === order.reservedAt ? 'kept' : 'moved');
      else if (isAnyPassedOver) this.covered.add('served');
      isAnyPassedOver ||= order.reservedAt === undefined;
    }
    this.#lost.clear();
  }

  /** Where those were reserved that have just lost their stock. */
  readonly #lost = new Map<string, string | undefined>();

  create(order: ModelOrder): string {
    this.orders.push(order);
    if (order.wants.length > 0) this.#reserve(order);
    if (order.reservedAt === undefined) this.#backorder(order);
    this.#judge(order);
    recordHoldChanges([], holdsOf(order), this.covered, 'held by a rule');
    return 'done';
  }

  /** The rules look at an order anew. */
  #judge({ sale, stage }: ModelOrder, time = this.season): void {
    if (sale === undefined || stage !== 'open') return;
    sale.ruled = this.rules.evaluate(sale, time);
    if (sale.ruled.length > 0) this.covered.add('held by a rule');
  }

  /** Keeps its place; what it does not want any more is free for others, after it has taken what it wants. */
  update(reference: string, change: OrderChange): string {
    const order = this.order(reference);
    const { sale } = order;
    if (order.stage !== 'open' || sale === undefined) return 'StateForbids';
    const before = holdsOf(order);
    const had = JSON.stringify([order.wants, order.named, order.named === undefined ? order.choices : '']);
    sale.isHeld = change.isHeld ?? sale.isHeld;
    sale.zip = change.to?.zip ?? sale.zip;
    sale.isUsable = change.to?.isUsable ?? sale.isUsable;
    sale.service = change.service ?? sale.service;
    sale.icePack = change.icePack ?? sale.icePack;
    sale.season = change.season ?? sale.season;
    sale.lines = change.lines ?? sale.lines;
    order.wants = sale.type === 'JIT' ? [] : sale.lines;
    order.named = change.named ?? order.named;
    order.choices = order.named === undefined ? (change.to?.choices ?? order.choices) : [order.named];
    if (JSON.stringify([order.wants, order.named, order.named === undefined ? order.choices : '']) !== had) {
      order.reservedAt = undefined;
      if (order.wants.length > 0) this.#reserve(order);
      if (order.reservedAt === undefined) this.#backorder(order);
    }
    this.#judge(order);
    recordHoldChanges(before, holdsOf(order), this.covered, 'mended');
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

  /** Placed again it takes the newer end. */
  placeHold(reference: string, until: number | undefined): string {
    const { sale, stage } = this.order(reference);
    if (stage !== 'open' || sale === undefined) return 'StateForbids';
    if (until !== undefined && until < this.season) return 'Past';
    sale.operatorHold = { until };
    return 'done';
  }

  endHold(reference: string): string {
    const { sale, stage } = this.order(reference);
    if (stage !== 'open' || sale?.operatorHold === undefined) return 'StateForbids';
    sale.operatorHold = undefined;
    return 'done';
  }

  /** A rule looks at every open order at once. */
  changeRules(change: (rules: RulesModel) => string): string {
    const result = change(this.rules);
    if (result !== 'done') return result;
    for (const order of this.orders) {
      const before = holdsOf(order);
      this.#judge(order);
      recordHoldChanges(before, holdsOf(order), this.covered, 'freed by a rule');
    }
    return 'done';
  }

  openWindow(window: ModelWindow): string {
    return this.changeRules(({ windows }) => {
      windows.push(window);
      return 'done';
    });
  }

  /** Before its time: the one that is named, or all. */
  clearWeather(reference: string | undefined): string {
    return this.changeRules(({ windows }) => {
      const named = windows.filter((each) => each.isOpen && (reference ?? each.reference) === each.reference);
      for (const window of named) window.isOpen = false;
      return reference !== undefined && named.length === 0 ? 'NotFound' : 'done';
    });
  }

  /** The season goes by: first what customer service had held until then is free, then the bad weather is over. */
  advance(): string {
    const open = this.orders.filter(({ stage }) => stage === 'open');
    for (const order of open.filter(({ sale }) => sale?.operatorHold?.until === this.season)) {
      const before = holdsOf(order);
      if (order.sale !== undefined) order.sale.operatorHold = undefined;
      this.#judge(order);
      recordHoldChanges(before, holdsOf(order), this.covered, 'freed by time');
    }
    const isOver = (window: string | undefined) =>
      this.rules.windows.find(({ reference }) => reference === window)?.season === this.season;
    for (const order of open.filter(({ sale }) => sale?.ruled.some(({ window }) => isOver(window)))) {
      const before = holdsOf(order);
      this.#judge(order, this.season + 0.5);
      recordHoldChanges(before, holdsOf(order), this.covered, 'freed by time');
    }
    this.season += 1;
    for (const window of this.rules.windows) if (window.season < this.season) window.isOpen = false;
    return 'done';
  }

  /** The floor takes an order up that is free of holds and whose day has come; it passes over any other. */
  begin(reference: string): string {
    const order = this.order(reference);
    const { sale, stage } = order;
    if (stage !== 'open' || sale === undefined || holdsOf(order).length > 0) return 'done';
    this.#judge(order);
    if (sale.ruled.length > 0) this.covered.add('held when taken up');
    else if ((sale.season ?? 0) <= this.season) order.stage = 'work';
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
    this.#moveBackorders(transfer.to ?? '', transfer.wants);
    return 'done';
  }

  arrive(reference: string): string {
    const transfer = this.order(reference);
    if (transfer.stage !== 'shipped') return 'StateForbids';
    for (const { item, status, units } of transfer.wants) {
      this.#move({ item, warehouse: transfer.to ?? '', status }, units);
    }
    transfer.stage = 'arrived';
    this.covered.add('transferred');
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
    if (order.stage !== 'packed' || order.sale === undefined) return 'done';
    const from = order.reservedAt ?? order.named ?? '';
    for (const { item, status, units } of order.wants) this.#move({ item, warehouse: from, status }, -units);
    if (order.isShort === true) this.covered.add('shipped short');
    order.stage = 'shipped';
    order.reservedAt = undefined;
    // What the customer brings for a JIT order leaves with it, and was never in stock.
    order.sale.shipped = order.sale.type === 'JIT' ? order.sale.lines : order.wants;
    order.sale.shippedFrom = from;
    return 'done';
  }

  announceReturn(
    reference: string,
    of: string,
    asked: readonly { item: string; units: number }[] | undefined,
    warehouse: string | undefined,
  ): string {
    return this.returns.announce(reference, this.order(of), asked, warehouse);
  }

  inspectReturn(reference: string, inspected: readonly InspectedLine[]): string {
    return this.returns.inspect(reference, this.order(this.returns.get(reference).of), inspected);
  }

  /** What comes back to stock goes to those who wait; what is sent again comes before all but earlier ones of its kind. */
  dispose(
    reference: string,
    disposition: Disposition,
    given: { readonly status: string | undefined; readonly parts: readonly FoundPart[] | undefined },
    reship: { readonly reference: string; readonly queuedAt: string },
  ): string {
    const disposal = this.returns.dispose(reference, disposition, given.status, given.parts);
    if (disposal === undefined) return 'StateForbids';
    const waiting = this.#queue().length;
    for (const { units, ...place } of disposal.arrivals) this.#move(place, units);
    this.#serve(disposition === 'Reship' ? ({ isReshipment }) => isReshipment === true : undefined);
    if (this.#queue().length < waiting) this.covered.add('return served');
    this.covered.add(given.parts === undefined ? 'came back' : 'came back in part');
    if (disposition === 'Return to Winery') this.covered.add('to the winery');
    if (disposition !== 'Reship') return 'done';
    const { sale } = this.order(this.returns.get(reference).of);
    if (sale === undefined) throw new Error('only sales orders come back');
    const result = this.create(reshipmentOf(sale, disposal, reship));
    this.covered.add(this.order(reship.reference).reservedAt === undefined ? 'reship waits' : 'reshipped');
    this.#serve();
    return result;
  }

  #move(place: Place, units: number): void {
    this.onHand.set(text(place), this.stock(place) + units);
  }

  announce(inbound: ModelInbound): string {
    this.inbound.push(inbound);
    const { warehouse, status, lines } = inbound;
    this.#moveBackorders(
      warehouse,
      lines.map(({ item }) => ({ item, status })),
    );
    return 'done';
  }

  /** Orders that wait for items that a warehouse expects now choose again where they wait. */
  #moveBackorders(warehouse: string, items: readonly Pick<Place, 'item' | 'status'>[]): void {
    for (const order of this.#queue()) {
      const isFor = items.some((item) => unitsWanted(order, item) > 0);
      if (isFor && order.choices.includes(warehouse)) this.#backorder(order);
    }
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
    if ([...sums.values()].some(({ place, units }) => this.stock(place) + units < 0)) return 'InsufficientStock';
    for (const { place, units } of sums.values()) this.#move(place, units);
    this.#releaseReservations([...sums.values()].map(({ place }) => place));
    this.#serve();
    return 'done';
  }

  /** The production of a set takes only components that are not reserved. */
  produce(
    at: { readonly warehouse: string; readonly status: string },
    set: { readonly item: string; readonly units: number },
    components: readonly { readonly item: string; readonly units: number }[],
  ): string {
    if (components.some(({ item, units }) => this.available({ ...at, item }) < units)) return 'InsufficientStock';
    for (const { item, units } of components) this.#move({ ...at, item }, -units);
    this.#move({ ...at, item: set.item }, set.units);
    this.#serve();
    return 'done';
  }

  /** Twice the same difference settles a count; it is posted as such, whatever has moved meanwhile. */
  count(reference: string, place: Place, difference: number): string {
    if (this.counts.some((count) => text(count.shelf) === text(place))) return 'StateForbids';
    this.counts.push({ reference, shelf: place, difference: Math.max(-this.stock(place), difference) });
    return 'done';
  }

  approve(reference: string): string {
    const count = this.counts.find((each) => each.reference === reference);
    if (count === undefined) return 'StateForbids';
    if (count.difference !== 0 && this.adjust([{ ...count.shelf, units: count.difference }]) !== 'done') {
      return 'StateForbids';
    }
    this.counts.splice(this.counts.indexOf(count), 1);
    return 'done';
  }

  /**
   * Where more is held than is there: whose work has not begun falls back whole, the last in the queue first; then work
   * goes out short, in the same order.
   */
  #releaseReservations(places: readonly Place[]): void {
    for (const place of places.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))) {
      const holding = this.#holding(place)
        .filter((order) => unitsWanted(order, place) > 0)
        .sort(byQueueOrder)
        .reverse();
      for (const order of holding.filter((each) => each.stage === 'open')) {
        if (this.available(place) >= 0) break;
        this.#lost.set(order.reference, order.reservedAt);
        order.reservedAt = undefined;
        this.#backorder(order);
      }
      for (const order of holding.filter((each) => each.stage !== 'open')) {
        const short = Math.min(unitsWanted(order, place), Math.max(0, -this.available(place)));
        order.wants = order.wants
          .map((want) =>
            want.item === place.item && want.status === place.status ? { ...want, units: want.units - short } : want,
          )
          .filter((want) => want.units > 0);
        if (short > 0) {
          this.covered.add('short');
          order.isShort = true;
        }
        if (order.wants.length > 0 || order.kind === 'transfer') continue;
        this.covered.add('exception');
        order.stage = 'exception';
        order.reservedAt = undefined;
      }
    }
  }

  view(order: ModelOrder): ModelView {
    const { sale } = order;
    if (sale === undefined) return { ...this.#viewOfTransfer(order), holds: [], shipping: '' };
    const shipping = shippingText(sale.zip, sale.service, sale.icePack, sale.season);
    return { ...this.#viewOfOrder(order), holds: holdsOf(order), shipping: shipping };
  }

  #viewOfTransfer({ stage, reservedAt, choices, wants }: ModelOrder): StockView {
    const gone = { demand: 'none', warehouse: undefined } as const;
    if (stage === 'canceled') return { status: 'CANCELED', ...gone };
    if (stage === 'shipped') return { status: 'IN TRANSIT', ...gone };
    if (stage === 'arrived') return { status: wants.length === 0 ? 'CLOSED' : 'RECEIVED', ...gone };
    const warehouse = choices[0];
    if (stage === 'open')
      return { status: 'OPEN', demand: reservedAt === undefined ? 'waiting' : 'reserved', warehouse };
    return wants.length === 0 ? { status: 'PICKING', ...gone } : { status: 'PICKING', demand: 'in_work', warehouse };
  }

  #viewOfOrder(order: ModelOrder): StockView {
    const { stage, wants, reservedAt, waitsAt } = order;
    const gone = { demand: 'none', warehouse: undefined } as const;
    if (stage === 'canceled') return { status: 'CANCELED', ...gone };
    if (stage === 'shipped') return { status: 'SHIPPED', ...gone };
    if (stage === 'exception') return { status: 'EXCEPTION', ...gone };
    const isNone = wants.length === 0;
    if (stage === 'open') {
      const demand = reservedAt === undefined ? 'waiting' : 'reserved';
      const status = openStatusOf(holdsOf(order));
      return isNone ? { status, ...gone } : { status, demand, warehouse: reservedAt ?? waitsAt };
    }
    const status = stage === 'packed' ? 'PROCESSING ORDER, packed' : 'PROCESSING ORDER';
    return isNone ? { status, ...gone } : { status, demand: 'in_work', warehouse: reservedAt };
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
      const { reservedAt, waitsAt } = order;
      for (const { item, status, units } of order.wants) {
        if (reservedAt !== undefined) add({ item, warehouse: reservedAt, status }, { reserved: units });
        else if (order.stage === 'open') add({ item, warehouse: waitsAt ?? '', status }, { backOrdered: units });
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

const byQueueOrder = (a: ModelOrder, b: ModelOrder): number => rankOf(a) - rankOf(b) || byAcceptance(a, b);

const rankOf = ({ kind, isReshipment }: ModelOrder): number => (isReshipment ? 0 : kind === 'transfer' ? 1 : 2);

const byAcceptance = (a: ModelOrder, b: ModelOrder): number =>
  a.queuedAt === b.queuedAt ? (a.reference < b.reference ? -1 : 1) : a.queuedAt < b.queuedAt ? -1 : 1;

const unitsWanted = ({ wants }: ModelOrder, { item, status }: Pick<Place, 'item' | 'status'>): number =>
  sum(wants.filter((want) => want.item === item && want.status === status).map((want) => want.units));

/** The same for the same recipient, from where the goods lie; what a customer had brought lies in stock now. */
function reshipmentOf(
  sale: Sale,
  { reshipLines: found, warehouse }: ReturnType<ReturnsModel['dispose']> & object,
  { reference, queuedAt }: { readonly reference: string; readonly queuedAt: string },
): ModelOrder {
  const type: SaleType = sale.type === 'JIT' ? 'RETAIL' : sale.type;
  const lines = found.map((each) => (type === 'WHOLESALE' ? each : { ...each, status: 'GOOD-NO-TX' }));
  const fresh = { isHeld: false, operatorHold: undefined, ruled: [], shipped: [], shippedFrom: undefined };
  return {
    reference,
    kind: 'order',
    isReshipment: true,
    sale: { ...sale, ...fresh, type, lines, season: undefined },
    queuedAt,
    named: warehouse,
    choices: [warehouse],
    wants: lines,
    stage: 'open',
    reservedAt: undefined,
  };
}
