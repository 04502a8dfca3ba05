/** Random steps in which stock arrives, disappears, changes its status, is produced or counted. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Place } from './documents.ts';
import { anyIndex, item, place, type Step, status, warehouse } from './step.ts';

export const announce = fc
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
export const receive = fc
  .record({
    anyIndex,
    lines: fc.array(fc.record({ line: anyIndex, units: fc.integer({ min: 1, max: 14 }), isDamaged: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(
    (generated): Step =>
      (model) => {
        const inbound = model.inbound[generated.anyIndex % Math.max(1, model.inbound.length)];
        if (inbound === undefined) return undefined;
        const arrived = generated.lines.map(({ line, units, isDamaged }) => ({
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

export const cancelInbound = anyIndex.map(
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

export const adjust = fc
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
export const removeReserved = fc
  .record({ anyIndex, line: anyIndex, units: fc.integer({ min: 1, max: 8 }), isDamage: fc.boolean() })
  .map(
    (generated): Step =>
      (model) => {
        const holding = model.orders.filter((order) => order.reservedAt !== undefined && order.wants.length > 0);
        const order = holding[generated.anyIndex % Math.max(1, holding.length)];
        const want = order?.wants[generated.line % order.wants.length];
        if (order?.reservedAt === undefined || want === undefined) return undefined;
        const shelf = { item: want.item, warehouse: order.reservedAt, status: want.status };
        const units = Math.min(model.stock(shelf), model.available(shelf) + generated.units);
        if (units <= 0) return undefined;
        const damaged = { ...shelf, status: 'DMGD-NO-TX' };
        const isDamage = generated.isDamage && shelf.status !== damaged.status;
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

export const changeStatus = fc
  .record({ warehouse, from: status, to: status, item, units: fc.integer({ min: 1, max: 6 }) })
  .filter(({ from, to }) => from !== to)
  .map(
    (generated): Step =>
      () => ({
        what: `change status ${JSON.stringify(generated)}`,
        perform: (winery) =>
          winery.changeStatus(generated.warehouse, generated.from, generated.to, generated.item, generated.units),
        apply: (model) =>
          model.adjust([
            { item: generated.item, warehouse: generated.warehouse, status: generated.from, units: -generated.units },
            { item: generated.item, warehouse: generated.warehouse, status: generated.to, units: generated.units },
          ]),
      }),
  );

export const produce = fc
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

export const count = fc.record({ at: place, item, difference: fc.integer({ min: -4, max: 4 }) }).map(
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

export const approve = anyIndex.map(
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
