/**
 * No body blocks the event loop for more than 100 ms, or takes more than 20 times its size: for every operation, in every
 * environment, the worst bodies that its schema admits. With DRAY_HOSTILE_BODIES=all (`npm run test:hostile`) every operation gets
 * every kind in every environment, which takes minutes. Otherwise, since a body is read in the same way everywhere, in one environment:
 * operations whose schemas are richest get all kinds one by one, the others in one body.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { operatorBasePaths, wineryBasePaths } from '../../src/api/server.ts';
import { getTransactionsOperation } from '../../src/inventory/operations/get-transactions.ts';
import type { EnvironmentName } from '../../src/platform/environment.ts';
import { isWrite, type Operation, operationName } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import type { Measured, Started } from './measured-server.ts';
import { allAtOnce, asLongAsItMayBe, worstBody, worstKinds, worstOperatorBody } from './worst-bodies.ts';

/** On a machine that is slower than most: what it takes to parse a plain batch, two and a half times. */
const maxTurnMs = () => Math.max(100, 2.5 * started.referenceMs);
const maxTimesItsSize = 20;
/** What has become garbage and has not been collected, and what a process keeps of any request. */
const slackBytes = 24 * 1024 ** 2;
/** Code that runs for the first time is slow, and so is a machine that many share: the best try counts. */
const tries = 4;

const databases: TestDatabase[] = [];
let server: ChildProcess;
let started: Started;

beforeAll(async () => {
  databases.push(await openTestDatabase(), await openTestDatabase());
  const [production, test] = databases.map(({ options }) => options);
  server = fork(path.join(import.meta.dirname, 'measured-server.ts'), {
    execPath: path.resolve('node_modules/node/bin/node'),
    execArgv: ['--expose-gc', '--max-semi-space-size=4'],
    env: { ...process.env, DATABASES: JSON.stringify({ production, test }) },
  });
  [started] = (await once(server, 'message')) as [Started];
}, 120_000);

afterAll(async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
  for (const database of databases) await database.drop();
});

async function ask(message: 'begin' | 'end'): Promise<Measured> {
  const result = once(server, 'message');
  server.send(message);
  return (await result)[0] as Measured;
}

const isThorough = process.env.DRAY_HOSTILE_BODIES === 'all';

const richest: Readonly<Record<Mounted, readonly Operation[]>> = {
  production: [],
  test: [createSalesOrderOperation],
  mock: [getTransactionsOperation],
};

function kindsFor(mounted: Mounted, operation: Operation): typeof worstKinds {
  return isThorough || richest[mounted].includes(operation) ? worstKinds : [[allAtOnce, '\\u0041']];
}

/** All of the test environment, and what only the others have. */
function isSent(mounted: Mounted, operation: Operation): boolean {
  const isThere = (name: EnvironmentName) => operation.environments.includes(name);
  if (mounted === 'test') return isThere('test');
  if (mounted === 'production') return isThere('production') && (isThorough || !isThere('test'));
  return isThorough || richest.mock.includes(operation) || operation.batch !== undefined;
}

/** A body in order is long where it has lists. */
function operatorKinds({ requestExample }: OperatorOperation): typeof worstKinds {
  const withLists: typeof worstKinds = JSON.stringify(requestExample).includes('[') ? [[asLongAsItMayBe, '']] : [];
  return [[allAtOnce, '\\u0041'], ...withLists];
}

type Mounted = 'production' | 'test' | 'mock';
const environments = (['production', 'test', 'mock'] as const).filter((mounted) =>
  wineryOperations.some((operation) => isSent(mounted, operation)),
);

const callerIn = (mounted: Mounted) => started.callers[mounted === 'production' ? 'production' : 'test'];

/** An operation as it is called. */
interface Called {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isKeyed: boolean;
}

async function send({ path: where, headers, isKeyed }: Called, text: string): Promise<Measured & { status: number }> {
  await ask('begin');
  keys += 1;
  const key = isKeyed ? { 'idempotency-key': `key ${keys}` } : {};
  const response = await fetch(`${started.url}${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...key },
    body: text,
  });
  await response.text();
  return { ...(await ask('end')), status: response.status };
}

/** The best of some tries, each with a body of its own. */
async function measure(called: Called, body: () => string): Promise<Measured> {
  let best: Measured = { turnMs: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const text = body();
    const { turnMs, bytes, status } = await send(called, text);
    // 503 is what a busy machine answers.
    expect(status, `${called.path} ${text.slice(0, 500)}`).not.toBe(500);
    best = {
      turnMs: Math.min(best.turnMs, turnMs),
      bytes: Math.min(best.bytes, bytes - maxTimesItsSize * text.length),
    };
    if (best.turnMs <= maxTurnMs() && best.bytes <= slackBytes) break;
  }
  return best;
}
let keys = 0;

describe.each(environments)('%s', (mounted) => {
  const there = wineryOperations.filter((operation) => isSent(mounted, operation));

  it.each(there.map((operation) => [operationName(operation), operation] as const))(
    '%s',
    async (name, operation) => {
      const kinds = kindsFor(mounted, operation);
      for (const [kind, unit] of kinds) {
        const body = () => worstBody(operation, callerIn(mounted), kind, unit);
        const { turnMs, bytes } = await measure(
          {
            path: `${wineryBasePaths[mounted]}/api/${name}`,
            headers: { authorization: `ServiceAuth ${callerIn(mounted).accessToken}` },
            isKeyed: isWrite(operation),
          },
          body,
        );
        expect.soft(turnMs, `processor time of one turn, ${kind}, ${unit}`).toBeLessThan(maxTurnMs());
        expect.soft(bytes, `memory beyond 20 times the body, ${kind}, ${unit}`).toBeLessThan(slackBytes);
      }
    },
    120_000,
  );
});

describe('operator', () => {
  const all: readonly OperatorOperation[] = operatorOperations;
  // As an admin, who may call every operation; sign-ins have no session to end.
  const there = all.filter(({ path: name }) => !name.startsWith('/api/Session/'));

  it.each(there.map((operation) => [operationName(operation), operation] as const))(
    '%s',
    async (_, operation) => {
      const mounted = operation.environments?.includes('production') === false ? 'test' : 'production';
      const called = {
        path: `${operatorBasePaths[mounted]}${operation.path}`,
        headers: started.admins[mounted],
        isKeyed: operation.kind === 'command',
      };
      for (const [kind, unit] of isThorough ? worstKinds : operatorKinds(operation)) {
        const { turnMs, bytes } = await measure(called, () => worstOperatorBody(operation, kind, unit));
        expect.soft(turnMs, `processor time of one turn, ${kind}, ${unit}`).toBeLessThan(maxTurnMs());
        expect.soft(bytes, `memory beyond 20 times the body, ${kind}, ${unit}`).toBeLessThan(slackBytes);
      }
    },
    120_000,
  );
});
