/** Open-loop overload: every order is accepted in the end, and meanwhile probes are fast and memory is bounded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NoDefiniteResponse } from '../caller.ts';
import { acknowledge, planOrder } from '../load/order-worker.ts';
import { unexpected, type Worker } from '../load/worker.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import type { Kind } from './kind.ts';
import { maxServerMb, probeLimitMs, watchServer } from './watch-server.ts';

const measureMs = 1_500;
const overloadMs = 4_000;
const maxProbeMs = 1_000;

const name = 'SalesOrder/CreateSalesOrder';

let rounds = 0;

async function overload(stage: Stage, random: Random): Promise<void> {
  const worker = await stage.ledgerCustomer('FLOOD');
  rounds += 1;
  let number = 0;
  const create = async (): Promise<void> => {
    number += 1;
    await createOne(worker, `${rounds}-${number}`);
  };
  const limitMs = await probeLimitMs(stage, maxProbeMs);
  const perSecond = await capacity(create);
  const times = random.pick([2, 3, 5]);
  const watch = watchServer(stage);
  const began = performance.now();
  const under: Promise<void>[] = [];
  while (performance.now() - began < overloadMs) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond * times);
    while (under.length < due) under.push(create());
    await sleep(5);
  }
  await Promise.all(under);
  const seen = await watch.stop();
  const { report } = stage;
  report.count('orders of overload', under.length);
  report.maximum('capacity seen by overload, orders/s', perSecond);
  report.maximum('overload: slowest /healthz, ms', seen.slowestProbeMs);
  report.maximum('overload: most memory, MB', seen.maxMb);
  const at = `${times} times ${Math.round(perSecond)}/s: /healthz ${Math.round(seen.slowestProbeMs)} ms, ${Math.round(seen.maxMb)} MB`;
  if (seen.failedProbes > 0 || seen.slowestProbeMs > limitMs) {
    report.finding('overload', '/healthz waits much longer than before', `${at}, limit ${Math.round(limitMs)} ms`);
  }
  if (seen.maxMb > maxServerMb) report.finding('overload', `memory is above ${maxServerMb} MB`, at);
  await stage.recovered('overload');
}

async function createOne(worker: Worker, number: string): Promise<void> {
  const plan = planOrder(worker, number);
  try {
    const response = await worker.caller.call(name, plan.request, { isPatient: true });
    if (response.status !== 200) return unexpected(worker, name, response);
    acknowledge(worker, plan, response.body, true);
  } catch (error) {
    if (!(error instanceof NoDefiniteResponse)) throw error;
    worker.report.finding('overload', 'an order was never taken', `${plan.orderNo}: ${error.message}`);
  }
}

/** The orders per second of 24 callers, each of which sends one order after the other. */
async function capacity(create: () => Promise<void>): Promise<number> {
  const began = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      while (performance.now() - began < measureMs) {
        await create();
        count += 1;
      }
    }),
  );
  return (count / (performance.now() - began)) * 1_000;
}

export const overloadKind: Kind = {
  name: 'overload',
  what: 'orders at 2 to 5 times the capacity, sent again after 503 as clients should',
  stages: ['embedded', 'external'],
  inject: overload,
};
