/** Random steps of customers and of the floor with sales orders. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { ModelOrder, Sale, SaleType } from './documents.ts';
import {
  anyIndex,
  good,
  item,
  ofKind,
  other,
  pick,
  type SentLine,
  type Step,
  type StepContext,
  seldom,
  wantsOf,
  warehouse,
} from './step.ts';
import type { OrderChange } from './stock-model.ts';

export const zip = fc.constantFrom('80202', '10001');
const service = fc.constantFrom('GRND', 'GRND', '2DAY');

const linesOf = (isWholesale: boolean): fc.Arbitrary<SentLine[]> =>
  fc.array(
    fc.record({
      item,
      status: isWholesale ? fc.constantFrom(good, other) : fc.constant(good),
      quantity: fc.integer({ min: 1, max: isWholesale ? 2 : 5 }),
      inCases: isWholesale ? fc.boolean() : fc.constant(false),
    }),
    { minLength: 1, maxLength: 3 },
  );

/** Lines that may be sent with an order of a type; seldom none. */
const lines = fc.record({ retail: linesOf(false), wholesale: linesOf(true), isNone: seldom(15) });
type GeneratedLines = { retail: SentLine[]; wholesale: SentLine[]; isNone: boolean };
const sentOf = ({ retail, wholesale, isNone }: GeneratedLines, type: SaleType): SentLine[] =>
  isNone ? [] : type === 'WHOLESALE' ? wholesale : retail;

/** A sales order as it is sent. */
export interface SentOrder {
  readonly type: SaleType;
  readonly named: string | undefined;
  readonly zip: string;
  readonly isUsable: boolean;
  readonly service: string;
  readonly icePack: boolean;
  /** So many seasons from now. */
  readonly inSeasons: number | undefined;
  readonly isHeld: boolean;
  readonly lines: readonly SentLine[];
}

export const sentOrder: fc.Arbitrary<SentOrder> = fc
  .record({
    type: fc.constantFrom<SaleType[]>('CLUB', 'CLUB', 'CLUB', 'CLUB', 'WHOLESALE', 'WHOLESALE', 'JIT'),
    warehouse,
    isNamed: fc.boolean(),
    zip,
    isUsable: seldom(12).map((isBad) => !isBad),
    service,
    icePack: seldom(4),
    inSeasons: fc.constantFrom(undefined, undefined, undefined, undefined, 0, 1),
    isHeld: seldom(6),
    lines,
  })
  .map(({ warehouse: at, isNamed, lines: generated, ...order }) => ({
    ...order,
    // A JIT order's goods come to a warehouse of the customer's choice.
    named: isNamed || order.type === 'JIT' ? at : undefined,
    lines: sentOf(generated, order.type),
  }));

/** The order in the model, as it is accepted. */
export function modelOrderOf(
  reference: string,
  order: SentOrder,
  { season, queuedAt, nearest }: { season: number; queuedAt: string } & StepContext,
): ModelOrder {
  const wants = wantsOf(order.lines);
  const sale: Sale = {
    type: order.type,
    lines: wants,
    zip: order.zip,
    isUsable: order.isUsable,
    service: order.service,
    icePack: order.icePack,
    season: order.inSeasons === undefined ? undefined : season + order.inSeasons,
    isHeld: order.isHeld,
    operatorHold: undefined,
    ruled: [],
    shipped: [],
    shippedFrom: undefined,
  };
  return {
    reference,
    kind: 'order',
    sale,
    queuedAt,
    named: order.named,
    choices: order.named === undefined ? nearest(order.zip) : [order.named],
    wants: order.type === 'JIT' ? [] : wants,
    stage: 'open',
    reservedAt: undefined,
  };
}

export const create = sentOrder.map(
  (order): Step =>
    ({ season }, { nearest }) => {
      const reference = uuidv7();
      return {
        what: `create ${reference} ${JSON.stringify(order)}`,
        perform: (winery) => winery.place(reference, order, season),
        apply: (model, queuedAt) =>
          model.create(
            modelOrderOf(reference, order, { season: model.season, queuedAt: queuedAt(reference), nearest }),
          ),
      };
    },
);

/** Which part of an order an update is about. */
const part = fc.constantFrom(
  'lines',
  'lines',
  'warehouse',
  'both',
  'hold',
  'release',
  'release',
  'to',
  'mend',
  'shipment',
);

export const change = fc
  .record({
    anyIndex,
    lines,
    part,
    warehouse,
    zip,
    isUsable: fc.boolean(),
    service,
    icePack: fc.boolean(),
    inSeasons: fc.nat({ max: 1 }),
  })
  .map(
    (generated): Step =>
      (model, { nearest }) => {
        const order = pick(ofKind(model, 'order'), generated.anyIndex);
        if (order?.sale === undefined) return undefined;
        const { reference, sale } = order;
        const sent =
          generated.part === 'lines' || generated.part === 'both' ? sentOf(generated.lines, sale.type) : undefined;
        const to = {
          zip: generated.part === 'to' ? generated.zip : sale.zip,
          isUsable: generated.part === 'mend' || generated.isUsable,
        };
        const update: OrderChange = {
          ...(sent === undefined ? {} : { lines: wantsOf(sent) }),
          ...(generated.part === 'warehouse' || generated.part === 'both' ? { named: generated.warehouse } : {}),
          ...(generated.part === 'hold' || generated.part === 'release' ? { isHeld: generated.part === 'hold' } : {}),
          ...(generated.part === 'to' || generated.part === 'mend' ? { to: { ...to, choices: nearest(to.zip) } } : {}),
          ...(generated.part === 'shipment'
            ? { service: generated.service, icePack: generated.icePack, season: model.season + generated.inSeasons }
            : {}),
        };
        return {
          what: `update ${reference} ${generated.part} ${JSON.stringify({ ...update, ...(sent && { lines: sent }) })}`,
          perform: (winery) => winery.update(reference, update, sale.type, sent),
          apply: (on) => on.update(reference, update),
        };
      },
  );

const stageFor = { cancel: 'open', begin: 'open', pack: 'work', ship: 'packed' } as const;

/** Mostly about an order that it is possible for. */
export const onOrder = (verb: keyof typeof stageFor) =>
  fc.record({ anyIndex, equalsAny: seldom(6) }).map(
    ({ anyIndex: generated, equalsAny }): Step =>
      (model) => {
        const isReady = ({ stage, reservedAt, wants }: ModelOrder) =>
          stage === stageFor[verb] && (reservedAt !== undefined || wants.length === 0);
        const known = ofKind(model, 'order');
        const reference = pick(equalsAny ? known : known.filter(isReady), generated)?.reference;
        if (reference === undefined) return undefined;
        return {
          what: `${verb} ${reference}`,
          perform: (winery) => winery[verb](reference),
          apply: (on) => on[verb](reference),
        };
      },
  );
