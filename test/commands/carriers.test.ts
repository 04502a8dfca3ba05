/** `dray carrier`, `carrier-rule` and `warehouse-address`: carrier queries and the operator's carrier settings. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CarrierServer, json, openCarrierServer, recording } from '../carriers/recorded-server.ts';
import { auditedCommands } from '../support/audit.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let production: TestDatabase;
let testing: TestDatabase;
let carrier: CarrierServer;
let recorded: string;

beforeAll(async () => {
  production = await openTestDatabase();
  testing = await openTestDatabase();
  useDatabases(production, testing);
  // Returns the recorded response to every caller.
  carrier = await openCarrierServer(() => {
    const last = recording(recorded).at(-1)?.response;
    return json(last?.status ?? 500, last?.body ?? {});
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await carrier.close();
  await production.drop();
  await testing.drop();
});

const inProduction = (...args: string[]) => [...args, '--environment', 'production'];
const inTest = (...args: string[]) => [...args, '--environment', 'test'];
const napa = ['--street', '100 Main St', '--city', 'Napa', '--state', 'ca', '--zip', '94558'];
const withAccount = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  recorded = name;
  vi.stubEnv('EASYPOST_API_KEY', 'EZTK-never-to-be-logged');
  vi.stubEnv('EASYPOST_BASE_URL', carrier.url);
  try {
    return await work();
  } finally {
    vi.stubEnv('EASYPOST_API_KEY', '');
    vi.stubEnv('EASYPOST_BASE_URL', '');
  }
};

describe('carrier verify-address', () => {
  const verify = ['carrier', 'verify-address'];

  test('uses the simulated carriers in the test environment; exit code 1 when the address is undeliverable', async () => {
    expect(await drayJson(...inTest(...verify, ...napa))).toMatchObject({
      Deliverable: true,
      Address: { Street: '100 Main St', City: 'Napa', State: 'CA', ZipCode: '94558', Country: 'US' },
      Messages: [],
    });
    expect(await dray(...inTest(...verify, ...napa.with(-1, '10001')))).toEqual({
      out: 'not deliverable: 100 Main St, Napa, CA 10001\n  the address does not exist\n',
      code: 1,
    });
  });

  test('uses the account in production', async () => {
    const answer = await withAccount('address--creates-a-verified-address', () =>
      drayJson(...inProduction(...verify, ...napa)),
    );
    expect(answer).toMatchObject({ Deliverable: true, Address: { Country: 'US' } });
    expect(carrier.asked.at(-1)).toMatchObject({ path: '/v2/addresses/create_and_verify' });
  });

  test('prints a rejection in the words of the carrier on one line, and one line without an account', async () => {
    const refused = await withAccount('address--throws-an-error-when-we-cannot-verify-an-address', () =>
      dray(...inProduction(...verify, ...napa)),
    );
    expect(refused).toMatchObject({ code: 1, refused: expect.stringContaining('Unable to verify address') });
    expect(await dray(...inProduction(...verify, ...napa))).toEqual({
      code: 1,
      refused: 'no carrier is connected: enter an account under Carriers in the portal, or set EASYPOST_API_KEY',
    });
    expect(await dray(...inTest(...verify, '--street', 'x'))).toMatchObject({
      code: 2,
      refused: expect.stringContaining("required option '--city <city>' not specified"),
    });
  });
});

describe('carrier transit', () => {
  const transit = (...more: string[]) => ['carrier', 'transit', '--to', '80202', '--on', '2026-11-10', ...more];

  test('prints transit times from a warehouse or a ZIP code, for each service', async () => {
    const ways = await drayJson(
      ...inTest(...transit('--from', 'apc01', '--carriers', 'FEX', '--services', 'GRND,2DAY')),
    );
    expect(ways).toEqual([
      { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', TransitDays: 3, EstimatedDeliveryDate: '11/13/2026' },
      { ShippingCarrier: 'FEX', ShippingCarrierService: '2DAY', TransitDays: 2, EstimatedDeliveryDate: '11/12/2026' },
    ]);
    expect(await drayJson(...inTest(...transit('--from', '94558')))).toHaveLength(10);
  });

  test('uses the account in production', async () => {
    const ways = await withAccount('smartrate--estimate-delivery-date', () =>
      drayJson(...inProduction(...transit('--from', 'APC01'))),
    );
    expect(carrier.asked.at(-1)).toMatchObject({
      path: '/v2/smartrate/deliver_by',
      body: { from_zip: '94558', to_zip: '80202', planned_ship_date: '2026-11-10' },
    });
    expect(Array.isArray(ways)).toBe(true);
  });

  test.each([
    [['--from', 'NOWHERE'], 'there is no warehouse "NOWHERE", and it is not a ZIP code'],
    [['--from', 'APC01', '--to', '8020'], '--to must be five digits, not "8020"'],
    [['--from', 'APC01', '--on', 'soon'], '--on must be a day, MM/DD/YYYY or YYYY-MM-DD, not "soon"'],
  ])('%j: prints one line', async (more, refused) => {
    expect(await dray(...inTest(...transit(...more)))).toEqual({ refused, code: 2 });
  });
});

describe('carrier-rule', () => {
  test('is created, replaced, listed and deleted', async () => {
    expect(await dray(...inTest('carrier-rule', 'list'))).toMatchObject({
      out: expect.stringContaining('FedEx, else UPS'),
    });
    const rule = ['carrier-rule', 'set', '--rank', '10', '--carrier', 'ups', '--states', 'Colorado,nv', '--season'];
    const more = ['06-01..09-15', '--ice-pack', 'yes', '--from-miles', '0', '--to-miles', '800'];
    const limits = ['--max-price', '25.50', '--max-days', '3'];
    const written = await drayJson(...inTest(...rule, ...more, ...limits));
    expect(written).toEqual({
      Rank: 10,
      ShippingCarrier: 'UPS',
      ShippingCarrierService: '*',
      FromMiles: 0,
      ToMiles: 800,
      Season: '06-01..09-15',
      IcePack: true,
      States: ['CO', 'NV'],
      MaxPrice: 25.5,
      MaxTransitDays: 3,
    });
    await dray(...inTest('carrier-rule', 'set', '--rank', '2', '--carrier', 'GSO', '--service', 'grnd'));
    expect(await dray(...inTest('carrier-rule', 'list'))).toEqual({
      out: [
        '   2  GSO GRND  always\n',
        '  10  UPS *  from 0 miles, up to 800 miles, 06-01 to 09-15, with ice packs, to CO,NV, up to $25.50, within 3 days\n',
      ].join(''),
      code: 0,
    });
    await dray(...inTest('carrier-rule', 'set', '--rank', '10', '--carrier', 'FEX'));
    expect(await drayJson(...inTest('carrier-rule', 'list'))).toMatchObject([
      { Rank: 2 },
      { Rank: 10, ShippingCarrier: 'FEX', Season: null, States: null },
    ]);
    expect(await drayJson(...inTest('carrier-rule', 'remove', '--rank', '2'))).toEqual({ Rank: 2 });
    expect(await dray(...inTest('carrier-rule', 'remove', '--rank', '2'))).toEqual({
      refused: 'There is no carrier rule of rank 2.',
      code: 1,
    });
    expect(await drayJson(...inProduction('carrier-rule', 'list'))).toEqual([]);
    expect(await auditedCommands({ database: testing }, 'carrier-rule')).toEqual([
      'dray carrier-rule remove: carrier_rule.removed',
      'dray carrier-rule set: carrier_rule.set',
    ]);
  });

  test.each([
    [['--carrier', 'DHL'], '"DHL" is not a carrier: FEX, UPS, BSW, GSO, WIL, FCC, TMC, WST, WILL'],
    [['--carrier', 'BSW'], 'a rule names the carrier for BSW orders, not BSW itself'],
    [['--carrier', 'WIL'], 'a rule cannot choose will call'],
    [['--carrier', 'FEX', '--season', 'summer'], '--season must be two days of the year, 06-01..09-15, not "summer"'],
    [['--carrier', 'FEX', '--season', '02-30..03-01'], 'a season consists of two days of the year, each as MM-DD'],
    [
      ['--carrier', 'FEX', '--from-miles', '9', '--to-miles', '8'],
      'the miles must be 0 or more, and the minimum at most the maximum',
    ],
    [['--carrier', 'FEX', '--ice-pack', 'maybe'], '--ice-pack must be yes or no, not "maybe"'],
    [['--carrier', 'FEX', '--max-price', '0'], 'the maximum price must be above 0'],
  ])('%j: prints one line', async (args, refused) => {
    expect(await dray(...inTest('carrier-rule', 'set', '--rank', '1', ...args))).toEqual({ refused, code: 2 });
  });

  test('an invalid rank: prints one line that names the option', async () => {
    expect(await dray(...inTest('carrier-rule', 'set', '--carrier', 'FEX', '--rank', 'first'))).toMatchObject({
      code: 2,
      refused: expect.stringMatching(
        /^dray: option '--rank <number>' argument 'first' is invalid.*see dray carrier-rule set --help$/,
      ),
    });
  });
});

describe('warehouse-address', () => {
  const address = ['--company', 'Sample Cellars', '--street', '1 Dock Rd', '--phone', '(707) 555-0100'];

  test('is created, replaced, listed and deleted', async () => {
    const before = await drayJson(...inTest('warehouse-address', 'list'));
    expect(before).toHaveLength(12);
    // Invented, because the test environment has to print labels.
    const invented = { Company: 'Test Warehouse APC01', Street: '100 Sample Rd', PhoneNumber: '555-555-0100' };
    expect(before[0]).toMatchObject({ Warehouse: 'APC01', ...invented, City: 'Napa' });
    expect(await drayJson(...inTest('warehouse-address', 'set', '--warehouse', 'APC01', ...address))).toEqual({
      Warehouse: 'APC01',
      Company: 'Sample Cellars',
      Street: '1 Dock Rd',
      Street2: '',
      PhoneNumber: '(707) 555-0100',
    });
    await dray(...inTest('warehouse-address', 'set', '--warehouse', 'APC01', ...address, '--street2', 'Gate 2'));
    expect(await dray(...inTest('warehouse-address', 'list'))).toMatchObject({
      out: expect.stringMatching(
        /^APC01 {2}Sample Cellars, 1 Dock Rd, Gate 2, Napa, CA 94558, \(707\) 555-0100\nAPC02 {2}Test Warehouse APC02, /,
      ),
    });
    await dray(...inTest('warehouse-address', 'remove', '--warehouse', 'APC01'));
    expect(await dray(...inTest('warehouse-address', 'remove', '--warehouse', 'APC01'))).toEqual({
      refused: 'Warehouse APC01 has no address.',
      code: 1,
    });
    // An address that was removed stays removed.
    expect(await dray(...inTest('warehouse-address', 'list'))).toMatchObject({
      out: expect.stringMatching(/^APC01 {2}no address\n/),
    });
    expect(await auditedCommands({ database: testing }, 'warehouse-address')).toEqual([
      'dray warehouse-address remove: warehouse_address.removed',
      'dray warehouse-address set: warehouse_address.set',
    ]);
  });

  test.each([
    [['--warehouse', 'MOON1', ...address], 'There is no warehouse "MOON1".', 1],
    [
      ['--warehouse', 'APC01', ...address, '--phone', '5550100'],
      'The phone number must have 10 to 15 digits, because carriers require it.',
      2,
    ],
    [['--warehouse', 'APC01', ...address, '--street', ' '], 'The street must have 1 to 100 printable characters.', 2],
  ])('%j: prints one line', async (args, refused, code) => {
    expect(await dray(...inTest('warehouse-address', 'set', ...args))).toEqual({ refused, code });
  });
});

test.each(['carrier', 'carrier-rule', 'warehouse-address', 'label', 'password', 'membership'])(
  '%s without a command, and --help',
  async (name) => {
    expect(await dray(name)).toEqual({ refused: `dray: a command is missing; see dray ${name} --help`, code: 2 });
    expect(await dray(name, '--help')).toMatchObject({ out: expect.stringContaining(`Usage: dray ${name}`), code: 0 });
    expect(await dray(name, 'list', '--wrong')).toMatchObject({ code: 2, refused: expect.not.stringContaining('\n') });
  },
);
