/** Transfer orders, drawn at random. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { anyIndex, item, ofKind, type Step, status, wantsOf, warehouse, warehouses } from './step.ts';

export const transfer = fc
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
              reservedAt: undefined,
            }),
        };
      },
  );

const verbs = ['cancel', 'start', 'depart', 'arrive'] as const;

/** Mostly what comes next for it. */
export const onTransfer = fc
  .record({
    anyIndex,
    verb: fc.constantFrom(...verbs),
    isNext: fc.nat({ max: 5 }).map((generated) => generated > 0),
  })
  .map(
    (generated): Step =>
      (model) => {
        const known = ofKind(model, 'transfer');
        const live = known.filter(({ stage }) => stage !== 'canceled' && stage !== 'arrived');
        const from = generated.isNext ? live : known;
        const order = from[generated.anyIndex % Math.max(1, from.length)];
        if (order === undefined) return undefined;
        const { reference, stage } = order;
        const next = stage === 'open' ? 'start' : stage === 'work' ? 'depart' : 'arrive';
        const verb = generated.isNext && generated.verb !== 'cancel' ? next : generated.verb;
        return {
          what: `${verb} transfer ${reference}`,
          perform: (winery) => (verb === 'cancel' ? winery.cancelTransfer(reference) : winery[verb](reference)),
          apply: (on) => on[verb](reference),
        };
      },
  );
