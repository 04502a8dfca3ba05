/** Works at packing stations and picks as people do, one step at a time, and measures the time of each reply. */
import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { deriveOperatorAuthKeys, insertOperator, startSession } from '../../src/operators/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Db } from '../../src/platform/db/db.ts';

/** Any JSON of the operator interface. */
// biome-ignore lint/suspicious/noExplicitAny: the bench reads a few properties of replies
type Json = any;

export type Call = (operation: string, body: object) => Promise<Json>;

/** Creates an operator with a session in the test environment. The function returned throws for a status other than 200. */
export async function signIn(
  db: Db,
  env: NodeJS.ProcessEnv,
  address: string,
  role: 'lead' | 'floor' | 'admin',
): Promise<Call> {
  const secrets = deriveOperatorAuthKeys(await loadConfig(env, process.cwd()));
  const operatorId = uuidv7();
  const operator = { operatorId, email: `bench-${operatorId}@warehouse.example`, role, warehouses: [] };
  const { secret, csrfToken } = await db.write(async (tx) => {
    await insertOperator(tx, { ...operator, isStation: false, passwordHash: undefined });
    return startSession(tx, secrets, { operatorId, isStation: false });
  });
  const headers = {
    'content-type': 'application/json',
    cookie: `dray_session=${secret}`,
    'x-csrf-token': csrfToken,
  };
  return async (operation, body) => {
    const response = await fetch(`${address}/test/operator/v1/api/${operation}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${operation} replied ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}

export interface StepTimes {
  /** Milliseconds, by operation. */
  readonly byOperation: Map<string, number[]>;
  orders: number;
}

export interface NamedOrder {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

interface Pace {
  /** The time that a person takes for a step. */
  readonly betweenMs: number;
  /** The end of the measurement, as `performance.now()` counts. */
  readonly until: number;
}

/** Sends steps and measures their replies. */
function paced(call: Call, times: StepTimes, { betweenMs }: Pace): Call {
  return async (operation, body) => {
    const sentAt = performance.now();
    const reply = await call(operation, body);
    const ms = performance.now() - sentAt;
    const measured = times.byOperation.get(operation) ?? [];
    times.byOperation.set(operation, measured);
    measured.push(ms);
    await delay(Math.max(0, betweenMs - ms));
    return reply;
  };
}

/**
 * Picks tasks of a wave, one scan of an item number after the other, until the time is over or no task of the wave is left. The start
 * of a task is not measured.
 */
export async function runPicker(call: Call, Wave: string, times: StepTimes, pace: Pace): Promise<void> {
  const step = paced(call, times, pace);
  await delay(Math.random() * pace.betweenMs);
  let task: Json;
  while (performance.now() < pace.until) {
    if (task === undefined || task.State === 'done') {
      task = await call('Picking/Start', { Wave }).catch(() => undefined);
      if (task === undefined) return;
    }
    const { Session, Current } = task;
    task = await step('Picking/Scan', { Session, Code: Current.ItemNo, ScanId: uuidv7() });
    if (task.Verdict === 'wrong') throw new Error(`a scan was refused: ${task.Message}`);
  }
}

/** Packs orders until the time is over: claim, bottles, weight, labels, staging. */
export async function runStation(
  call: Call,
  orders: Iterator<NamedOrder>,
  times: StepTimes,
  pace: Pace,
): Promise<void> {
  const paceStep = paced(call, times, pace);
  const step: Call = async (operation, body) => await paceStep(`Floor/${operation}`, body);
  // Stations do not begin at the same moment.
  await delay(Math.random() * pace.betweenMs);
  while (performance.now() < pace.until) {
    const { value: order } = orders.next();
    if (order === undefined) throw new Error('the stations ran out of orders: use --waves');
    const { Session, Lines } = await step('OpenPacking', {
      Scan: order.TransactionReferenceNumber,
      CustomerNo: order.CustomerNo,
    });
    for (const { ItemNo, Units } of Lines) {
      for (let n = 0; n < Units; n += 1) await step('ScanBottle', { Session, Code: ItemNo, ScanId: uuidv7() });
    }
    const size = { LengthIn: 16, WidthIn: 10, HeightIn: 6 };
    await step('FinishBox', { Session, Box: 1, WeightLb: 9.5, ...size });
    const { Boxes } = await step('BuyLabels', { Session });
    for (const { TrackingNumber } of Boxes) await step('Stage', { TrackingNumber });
    times.orders += 1;
  }
}
