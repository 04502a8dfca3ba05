/** Requests and replies over HTTP (decisions 1, 4 and 5): the content that an operation gets, and the properties that the journal names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations } from './casks.ts';

let server: TestServer;
let acme: TestServer;
let winery: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  server = await openTestServer({ operations: caskOperations });
  acme = await openTestServer({ operations: caskOperations, settings: { BRAND: 'Acme' } });
  winery = await server.customer();
});
afterAll(async () => {
  await server.close();
  await acme.close();
});

interface Logged {
  readonly kind: string;
  readonly actor: string;
  readonly operation: string;
  readonly data: Record<string, unknown>;
}

/** The journal's entry, which of a refusal is written a moment later. */
async function journal(reference: string): Promise<Logged | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const rows = await server.environment.db.rows<Logged>(
      'select kind, actor, operation, data from log where customer_no = $1 and reference = $2',
      [winery.customerNo, reference],
    );
    if (rows[0] !== undefined) return rows[0];
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return undefined;
}

describe('null, empty and unknown', () => {
  it('null and "" are absent, and the rest is accepted', async () => {
    const response = await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'C-100', Kind: null, FilledOn: '', Note: null, ServiceWarehouse: '', Status: '' },
      Staves: null,
    });
    expect(response.status).toBe(201);
    expect(typeof response.body).toBe('string');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('unknown properties are ignored, and named by the journal without their values', async () => {
    const { body } = await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'C-100', Color: 'sensitive' },
      Staves: [{ Wood: 'oak', Count: 1, Grain: 'sensitive' }],
    });
    const entry = await journal(body);
    expect(entry).toMatchObject({ kind: 'cask.created', actor: winery.userKey, operation: 'Cask/CreateCask' });
    expect(entry?.data.unknownProperties).toEqual(['CaskInfo.Color', 'Staves[0].Grain']);
    expect(JSON.stringify(entry)).not.toContain('sensitive');
  });

  it('a customer’s own inventory status is accepted, another customer’s is not', async () => {
    const other = await server.customer();
    await server.environment.db.rows(
      `insert into customer_inventory_statuses
       select $1, 'GOOD-MY-OWN', description, allocatable_to_consumers, bonded, tax_paid, returned, damaged
         from inventory_statuses where code = 'GOOD-NO-TX'`,
      [other.customerNo],
    );
    const body = { CaskInfo: { ItemNo: 'C-100', Status: 'GOOD-MY-OWN' } };
    // The server rereads the settings within seconds.
    await expect
      .poll(async () => (await other.client.call('Cask/CreateCask', body)).status, { timeout: 10_000, interval: 200 })
      .toBe(201);
    const refused = await winery.client.call('Cask/CreateCask', body);
    expect(refused.body.Errors).toMatchObject([{ Field: 'CaskInfo.Status', Code: 'Enum' }]);
  });
});

describe('texts without a limit of the interface', () => {
  const wood = async (Wood: string, more = {}) =>
    await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'C-100' },
      Staves: [{ Wood, Count: 1 }],
      ...more,
    });

  it('have at most 1,000 characters, of which some have two units of UTF-16', async () => {
    for (const text of ['é'.repeat(1_000), '🍷'.repeat(1_000)]) expect((await wood(text)).status).toBe(201);
    for (const text of ['é'.repeat(1_001), '🍷'.repeat(1_001), 'x'.repeat(900_000)]) {
      const { status, body } = await wood(text);
      const message = 'must have at most 1000 characters';
      expect([status, body.Errors]).toEqual([400, [{ Field: 'Staves[0].Wood', Code: 'MaxLength', Message: message }]]);
    }
  });
});

describe('the journal of refused changes', () => {
  it('names code, faults, identities and unknown properties, and no texts', async () => {
    const response = await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'C-100', Kind: 'Box', Note: 'a private note', Color: 'sensitive' },
    });
    const entry = await journal(response.body.TransactionReferenceNumber);
    expect(entry).toMatchObject({
      kind: 'request.rejected',
      actor: winery.userKey,
      operation: 'Cask/CreateCask',
      data: {
        code: 'ValidationFailed',
        faults: [{ field: 'CaskInfo.Kind', code: 'Enum' }],
        unknownProperties: ['CaskInfo.Color'],
        request: { ItemNo: 'C-100' },
      },
    });
    expect(JSON.stringify(entry)).not.toMatch(/private|sensitive/);
  });

  it('cuts no character in half of what is too long to be kept', async () => {
    const long = `x${'😀'.repeat(300)}`;
    const response = await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'UNKNOWN', [long]: 1 },
      Staves: [{ Wood: long, Count: 1 }],
      AdditionalFields: { OrderNo: long },
    });
    const entry = await journal(response.body.TransactionReferenceNumber);
    expect(entry?.data).toMatchObject({
      reason: expect.stringContaining('😀'),
      request: { OrderNo: expect.stringContaining('😀') },
      unknownProperties: [expect.stringContaining('😀')],
    });
    // JSON writes half a character as its number.
    expect(JSON.stringify(entry)).not.toMatch(/\\ud[89a-f]/);
  });

  it('has what a set refuses, what cannot be found, and what the right forbids', async () => {
    for (const ItemNo of ['REFUSED', 'MISSING']) {
      const { body } = await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo } });
      expect(await journal(body.TransactionReferenceNumber)).toMatchObject({ kind: 'request.rejected' });
    }
  });

  it('has no reads, no 401, and no body that is no JSON', async () => {
    const before = await count();
    await winery.client.call('Cask/GetCasks', { UserKey: 'x' });
    await winery.client.send('Cask/CreateCask', '{"secret":');
    await winery.client.send('Cask/CreateCask', '{}');
    const { userKey: UserKey, password: Password, customerNo: CustomerNo } = winery;
    await winery.client.send('Cask/GetCasks', JSON.stringify({ UserKey, Password, CustomerNo, Top: 'x' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await count()).toBe(before);
  });

  async function count(): Promise<number> {
    const rows = await server.environment.db.rows<{ count: number }>(
      "select count(*) from log where kind = 'request.rejected'",
    );
    return rows[0]?.count ?? 0;
  }
});

describe('secrets', () => {
  it('are nowhere in what is written, wherever in the body they stood', async () => {
    const other = await server.customer();
    const { password, accessToken } = other;
    const escaped = [...password].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const body = {
      CaskInfo: { ItemNo: 'C-100', Note: `pw ${password}`.slice(0, 50), [password]: 1 },
      Staves: [{ Wood: accessToken, Count: 1 }],
      AdditionalFields: { [password]: accessToken, deep: [{ Password: password }] },
      Password: password,
    };
    expect((await other.client.call('Cask/CreateCask', body)).status).toBe(201);
    await other.client.call('Cask/CreateCask', {
      ...body,
      CaskInfo: { ...body.CaskInfo, Kind: 'Box', Status: password },
    });
    const sent = JSON.stringify(
      withCredentials('Cask/CreateCask', other, { CaskInfo: { ItemNo: 'C-100', Note: '@' } }),
    );
    expect((await other.client.send('Cask/CreateCask', sent.replace('@', escaped))).status).toBe(201);
    await other.client.send('Cask/CreateCask', `${JSON.stringify(body)}x`);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const rows = await server.environment.db.rows<{ row: string }>('select log::text as row from log');
    const everything = JSON.stringify([rows, server.logged]);
    for (const secret of [password, accessToken, password.slice(9, 40)]) expect(everything).not.toContain(secret);
    expect(rows.length).toBeGreaterThan(2);
  });
});

describe('the access log', () => {
  it('has reference, operation, status, time and customer of every request, and no body', async () => {
    const { body } = await winery.client.call('Cask/CreateCask', {
      CaskInfo: { ItemNo: 'C-100', Note: 'a private note' },
    });
    await new Promise((resolve) => setImmediate(resolve));
    const line = server.logged.find((text) => text.includes(body) && text.includes('"request"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      reference: body,
      environment: 'test',
      operation: 'Cask/CreateCask',
      status: 201,
      customerNo: winery.customerNo,
      ms: expect.any(Number),
    });
    expect(server.logged.join()).not.toContain('a private note');
  });
});

describe('brand', () => {
  it('both spellings are read, in names, values and the header', async () => {
    const { client, ...credentials } = await acme.customer();
    for (const word of ['Acme', 'Service']) {
      const CaskInfo = { ItemNo: 'C-100', [`${word}Warehouse`]: 'APC01', Storage: `${word}ManagedStorage` };
      expect((await client.call('Cask/CreateCask', { CaskInfo })).status).toBe(201);
      const AuthenticationDetails = {
        UserKey: credentials.userKey,
        Password: credentials.password,
        CustomerNo: credentials.customerNo,
      };
      const got = await client.send('Cask/GetDetails', JSON.stringify({ AuthenticationDetails, OrderNo: 'C-100' }), {
        authorization: `${word}Auth ${credentials.accessToken}`,
      });
      expect(got.status).toBe(200);
    }
  });

  it('both given and different is 400; another brand is unknown', async () => {
    const { client } = await acme.customer();
    const differ = { ItemNo: 'C-100', AcmeWarehouse: 'APC01', ServiceWarehouse: 'APC02' };
    expect((await client.call('Cask/CreateCask', { CaskInfo: differ })).body).toMatchObject({
      Status: 400,
      Errors: [{ Field: 'CaskInfo.AcmeWarehouse', Code: 'Conflict' }],
    });
    expect((await client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'C-100', OtherWarehouse: 'x' } })).status).toBe(
      201,
    );
  });
});
