/** All steps that can change a customer's stock, orders and returns. Each is applied to the model and to the database. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import {
  advance,
  clearWeather,
  createWithStaleRules,
  credit,
  endHold,
  license,
  placeHold,
  weather,
} from './hold-steps.ts';
import { change, create, modelOrderOf, onOrder, type SentOrder } from './order-steps.ts';
import { announceReturn, cancelReturn, disposeReturn, inspectReturn, receiveReturn } from './return-steps.ts';
import { firstApplicable, good, other, type Step } from './step.ts';
import {
  adjust,
  announce,
  approve,
  cancelInbound,
  changeStatus,
  count,
  produce,
  receive,
  removeReserved,
} from './stock-steps.ts';
import { onTransfer, transfer } from './transfer-steps.ts';

const stock: readonly Step[] = [
  { warehouse: 'APC01', status: good, a: 30, b: 13 },
  { warehouse: 'APC01', status: other, a: 5, b: 3 },
  { warehouse: 'ETC01', status: good, a: 9, b: 9 },
].map(({ a, b, ...where }) => () => {
  const changes = [
    { item: 'A', units: a },
    { item: 'B', units: b },
  ];
  return {
    what: `begin with ${JSON.stringify({ where, changes })}`,
    perform: (winery) => winery.adjust(where, changes),
    apply: (model) => model.adjust(changes.map((each) => ({ ...where, ...each }))),
  };
});

const club: SentOrder = {
  type: 'CLUB',
  named: 'APC01',
  zip: '80202',
  isUsable: true,
  service: 'GRND',
  icePack: false,
  inSeasons: undefined,
  isHeld: false,
  lines: [
    { item: 'A', status: good, quantity: 6, inCases: false },
    { item: 'B', status: good, quantity: 3, inCases: false },
  ],
};

/** Of one item from two statuses, so that it comes back on two lines. */
const wholesale: SentOrder = {
  ...club,
  type: 'WHOLESALE',
  lines: [
    { item: 'A', status: other, quantity: 3, inCases: false },
    { item: 'B', status: good, quantity: 3, inCases: false },
    { item: 'A', status: good, quantity: 4, inCases: false },
  ],
};

/** What a run begins with, so that there is something that may come back. */
export const firstOrder = fc.constantFrom<SentOrder[]>(wholesale, wholesale, club, { ...club, type: 'JIT' });

/** Wants one unit more than wholesale has left there. */
const waiting: SentOrder = { ...wholesale, lines: [{ item: 'A', status: other, quantity: 3, inCases: false }] };

const placeStep =
  (order: SentOrder): Step =>
  (_, { nearest }) => {
    const reference = uuidv7();
    return {
      what: `begin with the order ${reference} ${JSON.stringify(order)}`,
      perform: (winery) => winery.place(reference, order, 0),
      apply: (model, queuedAt) =>
        model.create(modelOrderOf(reference, order, { season: 0, queuedAt: queuedAt(reference), nearest })),
    };
  };

const shipFirstOrder = (['begin', 'pack', 'ship'] as const).map(
  (verb): Step =>
    ({ orders }) => {
      const reference = orders[0]?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `${verb} it`,
        perform: (winery) => winery[verb](reference),
        apply: (model) => model[verb](reference),
      };
    },
);

/** Before anything is drawn: something to lose, an order that has left, and one that waits for what may come back of it. */
export const opening = (first: SentOrder): Step[] => [
  ...stock,
  placeStep(first),
  ...shipFirstOrder,
  placeStep(waiting),
];

/** Every step that is one transaction, or that callers cannot distinguish from one. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: create },
  { weight: 7, arbitrary: change },
  { weight: 2, arbitrary: onOrder('cancel') },
  { weight: 5, arbitrary: onOrder('begin') },
  { weight: 4, arbitrary: firstApplicable(onOrder('pack'), onOrder('begin')) },
  { weight: 6, arbitrary: firstApplicable(onOrder('ship'), onOrder('pack'), onOrder('begin')) },
  { weight: 2, arbitrary: transfer },
  { weight: 5, arbitrary: onTransfer },
  { weight: 2, arbitrary: announce },
  { weight: 3, arbitrary: receive },
  { weight: 1, arbitrary: cancelInbound },
  { weight: 4, arbitrary: adjust },
  { weight: 5, arbitrary: removeReserved },
  { weight: 2, arbitrary: changeStatus },
  { weight: 2, arbitrary: produce },
  { weight: 1, arbitrary: approve },
  { weight: 3, arbitrary: placeHold },
  { weight: 2, arbitrary: endHold },
  { weight: 2, arbitrary: credit },
  { weight: 2, arbitrary: license },
  { weight: 3, arbitrary: weather },
  { weight: 1, arbitrary: clearWeather },
  { weight: 6, arbitrary: announceReturn },
  { weight: 1, arbitrary: cancelReturn },
  { weight: 3, arbitrary: receiveReturn },
  { weight: 4, arbitrary: firstApplicable(inspectReturn, receiveReturn) },
  { weight: 16, arbitrary: firstApplicable(disposeReturn, inspectReturn, receiveReturn) },
);

/** Every step. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 60, arbitrary: step },
  { weight: 1, arbitrary: count },
  { weight: 2, arbitrary: advance },
  { weight: 1, arbitrary: createWithStaleRules },
);
