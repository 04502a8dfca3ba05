/** Random steps of returns: mostly the next step of a return. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Disposition, FoundPart, InspectedLine, ModelFinding, ModelOrder, ModelReturn } from './documents.ts';
import { anyIndex, good, item, ofKind, other, pick, type Step, seldom, warehouse } from './step.ts';

/** WOX01 takes no returns. */
const returnWarehouse = fc.oneof({ weight: 9, arbitrary: warehouse }, { weight: 1, arbitrary: fc.constant('WOX01') });
const otherWarehouse = fc.option(returnWarehouse, { nil: undefined, freq: 3 });

/** The whole, a part that was shipped, or what was not. */
export const announceReturn = fc
  .record({
    anyIndex,
    equalsAny: seldom(8),
    isWhole: fc.boolean(),
    lines: fc.array(fc.record({ item, anyIndex, units: fc.integer({ min: 1, max: 4 }), equalsAny: seldom(8) }), {
      minLength: 1,
      maxLength: 3,
    }),
    warehouse: otherWarehouse,
  })
  .map(
    (generated): Step =>
      (model) => {
        const known = ofKind(model, 'order');
        const isOut = (each: ModelOrder) =>
          each.sale?.shipped.some((want) => model.returns.remainingUnits(each, want.item) > 0);
        const order = pick(generated.equalsAny ? known : known.filter(isOut), generated.anyIndex);
        if (order?.sale === undefined) return undefined;
        const { shipped } = order.sale;
        const asked = generated.lines.map(({ item: any, anyIndex: line, units, equalsAny }) => ({
          item: equalsAny ? any : (pick(shipped, line)?.item ?? any),
          units,
        }));
        const lines = generated.isWhole ? undefined : asked;
        const reference = uuidv7();
        return {
          what: `announce the return ${reference} of ${order.reference} ${JSON.stringify(lines)} to ${generated.warehouse}`,
          perform: (winery) => winery.announceReturn(reference, order.reference, lines, generated.warehouse),
          apply: (on) => on.announceReturn(reference, order.reference, lines, generated.warehouse),
        };
      },
  );

const isAt = (stages: readonly ModelReturn['stage'][], equalsAny: boolean) => (each: ModelReturn) =>
  equalsAny || stages.includes(each.stage);

export const receiveReturn = fc.record({ anyIndex, equalsAny: seldom(8), at: otherWarehouse }).map(
  ({ anyIndex: generated, equalsAny, at }): Step =>
    ({ returns }) => {
      const reference = pick(returns.all.filter(isAt(['EXPECTED'], equalsAny)), generated)?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `receive the return ${reference} at ${at}`,
        perform: (winery) => winery.receiveReturn(reference, at),
        apply: (on) => on.returns.receive(reference, at),
      };
    },
);

/** Returned, kept as it was, or damaged, good or not for the orders that wait. */
const condition = fc.constantFrom(
  'RTGD-NO-TX',
  'RTGD-NO-TX',
  'RDMG-NO-TX',
  'RDMG-NO-TX',
  good,
  other,
  'CDMG-NO-TX',
  'DMGD-NO-TX',
);

/** Of one line: as many as announced, or others, or more than can be; none is an empty box. */
const finding = fc.record({
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  units: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat({ max: 7 }) }),
});

/** One unit in each condition, the rest in the last. */
function splitByCondition(units: number, conditions: readonly string[]): ModelFinding[] {
  const others = conditions.slice(1, units).map((status) => ({ status, units: 1 }));
  const rest = { status: conditions[0] ?? '', units: units - others.length };
  return rest.units === 0 ? others : [...others, rest];
}

/** Line by line, each in its own conditions. */
export const inspectReturn = fc
  .record({ anyIndex, equalsAny: seldom(8), isWhole: fc.boolean(), looks: fc.tuple(finding, finding, finding) })
  .map(
    (generated): Step =>
      ({ returns }) => {
        const arrived = pick(
          returns.all.filter(isAt(['RECEIVED', 'INSPECTING'], generated.equalsAny)),
          generated.anyIndex,
        );
        if (arrived === undefined) return undefined;
        const open = arrived.lines.filter(({ found }) => found === undefined);
        const lines = generated.isWhole ? open : open.slice(0, 1);
        const looked = lines.length > 0 ? lines : arrived.lines.slice(0, 1);
        const inspected = looked.map(({ item: of, shippedStatus, expected }, index): InspectedLine => {
          const { units = expected, conditions } = generated.looks[
            index % generated.looks.length
          ] as (typeof generated.looks)[0];
          return { item: of, shippedStatus, found: splitByCondition(units, conditions) };
        });
        const { reference } = arrived;
        return {
          what: `inspect the return ${reference} ${JSON.stringify(inspected)}`,
          perform: (winery) => winery.inspectReturn(reference, inspected),
          apply: (on) => on.inspectReturn(reference, inspected),
        };
      },
  );

/** Of an item, of one of its lines, or of what lay on it in one condition. */
const part = fc.record({ line: anyIndex, isItem: fc.boolean(), finding: fc.constantFrom(undefined, 1, 2) });

export const disposeReturn = fc
  .record({
    anyIndex,
    equalsAny: seldom(8),
    isWhole: seldom(3),
    parts: fc.array(part, { minLength: 1, maxLength: 2 }),
    disposition: fc.constantFrom<Disposition[]>(
      'Return to Inventory',
      'Return to Inventory',
      'Return to Winery',
      'Reship',
    ),
    status: fc.constantFrom(undefined, undefined, good, other),
  })
  .map(
    (generated): Step =>
      ({ returns }) => {
        const inspected = pick(
          returns.all.filter(isAt(['AWAITING DISPOSITION'], generated.equalsAny)),
          generated.anyIndex,
        );
        if (inspected === undefined) return undefined;
        const { reference, lines } = inspected;
        const { disposition, status } = generated;
        const named = generated.parts.flatMap(({ line, isItem, finding }): FoundPart[] => {
          const on = pick(lines, line);
          if (on === undefined) return [];
          const { item: of, shippedStatus } = on;
          return [{ item: of, ...(isItem ? {} : { shippedStatus }), ...(finding === undefined ? {} : { finding }) }];
        });
        const parts = generated.isWhole ? undefined : named;
        let reshipped = '';
        return {
          what: `dispose of ${reference} ${JSON.stringify({ disposition, status, parts })}`,
          perform: async (winery) => {
            const { result, reship } = await winery.disposeReturn(reference, disposition, { status, parts });
            reshipped = reship;
            return result;
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
export const cancelReturn = fc.record({ anyIndex, equalsAny: seldom(4) }).map(
  ({ anyIndex: generated, equalsAny }): Step =>
    ({ returns }) => {
      const reference = pick(returns.all.filter(isAt(['EXPECTED'], equalsAny)), generated)?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `give up the return ${reference}`,
        perform: (winery) => winery.cancelReturn(reference),
        apply: (on) => on.returns.cancel(reference),
      };
    },
);
