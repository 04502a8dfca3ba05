/** The interface of a step of the model, and random values that several steps use. */
import fc from 'fast-check';
import type { ModelOrder, Want } from './documents.ts';
import type { StockModel } from './stock-model.ts';
import type { ModelWinery } from './winery.ts';

/** One thing that is done. */
export interface Action {
  readonly what: string;
  /** To the real thing; answers `done` or why not. */
  perform(winery: ModelWinery): Promise<string>;
  /** To the model. `queuedAt` tells when an order was really accepted. */
  apply(model: StockModel, queuedAt: (reference: string) => string): string;
}

/** A step as it is drawn; what it means depends on what is there. Undefined where it means nothing. */
export type Step = (model: StockModel, context: StepContext) => Action | undefined;

export interface StepContext {
  /** Codes of all warehouses, nearest to a ZIP first: geography is not what the model is about. */
  nearest(zip: string): readonly string[];
}

export const items = ['A', 'B', 'SET'] as const;
export const warehouses = ['APC01', 'COB01', 'ETC01'] as const;
export const good = 'GOOD-NO-TX';
/** Drawn by wholesale only. */
export const other = 'GOOD-ST-TX';
const statuses = [good, other, 'DMGD-NO-TX'] as const;
export const bottlesPerCase = 6;

export interface SentLine {
  readonly item: string;
  readonly status: string;
  readonly quantity: number;
  readonly inCases: boolean;
}

export const item = fc.oneof(
  { weight: 4, arbitrary: fc.constant('A') },
  { weight: 3, arbitrary: fc.constantFrom(...items) },
);
export const warehouse = fc.oneof(
  { weight: 2, arbitrary: fc.constant('APC01') },
  { weight: 1, arbitrary: fc.constantFrom(...warehouses) },
);
export const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(good) },
  { weight: 1, arbitrary: fc.constantFrom(...statuses) },
);
export const place = fc.record({ warehouse, status });
export const anyIndex = fc.nat({ max: 1_000 });

/** True once in so many times. */
export const seldom = (oneIn: number): fc.Arbitrary<boolean> =>
  fc.nat({ max: oneIn - 1 }).map((generated) => generated === oneIn - 1);

/** Two lines of one item count together. */
export function wantsOf(sent: readonly SentLine[]): Want[] {
  const wants: { item: string; status: string; units: number }[] = [];
  for (const line of sent) {
    const units = line.quantity * (line.inCases ? bottlesPerCase : 1);
    const same = wants.find((want) => want.item === line.item && want.status === line.status);
    if (same) same.units += units;
    else wants.push({ item: line.item, status: line.status, units });
  }
  return wants;
}

export const ofKind = (model: StockModel, kind: ModelOrder['kind']) =>
  model.orders.filter((order) => order.kind === kind);

/** The one drawn, where there is any. */
export const pick = <Each>(from: readonly Each[], generated: number): Each | undefined =>
  from[generated % Math.max(1, from.length)];

/** The first of several steps that means anything: what is furthest goes on. */
export const firstApplicable = (...steps: readonly fc.Arbitrary<Step>[]): fc.Arbitrary<Step> =>
  fc.tuple(...steps).map(
    (generated): Step =>
      (model, context) => {
        for (const each of generated) {
          const action = each(model, context);
          if (action !== undefined) return action;
        }
        return undefined;
      },
  );
