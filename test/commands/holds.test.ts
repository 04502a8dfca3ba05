/** `dray hold`, `weather`, `license` and `credit`: their effect on orders of a server that runs at the same time. */
import { CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';
import { CliError } from '../../src/platform/cli-error.ts';
import { auditedCommands, auditOf } from '../support/audit.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { holdOperations, inDays, openWinery, type Winery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let production: TestDatabase;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
  production = await openTestDatabase();
  vi.stubEnv('SECRET_KEY', 'a test key of at least 32 characters');
  vi.stubEnv('DATABASE_URL', urlOf(production));
  vi.stubEnv('TEST_DATABASE_URL', urlOf(server.database));
  vi.stubEnv('POOL_SIZE', '3');
  vi.stubEnv('WRITE_SLOTS', '1');
  winery = await openWinery(server);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await production.drop();
});

function urlOf({ options, name }: TestDatabase): string {
  const { user = '', password, host = '', port = 5432 } = options;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** Runs a command; returns its output, or its one-line error and exit code. */
async function dray(...args: string[]): Promise<{ out: string } | { refused: string; code: number }> {
  let out = '';
  let err = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    await createCommandTree().parseAsync(['node', 'dray', ...args]);
    return { out };
  } catch (error) {
    if (error instanceof CliError) return { refused: error.message, code: error.exitCode };
    if (error instanceof CommanderError) return { refused: err.trim(), code: 2 };
    throw error;
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

const inTest = (...args: string[]) => dray(...args, '--environment', 'test');

async function json(...args: string[]) {
  const answer = await inTest(...args, '--json');
  if (!('out' in answer)) throw new Error(answer.refused);
  expect(answer.out.trimEnd()).not.toContain('\n');
  return JSON.parse(answer.out);
}

const own = () => ['--customer', winery.customerNo];
const reasons = async () => (await winery.onHold()).map((row) => row.HoldReason);

describe('hold', () => {
  test('places, lists and ends holds', async () => {
    const { orderNo, reference } = await winery.order();
    const placed = await json('hold', 'place', ...own(), '--order', orderNo, '--reason', 'Call back first');
    expect(Object.keys(placed)).toEqual(['TransactionReferenceNumber']);
    expect(await reasons()).toEqual(['Customer Service']);
    expect(await json('hold', 'list', ...own())).toEqual([
      {
        OrderNo: orderNo,
        TransactionReferenceNumber: reference,
        HoldReason: 'Customer Service',
        HoldReasonDescription: expect.stringContaining('Held by customer service: Call back first.'),
      },
    ]);
    expect(await inTest('hold', 'list', ...own())).toMatchObject({ out: expect.stringContaining(orderNo) });
    const until = ['--reason', 'x', '--until', '2099-01-31'];
    await inTest('hold', 'place', ...own(), '--order', placed.TransactionReferenceNumber, ...until);
    expect((await winery.onHold())[0].HoldReasonDescription).toContain('01/31/2099 at 00:00 (America/Los_Angeles)');
    expect(await inTest('hold', 'end', ...own(), '--order', reference)).toMatchObject({
      out: expect.stringMatching(/^the hold of order .* has ended/),
    });
    expect(await reasons()).toEqual([]);
    expect(await inTest('hold', 'list', ...own())).toEqual({ out: 'no order is on hold\n' });
    const Status = 'ON CUSTOMER SERVICE HOLD';
    const [first, second] = await auditOf(server, 'dray hold place');
    expect(first).toMatchObject({ action: 'hold.placed', subject: reference, before: { Status: 'RECEIVED' } });
    expect(second).toMatchObject({
      subject: reference,
      for_customer: winery.customerNo,
      actor: expect.stringMatching(/^operator:./),
      before: { Status, Reason: expect.stringContaining('Call back first'), EndsAt: '' },
      after: { Status, EndsAt: '2099-01-31T08:00:00Z' },
    });
    expect(await auditOf(server, 'dray hold end')).toMatchObject([
      {
        action: 'hold.released',
        subject: reference,
        after: { Status: 'RECEIVED' },
        before: { Status, Holds: [{ Reason: 'Customer Service', Cause: 'operator' }] },
      },
    ]);
  });

  test.each([
    [['end', '--order', 'NO-SUCH'], 'There is no order with OrderNo NO-SUCH.', 1],
    [
      ['place', '--order', 'NO-SUCH', '--reason', 'x', '--until', 'soon'],
      '--until must be a day, MM/DD/YYYY or YYYY-MM-DD, not "soon"',
      2,
    ],
    [
      ['place', '--order', 'NO-SUCH', '--reason', 'x'.repeat(1001)],
      '--reason must have at most 1000 characters, not 1001',
      2,
    ],
  ])('%j: prints one line', async (args, refused, code) => {
    expect(await inTest('hold', ...args, ...own())).toEqual({ refused, code });
  });

  test('an end in the past and an unknown customer: prints one line', async () => {
    const { orderNo } = await winery.order();
    const place = ['hold', 'place', '--order', orderNo, '--reason', 'x'];
    expect(await inTest(...place, ...own(), '--until', '2020-01-01')).toEqual({
      refused: expect.stringMatching(/^--until must be later than the time on the customer's clock, 20\d\d-[\dT:-]+Z$/),
      code: 1,
    });
    expect(await inTest(...place, '--customer', 'UNKNOWN')).toEqual({
      refused: 'There is no customer "UNKNOWN" in test: "dray customer list" shows the customers of both environments.',
      code: 1,
    });
    expect(await dray(...place, ...own())).toMatchObject({
      code: 2,
      refused: expect.stringContaining('--environment'),
    });
  });
});

describe('weather', () => {
  const days = ['--from', inDays(-1), '--to', inDays(9)];

  test('adds holds for all customers, lists and ends them', async () => {
    await winery.order();
    const added = await json(
      'weather',
      'add',
      '--states',
      'Colorado, tx',
      ...days,
      '--exempt',
      'onpr',
      '--note',
      'Ice',
    );
    expect(added.OrdersHeld).toBeGreaterThanOrEqual(1);
    expect(await reasons()).toContain('Weather');
    expect(await json('weather', 'list', ...own())).toMatchObject([
      {
        WindowId: added.TransactionReferenceNumber,
        CustomerNo: '*',
        States: ['CO', 'TX'],
        ZipPrefixes: [],
        ExemptServices: ['ONPR'],
        IcePackExempt: false,
        Description: 'Ice',
        SetBy: expect.stringMatching(/^operator:/),
      },
    ]);
    expect(await inTest('weather', 'list')).toMatchObject({
      out: expect.stringContaining('CO,TX for all customers, exempt: ONPR'),
    });
    const ended = await json('weather', 'end', '--window', added.TransactionReferenceNumber);
    expect(ended.OrdersReleased).toBe(added.OrdersHeld);
    expect(await reasons()).toEqual([]);
    expect(await inTest('weather', 'list')).toEqual({ out: 'there are no weather windows\n' });
  });

  test.each([
    [['add', ...days], '--states or --zips is required', 2],
    [['add', ...days, '--zips', '80'], '--zips takes the first three digits of ZIP codes, not "80"', 2],
    [['add', ...days, '--states', 'CO,Kolorado'], '"Kolorado" is not a US state or territory', 2],
    [['add', '--states', 'CO', '--from', inDays(2), '--to', inDays(1)], '--to is before --from', 2],
    [['add', '--states', 'CO', '--from', '2020-01-01', '--to', '01/02/2020'], '--to is a day that has passed', 2],
    [
      ['add', '--states', 'CO', '--from', '02/30/2027', '--to', '2027-03-01'],
      '--from must be a day, MM/DD/YYYY or YYYY-MM-DD, not "02/30/2027"',
      2,
    ],
    [['end', '--window', 'mine'], 'there is no open weather window mine', 1],
  ])('%j: prints one line', async (args, refused, code) => {
    expect(await inTest('weather', ...args)).toEqual({ refused, code });
  });
});

describe('license', () => {
  test('closes a state for all customers, opens it for one, and lists both', async () => {
    await winery.order();
    const closed = await json('license', 'close', '--state', 'co', '--types', 'club,RETAIL');
    expect(closed.OrdersHeld).toBeGreaterThanOrEqual(1);
    expect(await reasons()).toContain('License');
    await json('license', 'open', '--state', 'Colorado', ...own());
    expect(await reasons()).toEqual([]);
    expect(await json('license', 'list', ...own())).toMatchObject([
      { CustomerNo: '*', State: 'CO', OrderType: 'CLUB', Open: false },
      { CustomerNo: '*', State: 'CO', OrderType: 'RETAIL', Open: false },
      { CustomerNo: winery.customerNo, State: 'CO', OrderType: '*', Open: true },
    ]);
    expect(await inTest('license', 'open', '--state', 'CO')).toEqual({
      out: 'CO is open to all orders of all customers; 0 orders put on hold, 0 orders released\n',
    });
    expect(await inTest('license', 'list')).toEqual({ out: `CO  open    to all orders of ${winery.customerNo}\n` });
  });

  test.each([
    [['close', '--state', 'CO,UT'], '--state takes one state', 2],
    [
      ['close', '--state', 'CO', '--types', 'GIFT'],
      '"GIFT" is not an order type: CLUB, RETAIL, DTT, JIT, DELIVERY_TO_WINERY, WHOLESALE',
      2,
    ],
    [
      ['close', '--state', 'CO', '--customer', 'UNKNOWN'],
      'There is no customer "UNKNOWN" in test: "dray customer list" shows the customers of both environments.',
      1,
    ],
  ])('%j: prints one line', async (args, refused, code) => {
    expect(await inTest('license', ...args)).toEqual({ refused, code });
  });
});

describe('credit', () => {
  test('holds, lists and releases', async () => {
    await winery.order();
    const held = await json('credit', 'hold', ...own(), '--note', 'Invoice 12');
    expect(held.OrdersHeld).toBeGreaterThanOrEqual(1);
    expect(new Set(await reasons())).toEqual(new Set(['Credit']));
    expect(await json('credit', 'list')).toMatchObject([{ CustomerNo: winery.customerNo, Description: 'Invoice 12' }]);
    expect(await inTest('credit', 'release', ...own())).toMatchObject({
      out: expect.stringMatching(/is no longer on credit hold; 0 orders put on hold, \d+ orders? released\n$/),
    });
    expect(await reasons()).toEqual([]);
    expect(await inTest('credit', 'release', ...own())).toEqual({
      refused: `the account of ${winery.customerNo} is not on credit hold`,
      code: 1,
    });
    expect(await inTest('credit', 'list')).toEqual({ out: 'no account is on credit hold\n' });
  });
});

test('every change of a rule before is in the audit', async () => {
  expect(await auditedCommands(server, 'weather', 'license', 'credit')).toEqual([
    'dray credit hold: credit.held',
    'dray credit release: credit.released',
    'dray license close: license.closed',
    'dray license open: license.opened',
    'dray weather add: weather_window.added',
    'dray weather end: weather_window.ended',
  ]);
});

test('environments are separate', async () => {
  await dray('license', 'close', '--state', 'UT', '--environment', 'production');
  expect(await inTest('license', 'list')).not.toMatchObject({ out: expect.stringContaining('UT') });
});

test.each(['hold', 'weather', 'license', 'credit'])('%s without a command: prints one line', async (name) => {
  expect(await dray(name)).toEqual({ refused: `dray: a command is missing; see dray ${name} --help`, code: 2 });
});

test('closing a state and holding an account say how many orders in work are not held', async () => {
  const busy = await openWinery(server);
  // No rule of the tests before is for this state.
  const nevada = { ...recipient, City: 'Las Vegas', State: 'NV', ZipCode: '89101' };
  const { reference } = await busy.order({ RecipientContactInfo: nevada });
  while ((await busy.statusOf(reference)) === 'RECEIVED') await busy.advance(300);
  expect(await busy.statusOf(reference)).toBe('PROCESSING ORDER');
  const ofBusy = ['--customer', busy.customerNo];
  expect(await json('license', 'close', '--state', 'NV', ...ofBusy)).toMatchObject({ OrdersHeld: 0, OrdersInWork: 1 });
  expect(await inTest('credit', 'hold', ...ofBusy)).toMatchObject({
    out: expect.stringMatching(/released; 1 order in work is not held\n$/),
  });
});
