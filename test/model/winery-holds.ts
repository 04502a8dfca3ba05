/** The holds of the operator and the customer's clock, on the database side of the model. */

import pino from 'pino';
import { invalidateOperatorSettings, readOperatorSettings } from '../../src/operator-settings/index.ts';
import { advanceCustomerClock } from '../../src/platform/clock.ts';
import { type DueWorkStepHandlers, runDueWork } from '../../src/platform/due-work.ts';
import { scheduleDueWork } from '../../src/platform/due-work-store.ts';
import {
  closeWeatherWindows,
  createSalesOrders,
  holdStepHandlers,
  openWeatherWindow,
  operatorHoldPlacementWriter,
  operatorHoldReleaseWriter,
  placeCustomerCreditHold,
  releaseCustomerCreditHold,
  setLicenseRule,
} from '../../src/sales-orders/index.ts';
import { simulationStepHandlers } from '../../src/simulation/steps.ts';
import type { ModelWindow } from './documents.ts';
import type { SentOrder } from './order-steps.ts';
import { type RealSide, resultOf, resultText } from './real-side.ts';
import { draftOf } from './winery-orders.ts';

const timeZone = 'America/Los_Angeles';
const logger = pino({ level: 'silent' });

/** Long after the second review of a rule is due, and well within the season. */
const minutesToReview = 1;

/** The floor takes nothing up by itself here, and what is free stays known as such. Holds end when they are to. */
const steps: DueWorkStepHandlers = {
  ...Object.fromEntries(Object.keys(simulationStepHandlers).map((name) => [name, { run: async () => {} }])),
  ...holdStepHandlers,
  'sales_order.process': {
    run: async (tx, { customerNo, step, items, now }) =>
      scheduleDueWork(
        tx,
        items.map(({ subject }) => ({ customerNo, step, subject, dueAt: now.add({ hours: 24 * 10_000 }) })),
      ),
  },
};

export function holdCommands(real: RealSide) {
  const { customerNo, db, other, postingRequest, side, write, dayOf } = real;
  /** Both processes know the rules, as they do within seconds. */
  const forget = () => {
    invalidateOperatorSettings(db);
    invalidateOperatorSettings(other);
  };
  const rule = async (change: (on: typeof db) => Promise<unknown>) => {
    const answer = await resultOf(change(side()));
    forget();
    return answer;
  };
  const advance = async (to: Temporal.Instant) => {
    const on = side();
    await runDueWork({ name: 'test', db: on, logger }, steps, customerNo, to);
    await on.write((tx) => advanceCustomerClock(tx, customerNo, to));
    return 'done';
  };
  const setCredit = (on: typeof db, isOn: boolean) =>
    isOn
      ? placeCustomerCreditHold(on, postingRequest(), 'Invoice overdue')
      : releaseCustomerCreditHold(on, postingRequest());
  const dateOf = (season: number, days: number) => dayOf(season, days).toZonedDateTimeISO(timeZone).toPlainDate();
  const now = async () => {
    const [row] = await db.rows<{ offset_ms: number }>('select offset_ms from customer_clocks where customer_no = $1', [
      customerNo,
    ]);
    return Temporal.Now.instant().add({ milliseconds: row?.offset_ms ?? 0 });
  };
  /** The second review of every change of rules is over. */
  const settle = async () => {
    forget();
    return await advance((await now()).add({ minutes: minutesToReview }));
  };
  return {
    settle,
    advanceTo: (season: number) => advance(dayOf(season, 0)),
    setCredit: (isOn: boolean) => rule((on) => setCredit(on, isOn)),
    setLicense: (state: string, orderTypes: readonly string[] | undefined, open: boolean) =>
      rule((on) =>
        setLicenseRule(on, postingRequest(), { state, orderTypes: orderTypes as ['CLUB'] | undefined, open }),
      ),
    openWindow: ({ reference, season, where, exemptService, icePackExempt }: ModelWindow) =>
      rule((on) =>
        openWeatherWindow(on, postingRequest(reference), {
          states: 'state' in where ? [where.state] : [],
          zipPrefixes: 'zip3' in where ? [where.zip3] : [],
          from: dateOf(season, -10),
          to: dateOf(season, 50),
          exemptServices: exemptService === undefined ? [] : [exemptService],
          icePackExempt,
          note: '',
        }),
      ),
    clearWeather: (reference: string | undefined) => rule((on) => closeWeatherWindows(on, postingRequest(), reference)),
    placeHold: (reference: string, until: number | undefined) =>
      write((tx) =>
        operatorHoldPlacementWriter.write(tx, [
          {
            ...postingRequest(),
            name: { customerNo, reference },
            unknownProperties: [],
            description: 'The recipient is traveling',
            endsAt: until === undefined ? undefined : dayOf(until, 20),
            timeZone,
          },
        ]),
      ),
    endHold: (reference: string) =>
      write((tx) =>
        operatorHoldReleaseWriter.write(tx, [
          { ...postingRequest(), name: { customerNo, reference }, unknownProperties: [] },
        ]),
      ),
    /** An order is placed by a process that still remembers the rules from before. */
    placeBesideCredit: async (reference: string, order: SentOrder, season: number, isOn: boolean) => {
      await readOperatorSettings(other);
      await setCredit(db, isOn);
      const answer = await other.write((tx) => createSalesOrders(tx, [draftOf(real, reference, order, season)]));
      await settle();
      return resultText(answer);
    },
  };
}
