/** What can happen to a customer's stock, drawn at random: each step is done to the model and to the real thing. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { recipient } from '../support/orders.ts';
import type { ModelOrder, Place, StockModel, Want } from './stock-model.ts';
import { bottlesPerCase, type ModelWinery, type SentLine } from './winery.ts';

export const items = ['A', 'B', 'SET'] as const;
const warehouses = ['APC01', 'COB01', 'ETC01'] as const;
const good = 'GOOD-NO-TX';
const statuses = [good, 'GOOD-ST-TX', 'DMGD-NO-TX'] as const;

/** One thing that is done. */
export interface Action {
  readonly what: string;
  /** To the real thing; answers `done` or why not. */
  perform(winery: ModelWinery): Promise<string>;
  /** To the model. `queuedAt` tells when an order was really accepted. */
  apply(model: StockModel, queuedAt: (reference: string) => string): string;
}

/** A step as it is drawn; what it means depends on what is there. Undefined where it means nothing. */
export type Step = (model: StockModel, world: StepWorld) => Action | undefined;

export interface StepWorld {
  /** Codes of all warehouses, nearest to a ZIP first: geography is not what the model is about. */
  nearest(zip: string): readonly string[];
}

const item = fc.oneof({ weight: 4, arbitrary: fc.constant('A') }, { weight: 3, arbitrary: fc.constantFrom(...items) });
const warehouse = fc.oneof(
  { weight: 2, arbitrary: fc.constant('APC01') },
  { weight: 1, arbitrary: fc.constantFrom(...warehouses) },
);
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(good) },
  { weight: 1, arbitrary: fc.constantFrom(...statuses) },
);
const place = fc.record({ warehouse, status });
const zip = fc.constantFrom('80202', '10001');
const which = fc.nat({ max: 1_000 });

const lines = (isWholesale: boolean): fc.Arbitrary<SentLine[]> =>
  fc.array(
    fc.record({
      item,
      status: isWholesale ? fc.constantFrom(good, 'GOOD-ST-TX') : fc.constant(good),
      quantity: fc.integer({ min: 1, max: isWholesale ? 2 : 5 }),
      inCases: isWholesale ? fc.boolean() : fc.constant(false),
    }),
    { minLength: 1, maxLength: 3 },
  );

/** Two lines of one item count together. */
function wantsOf(sent: readonly SentLine[]): Want[] {
  const wants: { item: string; status: string; units: number }[] = [];
  for (const line of sent) {
    const units = line.quantity * (line.inCases ? bottlesPerCase : 1);
    const same = wants.find((want) => want.item === line.item && want.status === line.status);
    if (same) same.units += units;
    else wants.push({ item: line.item, status: line.status, units });
  }
  return wants;
}

const itemsInfo = (sent: readonly SentLine[], isWholesale: boolean) =>
  sent.map(({ item: ItemNo, status: taxStatus, quantity, inCases }) => ({
    ItemNo,
    ItemQuantity: quantity,
    QuantityUnit: inCases ? ('WHOLESALE' as const) : ('RETAIL' as const),
    ...(isWholesale ? { InventoryTaxStatus: taxStatus } : {}),
  }));

const create = fc
  .nat({ max: 3 })
  .map((drawn) => drawn === 0)

  .chain((isWholesale) =>
    fc.record({
      isWholesale: fc.constant(isWholesale),
      named: fc.option(warehouse, { nil: undefined }),
      zip,
      isHeld: fc.nat({ max: 11 }).map((drawn) => drawn === 0),
      lines: lines(isWholesale),
    }),
  )
  .map(
    (order): Step =>
      (_, { nearest }) => {
        // The reference tells an update what kind of order it is about.
        const reference = uuidv7();
        kinds.set(reference, order.isWholesale);
        const shipment = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } as const;
        return {
          what: `create ${reference} ${JSON.stringify(order)}`,
          perform: (winery) =>
            winery.place(reference, {
              OrderInfo: { OrderType: order.isWholesale ? 'WHOLESALE' : 'CLUB', HoldOrder: order.isHeld },
              RecipientContactInfo: { ...recipient, ...addresses[order.zip] },
              ShipmentInfo: { ...shipment, ...(order.named ? { ServiceWarehouseLocation: order.named } : {}) },
              ItemsInfo: itemsInfo(order.lines, order.isWholesale),
            }),
          apply: (model, queuedAt) =>
            model.create({
              reference,
              kind: 'order',
              queuedAt: queuedAt(reference),
              named: order.named,
              choices: order.named === undefined ? nearest(order.zip) : [order.named],
              wants: wantsOf(order.lines),
              stage: 'open',
              isHeld: order.isHeld,
              reservedAt: undefined,
            }),
        };
      },
  );

const kinds = new Map<string, boolean>();
const addresses: Readonly<Record<string, object>> = {
  '80202': { City: 'Denver', State: 'CO', ZipCode: '80202' },
  '10001': { City: 'New York', State: 'NY', ZipCode: '10001' },
};

const ofKind = (model: StockModel, kind: ModelOrder['kind']) => model.orders.filter((order) => order.kind === kind);

const orderAt = (model: StockModel, index: number) => {
  const orders = ofKind(model, 'order');
  return orders[index % Math.max(1, orders.length)];
};

const change = fc
  .record({
    which,
    retail: lines(false),
    wholesale: lines(true),
    part: fc.constantFrom('lines', 'lines', 'warehouse', 'both', 'hold', 'release', 'release'),
    warehouse,
  })
  .map(
    (drawn): Step =>
      (model) => {
        const reference = orderAt(model, drawn.which)?.reference;
        if (reference === undefined) return undefined;
        const isWholesale = kinds.get(reference) === true;
        const sent = isWholesale ? drawn.wholesale : drawn.retail;
        const withLines = drawn.part === 'lines' || drawn.part === 'both';
        const named = drawn.part === 'warehouse' || drawn.part === 'both' ? drawn.warehouse : undefined;
        const isHeld = drawn.part === 'hold' ? true : drawn.part === 'release' ? false : undefined;
        return {
          what: `update ${reference} ${drawn.part} ${named ?? ''} ${withLines ? JSON.stringify(sent) : ''}`,
          perform: (winery) =>
            winery.update(
              reference,
              {
                ...(withLines ? { ItemsInfo: itemsInfo(sent, isWholesale) } : {}),
                ...(named === undefined ? {} : { ShipmentInfo: { ServiceWarehouseLocation: named } }),
              },
              isHeld,
            ),
          apply: (on) =>
            on.update(reference, {
              ...(withLines ? { wants: wantsOf(sent) } : {}),
              ...(named === undefined ? {} : { named }),
              ...(isHeld === undefined ? {} : { isHeld }),
            }),
        };
      },
  );

const stageFor = { cancel: 'open', begin: 'open', pack: 'work', ship: 'packed' } as const;

/** Mostly about an order that it is possible for. */
const onOrder = (verb: keyof typeof stageFor) =>
  fc.record({ which, isPossible: fc.nat({ max: 5 }).map((drawn) => drawn > 0) }).map(
    ({ which: index, isPossible }): Step =>
      (model) => {
        const isReady = (order: ModelOrder) => order.stage === stageFor[verb] && order.reservedAt !== undefined;
        const known = ofKind(model, 'order');
        const orders = isPossible ? known.filter(isReady) : known;
        const reference = orders[index % Math.max(1, orders.length)]?.reference;
        if (reference === undefined) return undefined;
        return {
          what: `${verb} ${reference}`,
          perform: (winery) => winery[verb](reference),
          apply: (on) => on[verb](reference),
        };
      },
  );

const transfer = fc
  .record({
    from: warehouse,
    to: fc.constantFrom(...warehouses),
    status,
    lines: fc.array(fc.record({ item, units: fc.integer({ min: 1, max: 5 }) }), { minLength: 1, maxLength: 2 }),
  })
  .filter(({ from, to }) => from !== to)
  .map(
    ({ lines: sent, ...route }): Step =>
      () => {
        const reference = uuidv7();
        const wants = wantsOf(
          sent.map(({ item: each, units }) => ({ item: each, status: route.status, quantity: units, inCases: false })),
        );
        return {
          what: `transfer ${reference} ${JSON.stringify({ route, sent })}`,
          perform: (winery) => winery.transfer(reference, route, sent),
          apply: (model, queuedAt) =>
            model.create({
              reference,
              kind: 'transfer',
              to: route.to,
              queuedAt: queuedAt(reference),
              named: route.from,
              choices: [route.from],
              wants,
              stage: 'open',
              isHeld: false,
              reservedAt: undefined,
            }),
        };
      },
  );

const verbs = ['cancel', 'start', 'depart', 'arrive'] as const;

/** Mostly what comes next for it. */
const onTransfer = fc
  .record({ which, verb: fc.constantFrom(...verbs), isNext: fc.nat({ max: 5 }).map((drawn) => drawn > 0) })
  .map(
    (drawn): Step =>
      (model) => {
        const known = ofKind(model, 'transfer');
        const live = known.filter(({ stage }) => stage !== 'canceled' && stage !== 'arrived');
        const from = drawn.isNext ? live : known;
        const order = from[drawn.which % Math.max(1, from.length)];
        if (order === undefined) return undefined;
        const { reference, stage } = order;
        const next = stage === 'open' ? 'start' : stage === 'work' ? 'depart' : 'arrive';
        const verb = drawn.isNext && drawn.verb !== 'cancel' ? next : drawn.verb;
        return {
          what: `${verb} transfer ${reference}`,
          perform: (winery) => (verb === 'cancel' ? winery.cancelTransfer(reference) : winery[verb](reference)),
          apply: (on) => on[verb](reference),
        };
      },
  );

const announce = fc
  .record({
    at: place,
    lines: fc.array(fc.record({ item, ordered: fc.integer({ min: 1, max: 12 }) }), { minLength: 1, maxLength: 3 }),
  })
  .map(
    ({ at, lines: ordered }): Step =>
      () => {
        const reference = uuidv7();
        return {
          what: `announce ${reference} ${JSON.stringify({ at, ordered })}`,
          perform: (winery) => winery.announce(reference, { ...at, lines: ordered }),
          apply: (model) =>
            model.announce({
              reference,
              ...at,
              lines: ordered.map((line) => ({ ...line, received: 0 })),
              isOpen: true,
              hasArrived: false,
            }),
        };
      },
  );

/** In part, over, damaged. */
const receive = fc
  .record({
    which,
    lines: fc.array(fc.record({ line: which, units: fc.integer({ min: 1, max: 14 }), isDamaged: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(
    (drawn): Step =>
      (model) => {
        const inbound = model.inbound[drawn.which % Math.max(1, model.inbound.length)];
        if (inbound === undefined) return undefined;
        const arrived = drawn.lines.map(({ line, units, isDamaged }) => ({
          item: inbound.lines[line % inbound.lines.length]?.item ?? '',
          units,
          status: isDamaged ? 'DMGD-NO-TX' : inbound.status,
        }));
        return {
          what: `receive ${inbound.reference} ${JSON.stringify(arrived)}`,
          perform: (winery) => winery.receive(inbound.reference, arrived),
          apply: (on) => on.receive(inbound.reference, arrived),
        };
      },
  );

const cancelInbound = which.map(
  (index): Step =>
    (model) => {
      const reference = model.inbound[index % Math.max(1, model.inbound.length)]?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `cancel purchase order ${reference}`,
        perform: (winery) => winery.cancelInbound(reference),
        apply: (on) => on.cancelInbound(reference),
      };
    },
);

const signed = fc.oneof(fc.integer({ min: -9, max: -1 }), fc.integer({ min: 1, max: 6 }));

const adjust = fc
  .record({ at: place, changes: fc.array(fc.record({ item, units: signed }), { minLength: 1, maxLength: 3 }) })
  .map(
    ({ at, changes }): Step =>
      () => ({
        what: `adjust ${JSON.stringify({ at, changes })}`,
        perform: (winery) => winery.adjust(at, changes),
        apply: (model) => model.adjust(changes.map((each) => ({ ...at, ...each }))),
      }),
  );

/** Takes away what somebody has reserved, of one of its shelves, and a little more or less. */
const lose = fc.record({ which, line: which, units: fc.integer({ min: 1, max: 8 }), isDamage: fc.boolean() }).map(
  (drawn): Step =>
    (model) => {
      const holding = model.orders.filter((order) => order.reservedAt !== undefined && order.wants.length > 0);
      const order = holding[drawn.which % Math.max(1, holding.length)];
      const want = order?.wants[drawn.line % order.wants.length];
      if (order?.reservedAt === undefined || want === undefined) return undefined;
      const shelf = { item: want.item, warehouse: order.reservedAt, status: want.status };
      const units = Math.min(model.stock(shelf), model.available(shelf) + drawn.units);
      if (units <= 0) return undefined;
      const damaged = { ...shelf, status: 'DMGD-NO-TX' };
      const isDamage = drawn.isDamage && shelf.status !== damaged.status;
      return {
        what: `lose ${units} of ${JSON.stringify(shelf)} ${isDamage ? 'to damage' : ''}`,
        perform: (winery) =>
          isDamage
            ? winery.changeStatus(shelf.warehouse, shelf.status, damaged.status, shelf.item, units)
            : winery.adjust(shelf, [{ item: shelf.item, units: -units }]),
        apply: (on) => on.adjust([{ ...shelf, units: -units }, ...(isDamage ? [{ ...damaged, units }] : [])]),
      };
    },
);

const changeStatus = fc
  .record({ warehouse, from: status, to: status, item, units: fc.integer({ min: 1, max: 6 }) })
  .filter(({ from, to }) => from !== to)
  .map(
    (drawn): Step =>
      () => ({
        what: `change status ${JSON.stringify(drawn)}`,
        perform: (winery) => winery.changeStatus(drawn.warehouse, drawn.from, drawn.to, drawn.item, drawn.units),
        apply: (model) =>
          model.adjust([
            { item: drawn.item, warehouse: drawn.warehouse, status: drawn.from, units: -drawn.units },
            { item: drawn.item, warehouse: drawn.warehouse, status: drawn.to, units: drawn.units },
          ]),
      }),
  );

const produce = fc
  .record({ at: place, sets: fc.integer({ min: 1, max: 4 }), a: fc.integer({ min: 1, max: 2 }), withB: fc.boolean() })
  .map(
    ({ at, sets, a, withB }): Step =>
      () => {
        const components = [{ item: 'A', perSet: a }, ...(withB ? [{ item: 'B', perSet: 1 }] : [])];
        const set = { item: 'SET', units: sets };
        return {
          what: `produce ${JSON.stringify({ at, set, components })}`,
          perform: (winery) => winery.produce(at, set, components),
          apply: (model) =>
            model.produce(
              at,
              set,
              components.map(({ item: component, perSet }) => ({ item: component, units: perSet * sets })),
            ),
        };
      },
  );

const count = fc.record({ at: place, item, difference: fc.integer({ min: -4, max: 4 }) }).map(
  ({ at, item: counted, difference }): Step =>
    () => {
      const reference = uuidv7();
      const shelf: Place = { ...at, item: counted };
      return {
        what: `count ${reference} ${JSON.stringify({ shelf, difference })}`,
        perform: (winery) => winery.count(reference, shelf, difference),
        apply: (model) => model.count(reference, shelf, difference),
      };
    },
);

const approve = which.map(
  (index): Step =>
    (model) => {
      const reference = model.counts[index % Math.max(1, model.counts.length)]?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `approve ${reference}`,
        perform: (winery) => winery.approve(reference),
        apply: (on) => on.approve(reference),
      };
    },
);

/** What a run begins with, so that there is something to lose. */
export const opening: readonly Step[] = [
  { warehouse: 'APC01', a: 24, b: 10 },
  { warehouse: 'ETC01', a: 9, b: 9 },
].map(({ warehouse: at, a, b }) => () => {
  const changes = [
    { item: 'A', units: a },
    { item: 'B', units: b },
  ];
  const where = { warehouse: at, status: good };
  return {
    what: `begin with ${JSON.stringify({ where, changes })}`,
    perform: (winery) => winery.adjust(where, changes),
    apply: (model) => model.adjust(changes.map((change) => ({ ...where, ...change }))),
  };
});

/** Every step that is one transaction. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: create },
  { weight: 5, arbitrary: change },
  { weight: 2, arbitrary: onOrder('cancel') },
  { weight: 4, arbitrary: onOrder('begin') },
  { weight: 3, arbitrary: onOrder('pack') },
  { weight: 3, arbitrary: onOrder('ship') },
  { weight: 2, arbitrary: transfer },
  { weight: 5, arbitrary: onTransfer },
  { weight: 2, arbitrary: announce },
  { weight: 3, arbitrary: receive },
  { weight: 1, arbitrary: cancelInbound },
  { weight: 5, arbitrary: adjust },
  { weight: 6, arbitrary: lose },
  { weight: 3, arbitrary: changeStatus },
  { weight: 2, arbitrary: produce },
  { weight: 1, arbitrary: approve },
);

/** Every step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof({ weight: 40, arbitrary: step }, { weight: 1, arbitrary: count });
