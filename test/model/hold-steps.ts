/** Random steps that place and end holds of the operator, and that advance the time. */
import fc from 'fast-check';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { ModelWindow } from './documents.ts';
import { states } from './hold-model.ts';
import { modelOrderOf, sentOrder, zip } from './order-steps.ts';
import { anyIndex, ofKind, pick, type Step, seldom } from './step.ts';

const stateOf = (of: string): string => states[of] ?? '';

export const credit = fc.nat({ max: 2 }).map(
  (generated): Step =>
    () => {
      const isOn = generated === 0;
      return {
        what: `credit hold ${isOn}`,
        perform: (winery) => winery.setCredit(isOn),
        apply: (model) =>
          model.changeRules((rules) => {
            rules.isOnCredit = isOn;
            return 'done';
          }),
      };
    },
);

export const license = fc
  .record({
    zip,
    types: fc.constantFrom(undefined, undefined, ['CLUB'], ['CLUB', 'RETAIL'], ['WHOLESALE'] as string[]),
    isOpen: seldom(3).map((isClosed) => !isClosed),
  })
  .map(
    ({ zip: to, types, isOpen }): Step =>
      () => ({
        what: `license ${stateOf(to)} ${types ?? '*'} ${isOpen}`,
        perform: (winery) => winery.setLicense(stateOf(to), types, isOpen),
        apply: (model) =>
          model.changeRules((rules) => {
            rules.setLicense(stateOf(to), types, isOpen);
            return 'done';
          }),
      }),
  );

export const weather = fc
  .record({
    inSeasons: fc.nat({ max: 1 }),
    zip,
    byState: fc.boolean(),
    exemptService: fc.constantFrom(undefined, '2DAY'),
    icePackExempt: fc.boolean(),
  })
  .map(
    ({ inSeasons, zip: to, byState, ...exempt }): Step =>
      ({ season }) => {
        const where = byState ? { state: stateOf(to) } : { zip3: to.slice(0, 3) };
        const window: ModelWindow = {
          reference: uuidv7(),
          season: season + inSeasons,
          where,
          ...exempt,
          isOpen: true,
        };
        return {
          what: `bad weather ${JSON.stringify(window)}`,
          perform: (winery) => winery.openWindow(window),
          apply: (model) => model.openWindow(structuredClone(window)),
        };
      },
  );

export const clearWeather = fc.record({ anyIndex, isAll: seldom(3) }).map(
  (generated): Step =>
    ({ rules }) => {
      const named = generated.isAll ? undefined : pick(rules.windows, generated.anyIndex)?.reference;
      return {
        what: `clear weather ${named ?? 'all'}`,
        perform: (winery) => winery.clearWeather(named),
        apply: (model) => model.clearWeather(named),
      };
    },
);

/** Of a season that is over it is refused; those that are not given end it only by a call. */
export const placeHold = fc
  .record({ anyIndex, equalsAny: seldom(5), inSeasons: fc.constantFrom(undefined, 0, 0, 1, -1) })
  .map(
    (generated): Step =>
      (model) => {
        const known = ofKind(model, 'order');
        const open = known.filter(({ stage }) => stage === 'open');
        const reference = pick(generated.equalsAny ? known : open, generated.anyIndex)?.reference;
        if (reference === undefined) return undefined;
        const until = generated.inSeasons === undefined ? undefined : model.season + generated.inSeasons;
        return {
          what: `hold ${reference} until season ${until}`,
          perform: (winery) => winery.placeHold(reference, until),
          apply: (on) => on.placeHold(reference, until),
        };
      },
  );

export const endHold = fc.record({ anyIndex, equalsAny: seldom(5) }).map(
  (generated): Step =>
    (model) => {
      const known = ofKind(model, 'order');
      const held = known.filter(({ sale }) => sale?.operatorHold !== undefined);
      const reference = pick(generated.equalsAny ? known : held, generated.anyIndex)?.reference;
      if (reference === undefined) return undefined;
      return {
        what: `end the hold of ${reference}`,
        perform: (winery) => winery.endHold(reference),
        apply: (on) => on.endHold(reference),
      };
    },
);

/** The customer's clock goes on to the next season, in anyIndex the floor takes up what is free, or nothing yet. */
export const advance = fc.boolean().map(
  (takesUp): Step =>
    ({ season, orders }) => {
      const references = takesUp ? orders.filter(({ sale }) => sale !== undefined).map((each) => each.reference) : [];
      return {
        what: `season ${season + 1} begins${takesUp ? ', and work with it' : ''}`,
        perform: async (winery) => {
          const result = await winery.advanceTo(season + 1);
          for (const reference of references) await winery.begin(reference);
          return result;
        },
        apply: (model) => {
          const result = model.advance();
          for (const reference of references) model.begin(reference);
          return result;
        },
      };
    },
);

/** A process places an order by rules that another one has just changed: the second review finds it. */
export const createWithStaleRules = fc.record({ order: sentOrder, isOn: fc.boolean() }).map(
  ({ order, isOn }): Step =>
    ({ season }, { nearest }) => {
      const reference = uuidv7();
      return {
        what: `credit hold ${isOn} unnoticed by who creates ${reference} ${JSON.stringify(order)}`,
        perform: (winery) => winery.placeBesideCredit(reference, order, season, isOn),
        apply: (model, queuedAt) => {
          model.changeRules((rules) => {
            rules.isOnCredit = isOn;
            return 'done';
          });
          const known = { season: model.season, queuedAt: queuedAt(reference), nearest };
          return model.create(modelOrderOf(reference, order, known));
        },
      };
    },
);
