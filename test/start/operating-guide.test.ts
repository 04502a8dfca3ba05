/** The steps of docs/operating.md, run as they are written, on a server in use. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, openClient } from '../support/client.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { guideSteps } from '../support/guide-steps.ts';
import { freshOrderNo } from '../support/orders.ts';
import { privateFolder, run } from '../support/process.ts';
import { runServer, startWholeServer, type WholeServer } from '../support/whole-server.ts';
import { sentOrder } from '../support/winery.ts';

let folder: ReturnType<typeof privateFolder>;
let server: WholeServer;

const at = (name: string) => path.join(folder.path, name);

beforeAll(async () => {
  folder = privateFolder();
  server = await startWholeServer(at('data'));
});
afterAll(async () => {
  server.program.kill('SIGTERM');
  await server.program.ended();
  folder.remove();
});

/** Runs a script of the guide in the folder of the operator; returns what it printed. */
async function runSteps(script: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const shell = run('/bin/sh', ['-c', script], { cwd: folder.path, env: { DATA_DIR: at('data'), ...env } });
  const { code } = await shell.ended();
  expect({ code, stderr: shell.stderr(), stdout: shell.stdout() }).toMatchObject({ code: 0 });
  return shell.stdout();
}

const demoOrder = () =>
  sentOrder({ OrderInfo: { OrderNo: freshOrderNo() }, ItemsInfo: [{ ItemNo: '22CAB', ItemQuantity: 1 }] });

interface CreatedOrder {
  readonly body: object;
  readonly response: ApiResponse;
}

async function createOrder(): Promise<CreatedOrder> {
  const body = demoOrder();
  const response = await server.client.call('SalesOrder/CreateSalesOrder', body);
  expect(response.status).toBe(200);
  return { body, response };
}

/** Creates orders one after the other while `work` runs; returns how many. */
async function whileOrdersAreCreated(work: () => Promise<void>): Promise<number> {
  let running = true;
  let created = 0;
  const load = (async () => {
    for (; running; created += 1) await createOrder();
  })();
  try {
    await work();
  } finally {
    running = false;
    await load;
  }
  return created;
}

test('Backups: a backup of a running server is restored, verified, and started', async () => {
  const [backup = '', restore = '', ...others] = guideSteps('## Backups', {
    '/var/backups/dray-1': at('backups/1'),
    '/var/lib/dray-restored': at('restored'),
  });
  expect(others).toEqual([]);
  const before = await createOrder();
  const meanwhile = await whileOrdersAreCreated(async () => {
    expect(await runSteps(backup)).toMatch(/^The backup in .*backups\/1 is complete: \d+ files/);
  });
  expect(meanwhile).toBeGreaterThan(0);
  const after = await createOrder();
  const printed = await runSteps(restore);
  expect(printed).toMatch(/is restored in .*restored[\s\S]*^production: ok\ntest: ok$/m);
  const [, ...next] = Array.from(restore.matchAll(/main\.ts" (.+)$/gm), ([, command]) => `dray ${command}`);
  expect(next).toHaveLength(3);
  expect(next.filter((command) => !printed.includes(command))).toEqual([]);

  const restored = await runServer(at('restored'));
  try {
    const client = openClient(restored.testUrl, server.credentials);
    const repeated = await client.call('SalesOrder/CreateSalesOrder', before.body);
    expect(repeated).toMatchObject({ status: 200, body: before.response.body });
    const later = await client.call('SalesOrder/CreateSalesOrder', after.body);
    expect(later.status).toBe(200);
    expect(later.body).not.toEqual(after.response.body);
  } finally {
    restored.program.kill('SIGTERM');
    await restored.program.ended();
  }
});

test('Moving to an external PostgreSQL: a stopped server is copied, verified, and started with the same credentials', async () => {
  const targets = await Promise.all([openTestDatabase('empty'), openTestDatabase('empty')]);
  const [production, other] = targets;
  try {
    const [copy = '', settings = '', ...others] = guideSteps('## Moving to an external PostgreSQL', {
      '/var/lib/dray': at('moved'),
      'postgres://dray@db.example/dray_test': urlOf(other),
      'postgres://dray@db.example/dray': urlOf(production),
    });
    expect(others).toEqual([]);
    const credentials = await copyFirstStart(at('moved'));
    expect(await runSteps(copy)).toMatch(/^test: \d+ rows of .* the numbers of rows agree$/m);
    const DATA_DIR = at('moved');
    expect(await runSteps(settings, { DATA_DIR })).toBe('production: ok\ntest: ok\n');
    const moved = await runServer(at('elsewhere'), {
      SECRET_KEY: readFileSync(at('moved/secret-key'), 'utf8').trim(),
      DATABASE_URL: urlOf(production),
      TEST_DATABASE_URL: urlOf(other),
    });
    try {
      const created = await openClient(moved.testUrl, credentials).call('SalesOrder/CreateSalesOrder', demoOrder());
      expect(created.status).toBe(200);
    } finally {
      moved.program.kill('SIGTERM');
      await moved.program.ended();
    }
  } finally {
    for (const database of targets) await database.drop();
  }
});

test('SQL: the examples run', async () => {
  const [examples = ''] = guideSteps('## SQL', { 'report.sql': at('report.sql') });
  const printed = await runSteps(`echo 'select 1 as a' > ${at('report.sql')}\n${examples}`);
  expect(printed).toMatch(/^customer_no \| name$/m);
  expect(printed).toMatch(/^code,city,state,/m);
  expect(printed).toContain('[\n{"a":1}\n]\n');
  expect(printed).toMatch(/^UPDATE 1$/m);
});
