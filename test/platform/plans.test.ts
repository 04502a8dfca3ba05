/** With CITUS_DATABASE_URL: every statement that the operations of wineries send runs on one shard, and every transaction on one node (decision 45). */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { openDb } from '../../src/platform/db/db.ts';
import { isWrite, operationName } from '../../src/platform/http/operation.ts';
import { openScenarioWinery, scenarios } from '../contract/write-scenarios.ts';
import type { ReturnsWinery } from '../returns/returns-winery.ts';
import { openTestDatabase } from '../support/database.ts';
import { type RecordedStatement, recordStatements, type StatementRecorder } from '../support/recorded-statements.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { StatementPlanner } from '../support/statement-plans.ts';
import type { Json } from '../support/winery.ts';

const { citus } = inject('testServer');

const ruleOfAll = 'a rule may be for all customers, so rules are copied to every node';

/** Statements that do not run on one shard, by a part of their text, and why. */
const exceptions: Readonly<Record<string, string>> = { 'insert into license_rules': ruleOfAll };

/** Tables on every node that operations of the test environment change, and why: Citus commits those in two phases. */
const changesOfCopies: Readonly<Record<string, string>> = {
  credit_rules: ruleOfAll,
  license_rules: ruleOfAll,
  weather_windows: ruleOfAll,
};

const reads = wineryOperations.filter((operation) => !isWrite(operation)).map(operationName);

/** Bodies of queries where the example of the operation finds nothing to read. */
const readBodies: Readonly<Record<string, (winery: ReturnsWinery) => Json | Promise<Json>>> = {
  'Tracking/GetDetails': async (winery) => {
    await winery.delivered({ OrderInfo: { OrderNo: 'TRACK-1' } });
    return { OrderNo: 'TRACK-1' };
  },
  'Event/GetEvents': () => ({}),
};

if (citus !== undefined) {
  let server: TestServer;
  let client: pg.Client;
  let planner: StatementPlanner;
  let recorder: StatementRecorder;

  beforeAll(async () => {
    server = await openTestServer();
    client = new pg.Client(server.database.options);
    await client.connect();
    planner = new StatementPlanner(client);
    await planner.readShards();
    recorder = recordStatements(server.environment.db);
  });
  afterAll(async () => {
    recorder.stop();
    await client.end();
    await server.close();
  });

  /** What is not as it should be of the statements that were sent. */
  async function faultsOf(sent: readonly RecordedStatement[]): Promise<string[]> {
    const faults: string[] = [];
    for (const statements of Map.groupBy(sent, ({ transaction }) => transaction).values()) {
      const shards = new Set<string>();
      for (const statement of statements) {
        if (Object.keys(exceptions).some((part) => statement.text.includes(part))) continue;
        const plan = await planner.planOf(statement);
        if (plan === undefined) continue;
        if (!plan.isOnOneShard) faults.push(`on several shards: ${statement.text}\n${plan.lines.join('\n')}`);
        if (plan.changes !== undefined && changesOfCopies[plan.changes] === undefined) {
          faults.push(`changes ${plan.changes}, which is on every node or on the coordinator: ${statement.text}`);
        }
        for (const shard of plan.shards) shards.add(shard);
      }
      if (shards.size > 1)
        faults.push(`a transaction of ${shards.size} shards: ${statements.map(({ text }) => text).join('\n;')}`);
    }
    return faults;
  }

  describe('runs on one shard', () => {
    test.each(wineryOperations.filter(isWrite).map(operationName))('%s', async (name) => {
      const winery = await openScenarioWinery(server);
      const body = await scenarios[name]?.(winery);
      recorder.take();
      const answer = await winery.client.call(name, body, { 'idempotency-key': 'once' });
      expect(answer.status).toBeLessThan(300);
      const sent = recorder.take();
      expect(sent.length).toBeGreaterThan(2);
      expect(await faultsOf(sent)).toEqual([]);
    });

    test.each(reads)('%s', async (name) => {
      const operation = wineryOperations.find((each) => operationName(each) === name);
      const winery = await openScenarioWinery(server);
      const body = (await readBodies[name]?.(winery)) ?? operation?.requestExample;
      recorder.take();
      const { status } = await winery.client.call(name, body as object);
      expect([200, 201, 404]).toContain(status);
      expect(await faultsOf(recorder.take())).toEqual([]);
    });
  });
} else {
  test('statements are recorded with their transactions', async () => {
    const database = await openTestDatabase('migrated');
    const db = openDb(database.options);
    const recorder = recordStatements(db);
    try {
      await db.rows('select 1 as one');
      await db.write((tx) => tx.rows('select 2 as two'), { customerNo: 'A' });
      const all = recorder.take();
      const byTransaction = Map.groupBy(all, ({ transaction }) => transaction);
      expect([...byTransaction.values()].map((sent) => sent.map(({ text }) => text.slice(0, 12)))).toContainEqual([
        'begin',
        'select 2 as ',
        'insert into ',
        'commit',
      ]);
      recorder.stop();
      await db.rows('select 3 as three');
      expect(recorder.take()).toEqual([]);
    } finally {
      await db.close();
      await database.drop();
    }
  });
}
