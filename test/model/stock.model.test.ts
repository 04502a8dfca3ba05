/**
 * Random sequences of operations that move, reserve, hold or return stock, from two processes, against an in-memory model
 * (decisions 10, 11, 12 and 21). Balances, orders, holds, rules and returns are compared after every step. The results of
 * concurrent steps must match at least one sequential order of them.
 *
 * A failure prints its seed and the shrunk steps. Set DRAY_MODEL_SEED to that seed to reproduce it; DRAY_MODEL_RUNS sets the
 * number of runs (`npm run test:model`: 200).
 */

import fc, { type AsyncCommand } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperatorSettings } from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { rankWarehousesByNearness } from '../../src/sales-orders/nearest-warehouses.ts';
import { indexOrdersAndVerifyDatabase } from '../../src/verify.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openWiredDb } from '../support/wired-db.ts';
import type { CoveredEvent } from './documents.ts';
import type { SentOrder } from './order-steps.ts';
import { type Action, items, type Step, type StepContext } from './step.ts';
import { anyStep, firstOrder, opening, step } from './steps.ts';
import { StockModel } from './stock-model.ts';
import { type ModelWinery, openModelWinery } from './winery.ts';

const runs = Number(process.env.DRAY_MODEL_RUNS ?? 5);
const seed = Number(process.env.DRAY_MODEL_SEED ?? 20261120);
/** Runs of one seed. */
const portion = 5;
/** Time limit for shrinking a failure. */
const shrinkMs = 60_000;
/** No more runs are started after this time. */
const timeLimitMs = process.env.DRAY_MODEL_RUNS === undefined ? 20_000 : 3_600_000;

let database: TestDatabase;
let db: Db;
let other: Db;
let context: StepContext;

beforeAll(async () => {
  database = await openTestDatabase();
  const options = { ...database.options, max: 5, options: '-c deadlock_timeout=50ms' };
  db = openWiredDb(options);
  other = openWiredDb(options);
  const { warehouses } = await readOperatorSettings(db);
  context = { nearest: (zip) => rankWarehousesByNearness(warehouses, zip) };
});

afterAll(async () => {
  await Promise.all([db.close(), other.close()]);
  await database.drop();
});

/** The model so far, and the real system. */
interface ModelState {
  model: StockModel;
}

async function shown(winery: ModelWinery) {
  return {
    balances: await winery.balances(),
    views: await winery.views(),
    returns: await winery.returns(),
    rules: await winery.rules(),
  };
}

function expected(model: StockModel) {
  return {
    balances: model.balances(),
    views: new Map(model.orders.map((order) => [order.reference, model.view(order)])),
    returns: model.returns.views(),
    rules: model.rules.view(),
  };
}

/** By reference, as stored in the database: the model takes the queue position from it. */
async function placesOf(winery: ModelWinery, model: StockModel) {
  const times = await winery.queuedAtOfAll();
  return (reference: string) =>
    times.get(reference) ?? model.orders.find((o) => o.reference === reference)?.queuedAt ?? '';
}

class SingleStep implements AsyncCommand<ModelState, ModelWinery> {
  readonly #step: Step;
  #what = 'not done';

  constructor(generated: Step) {
    this.#step = generated;
  }

  check = ({ model }: ModelState) => this.#step(model, context) !== undefined;

  async run(state: ModelState, winery: ModelWinery): Promise<void> {
    const action = this.#step(state.model, context) as Action;
    this.#what = action.what;
    const result = await action.perform(winery);
    const predicted = action.apply(state.model, await placesOf(winery, state.model));
    expect(result).toBe(predicted);
    expect(await shown(winery)).toEqual(expected(state.model));
  }

  toString = () => this.#what;
}

class ConcurrentSteps implements AsyncCommand<ModelState, ModelWinery> {
  readonly #steps: readonly Step[];
  #what = 'not done';

  constructor(generated: readonly Step[]) {
    this.#steps = generated;
  }

  check = ({ model }: ModelState) => this.#steps.every((each) => each(model, context) !== undefined);

  async run(state: ModelState, winery: ModelWinery): Promise<void> {
    const actions = this.#steps.map((each) => each(state.model, context) as Action);
    this.#what = `at the same time: ${actions.map(({ what }) => what).join(' | ')}`;
    const result = await Promise.all(actions.map((action) => action.perform(winery)));
    // A rule applies a little later to orders it missed during concurrent steps.
    await winery.settle();
    const places = await placesOf(winery, state.model);
    const real = { result: result, ...(await shown(winery)) };
    const explanations = permutations(actions.map((_, index) => index)).map((order) => {
      const model = state.model.clone();
      const answers: string[] = [];
      for (const index of order) answers[index] = (actions[index] as Action).apply(model, places);
      return { model, predictedState: { result: answers, ...expected(model) } };
    });
    const explained = explanations.find(
      ({ predictedState }) => JSON.stringify(plain(predictedState)) === JSON.stringify(plain(real)),
    );
    if (explained === undefined) expect(plain(real)).toEqual(plain(explanations[0]?.predictedState));
    else state.model = explained.model;
  }

  toString = () => this.#what;
}

type ObservedState = { result: string[] } & ReturnType<typeof expected>;

const plain = (predictedState: ObservedState | undefined) =>
  predictedState && {
    result: predictedState.result,
    balances: [...predictedState.balances],
    views: [...predictedState.views].sort(([a], [b]) => (a < b ? -1 : 1)),
    rules: predictedState.rules,
    returns: [...predictedState.returns].sort(([a], [b]) => (a < b ? -1 : 1)),
  };

function permutations(numbers: readonly number[]): number[][] {
  if (numbers.length <= 1) return [[...numbers]];
  return numbers.flatMap((first) =>
    permutations(numbers.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

const coveredEvents = new Set<CoveredEvent>();
/** Faults of failed runs. All runs share a database: counting these again would fail every shrunk sequence. */
let earlierFaults: readonly string[] = [];

async function runSteps(first: SentOrder, commands: Iterable<AsyncCommand<ModelState, ModelWinery>>): Promise<void> {
  const winery = await openModelWinery(db, other, items);
  const state: ModelState = { model: new StockModel() };
  const begun = [...opening(first).map((each) => new SingleStep(each)), ...commands];
  try {
    await fc.asyncModelRun(() => ({ model: state, real: winery }), begun);
    await expectLedgerConsistent(db, earlierFaults);
  } catch (failure) {
    earlierFaults = await indexOrdersAndVerifyDatabase(db);
    throw failure;
  }
  for (const seen of state.model.covered) coveredEvents.add(seen);
}

/** Fails with the seed and the shortest failing sequence. */
async function checkProperty(commands: fc.Arbitrary<Iterable<AsyncCommand<ModelState, ModelWinery>>>): Promise<void> {
  const property = fc.asyncProperty(firstOrder, commands, runSteps);
  const end = performance.now() + timeLimitMs;
  let done = 0;
  for (; done < runs && performance.now() < end; done += portion) {
    const details = await fc.check(property, {
      numRuns: portion,
      seed: seed + done,
      interruptAfterTimeLimit: shrinkMs,
    });
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
  }
  // Outcomes that no run reached were not tested, which means that the steps are generated badly. Many runs reach more than few.
  if (done >= 40) expect([...coveredEvents]).toEqual(expect.arrayContaining(done < 200 ? frequentEvents : allEvents));
}

const frequentEvents: CoveredEvent[] = [
  'served',
  'passed over',
  'fell',
  'short',
  'held by a rule',
  'holds stacked',
  'came back',
  'came back in part',
  'came back from several statuses',
  'found in several conditions',
  'disposed of differently',
  'to the winery',
  'reshipped',
];
const allEvents: CoveredEvent[] = [
  ...frequentEvents,
  'transferred',
  'moved',
  'kept',
  'exception',
  'shipped short',
  'held when taken up',
  'freed by a rule',
  'freed by time',
  'mended',
  'never arrived',
  'return served',
  'reship waits',
];

test(
  'one step after the other',
  () => {
    const one = anyStep.map((generated) => new SingleStep(generated));
    return checkProperty(fc.commands([one], { maxCommands: 100, size: 'max' }));
  },
  timeLimitMs + 2 * shrinkMs,
);

test(
  'several steps at the same time',
  () => {
    const one = step.map((generated) => new SingleStep(generated));
    const together = fc.array(step, { minLength: 2, maxLength: 3 }).map((generated) => new ConcurrentSteps(generated));
    return checkProperty(fc.commands([one, together], { maxCommands: 60, size: 'max' }));
  },
  timeLimitMs + 2 * shrinkMs,
);
