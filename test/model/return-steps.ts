/** What comes back, drawn at random: mostly what comes next for a return. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Disposition, ModelFinding, ModelOrder, ModelReturn } from './documents.ts';
import { item, ofKind, pick, type Step, seldom, warehouse, which } from './step.ts';

/** WOX01 takes no returns. */
const back = fc.oneof({ weight: 9, arbitrary: warehouse }, { weight: 1, arbitrary: fc.constant('WOX01') });
const elsewhere = fc.option(back, { nil: undefined, freq: 3 });

/** The whole, a part that was shipped, or what was not. */
export const announceReturn = fc
  .record({
    which,
    isAny: seldom(8),
    isWhole: fc.boolean(),
    lines: fc.array(fc.record({ item, which, units: fc.integer({ min: 1, max: 4 }), isAny: seldom(8) }), {
      minLength: 1,
      maxLength: 3,
    }),
    warehouse: elsewhere,
  })
  .map(
    (drawn): Step =>
      (model) => {
        const known = ofKind(model, 'order');
        const isOut = (each: ModelOrder) => each.sale?.shipped.some((want) => model.returns.left(each, want.item) > 0);
        const order = pick(drawn.isAny ? known : known.filter(isOut), drawn.which);
        if (order?.sale === undefined) return undefined;
        const { shipped } = order.sale;
        const asked = drawn.lines.map(({ item: any, which: line, units, isAny }) => ({
          item: isAny ? any : (pick(shipped, line)?.item ?? any),
          units,
        }));
        const lines = drawn.isWhole ? undefined : asked;
        const reference = uuidv7();
        return {
          what: `announce the return ${reference} of ${order.reference} ${JSON.stringify(lines)} to ${drawn.warehouse}`,
          perform: (winery) => winery.announceReturn(reference, order.reference, lines, drawn.warehouse),
          apply: (on) => on.announceReturn(reference, order.reference, lines, drawn.warehouse),
        };
      },
  );

const isAt = (stages: readonly ModelReturn['stage'][], isAny: boolean) => (each: ModelReturn) =>
  isAny || stages.includes(each.stage);

export const receiveReturn = fc.record({ which, isAny: seldom(8), at: elsewhere }).map(
  ({ which: drawn, isAny, at }): Step =>
    ({ returns }) => {
      const reference = pick(returns.all.filter(isAt(['EXPECTED'], isAny)), drawn)?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `receive the return ${reference} at ${at}`,
        perform: (winery) => winery.receiveReturn(reference, at),
        apply: (on) => on.returns.receive(reference, at),
      };
    },
);

const condition = fc.constantFrom('RTGD-NO-TX', 'RTGD-NO-TX', 'RDMG-NO-TX', 'GOOD-NO-TX');

/** Line by line: as announced, more, less, in several conditions, or nothing. */
export const inspectReturn = fc
  .record({
    which,
    isAny: seldom(8),
    isWhole: fc.boolean(),
    line: which,
    finds: fc.array(fc.record({ status: condition, isAll: fc.boolean(), units: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 0,
      maxLength: 2,
    }),
  })
  .map(
    (drawn): Step =>
      ({ returns }) => {
        const arrived = pick(returns.all.filter(isAt(['RECEIVED', 'INSPECTING'], drawn.isAny)), drawn.which);
        if (arrived === undefined) return undefined;
        const open = arrived.lines.filter(({ found }) => found === undefined);
        const lines = drawn.isWhole ? open : open.slice(0, 1);
        const looked = lines.length > 0 ? lines : arrived.lines.slice(0, 1);
        const found = new Map(
          looked.map(({ item: of, expected }): [string, ModelFinding[]] => [
            of,
            drawn.finds.map(({ status, isAll, units }) => ({ status, units: isAll ? expected : units })),
          ]),
        );
        const { reference } = arrived;
        return {
          what: `inspect the return ${reference} ${JSON.stringify([...found])}`,
          perform: (winery) => winery.inspectReturn(reference, found),
          apply: (on) => on.inspectReturn(reference, found),
        };
      },
  );

export const disposeReturn = fc
  .record({
    which,
    isAny: seldom(8),
    isWhole: fc.boolean(),
    line: which,
    finding: fc.constantFrom(undefined, 1, 2),
    disposition: fc.constantFrom<Disposition[]>('Return to Inventory', 'Return to Winery', 'Reship', 'Reship'),
    status: fc.constantFrom(undefined, undefined, 'GOOD-NO-TX'),
  })
  .map(
    (drawn): Step =>
      ({ returns }) => {
        const inspected = pick(returns.all.filter(isAt(['AWAITING DISPOSITION'], drawn.isAny)), drawn.which);
        if (inspected === undefined) return undefined;
        const { reference, lines } = inspected;
        const { disposition, status } = drawn;
        const line = pick(lines, drawn.line)?.item;
        const part = { item: line ?? '', ...(drawn.finding === undefined ? {} : { finding: drawn.finding }) };
        const parts = drawn.isWhole || line === undefined ? undefined : [part];
        let reshipped = '';
        return {
          what: `dispose of ${reference} ${JSON.stringify({ disposition, status, parts })}`,
          perform: async (winery) => {
            const { told, reship } = await winery.disposeReturn(reference, disposition, { status, parts });
            reshipped = reship;
            return told;
          },
          apply: (on, queuedAt) =>
            on.dispose(
              reference,
              disposition,
              { status, parts },
              { reference: reshipped, queuedAt: queuedAt(reshipped) },
            ),
        };
      },
  );

/** Seldom; else nothing would ever arrive. */
export const cancelReturn = fc.record({ which, isAny: seldom(4) }).map(
  ({ which: drawn, isAny }): Step =>
    ({ returns }) => {
      const reference = pick(returns.all.filter(isAt(['EXPECTED'], isAny)), drawn)?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `give up the return ${reference}`,
        perform: (winery) => winery.cancelReturn(reference),
        apply: (on) => on.returns.cancel(reference),
      };
    },
);
