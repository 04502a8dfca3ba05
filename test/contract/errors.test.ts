/** Every status of decision 3's table, from a real socket; each has the one body. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCredential } from '../../src/auth/credential-format.ts';
import { isUuid } from '../../src/lib/uuid.ts';
import { type ApiResponse, withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { caskOperations } from './casks.ts';

let server: TestServer;
type Customer = Awaited<ReturnType<TestServer['customer']>>;
let winery: Customer;

beforeAll(async () => {
  server = await openTestServer({ operations: caskOperations });
  winery = await server.customer();
});
afterAll(() => server.close());

const cask = { CaskInfo: { ItemNo: 'C-100' } };

function expectError(result: Pick<ApiResponse, 'status' | 'body'>, status: number, code: string): void {
  expect(result).toMatchObject({ status, body: { Status: status, Code: code, Reason: expect.any(String) } });
  expect(Array.isArray(result.body.Errors)).toBe(true);
  expect(isUuid(result.body.TransactionReferenceNumber)).toBe(true);
  expect(JSON.stringify(result.body)).not.toMatch(/node_modules|\.ts:|select |inner/);
}

/** Any method and path, over a socket of its own. */
function ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(server.url + path, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const got = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode ?? 0, headers: got, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe('400', () => {
  it('reports every fault, with its path', async () => {
    const body = { CaskInfo: { ItemNo: 'C', Kind: 'Box', FilledOn: '02/30/2026' }, Staves: [{ Wood: 'oak' }] };
    const result = await winery.client.call('Cask/CreateCask', body);
    expectError(result, 400, 'ValidationFailed');
    expect(result.body.Errors.map((e: { Field: string; Code: string }) => `${e.Field} ${e.Code}`).sort()).toEqual([
      'CaskInfo.FilledOn Format',
      'CaskInfo.ItemNo MinLength',
      'CaskInfo.Kind Enum',
      'Staves[0].Count Required',
    ]);
    expect(result.body.Reason).toContain('. There are 3 more problems; see Errors.');
  });

  it('reports faults of the operation’s own rules together with the schema’s', async () => {
    const result = await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'C', Kind: 'Puncheon' } });
    expect(result.body.Errors.map((e: { Field: string }) => e.Field)).toEqual(['CaskInfo.ItemNo', 'CaskInfo.Note']);
  });

  it('reports the faults of a batch at their place in the body', async () => {
    const body = { CaskInfo: { ItemNo: 'UNKNOWN' }, Staves: [null, { Wood: 'ash', Count: 1 }] };
    const result = await winery.client.call('Cask/CreateCask', body);
    expectError(result, 400, 'ValidationFailed');
    const Message = expect.stringContaining('is not known');
    expect(result.body.Errors).toEqual([{ Field: 'Staves[1].Wood', Code: 'UnknownWood', Message }]);
  });

  it('counts members of arrays as they were sent, behind a null too', async () => {
    const Staves = [null, { Wood: 'oak', Count: 0 }, { Wood: 'oak', Count: 1 }];
    const result = await winery.client.call('Cask/CreateCask', { ...cask, Staves });
    expect(result.body.Errors).toMatchObject([{ Field: 'Staves[1].Count', Code: 'Minimum' }]);
  });

  it.each(['{', '', ' ', '{"a":1,}', "{'a':1}", 'undefined', `{"a":"\u0001"}`, '{"a":NaN}'])(
    'broken JSON comes before the credentials: %j',
    async (body) => {
      const result = await winery.client.send('Cask/CreateCask', body);
      expectError(result, 400, 'MalformedJson');
    },
  );

  it('refuses a body that is not UTF-8', async () => {
    const body = JSON.stringify(withCredentials('Cask/CreateCask', winery, { CaskInfo: { ItemNo: 'C-1', Note: '@' } }));
    const bytes = Buffer.from(body);
    bytes[bytes.indexOf('"@"') + 1] = 0xff;
    const result = await winery.client.send('Cask/CreateCask', bytes);
    expectError(result, 400, 'MalformedJson');
  });

  it('refuses an unreadable query parameter', async () => {
    expectError(await winery.client.call('Cask/CreateCask?DryRun=maybe', cask), 400, 'ValidationFailed');
    expect((await winery.client.call('Cask/CreateCask?DryRun=true', cask)).status).toBe(201);
  });

  it('reads JSON behind a byte order mark', async () => {
    const body = `\ufeff${JSON.stringify(withCredentials('Cask/CreateCask', winery, cask))}`;
    expect((await winery.client.send('Cask/CreateCask', body)).status).toBe(201);
  });

  it('lists at most a hundred errors, and says that there may be more', async () => {
    const result = await winery.client.call('Cask/CreateCask', { ...cask, Staves: Array(5_000).fill(1) });
    expectError(result, 400, 'ValidationFailed');
    expect(result.body.Errors).toHaveLength(101);
    expect(result.body.Errors[100]).toMatchObject({ Field: '', Code: 'MoreErrors' });
    expect(result.body.Reason).toContain('at least 100 more');
  });

  it.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n'],
    ['a request without Host', 'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('answers %s', async (_what, sent) => {
    const text = await exchange(sent);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expectError({ status: 400, body: JSON.parse(text.split('\r\n\r\n')[1] as string) }, 400, 'MalformedRequest');
  });

  it.each([
    ['what is no HTTP', 'NONSENSE\r\n\r\n'],
    [
      'a body that is no body',
      'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nHost: dray\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('answers the requests before %s first', async (_what, malformed) => {
    const body = JSON.stringify(withCredentials('Cask/CreateCask', winery, cask));
    const whole =
      'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nHost: dray\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const text = await exchange(whole + whole + malformed);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201', 'HTTP/1.1 400']);
    expect(text).toContain('This is not a valid HTTP request.');
  });

  it.each(['100-continue', 'something else'])('serves a request that expects %s', async (expectation) => {
    const body = JSON.stringify(withCredentials('Cask/CreateCask', winery, cask));
    const text = await exchange(
      'POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nHost: dray\r\nConnection: close\r\n' +
        `Content-Type: application/json\r\nExpect: ${expectation}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    expect(text).toContain('HTTP/1.1 201 ');
  });

  it('serves HTTP/1.0, which knows no Host', async () => {
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** As `exchange`, for a client that reads nothing before all has left it. */
function exchangeLater(...sent: readonly string[]): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.pause();
      socket.write(sent.join(''), (error) => {
        if (error) reject(error);
        else socket.resume();
      });
    });
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

/** All that comes back on a connection of its own. */
function exchange(sent: string): Promise<string> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

describe('401', () => {
  const good = () => withCredentials('Cask/CreateCask', winery, cask) as { Authentication: Record<string, string> };

  it.each([
    ['no credentials', (body: object) => ({ ...body, Authentication: undefined })],
    ['credentials that are no object', (body: object) => ({ ...body, Authentication: 'x' })],
    ['a wrong UserKey', (body: object) => change(body, { UserKey: 'nobody' })],
    ['a wrong Password', (body: object) => change(body, { Password: 'wrong' })],
    ['a wrong CustomerNo', (body: object) => change(body, { CustomerNo: 'W1' })],
    ['a Password that is a number', (body: object) => change(body, { Password: 5 })],
    ['an empty Password', (body: object) => change(body, { Password: '' })],
    ['a null Password', (body: object) => change(body, { Password: null })],
    ['a character that cannot be stored', (body: object) => change(body, { UserKey: 'a\u0000b' })],
    [
      'the top level instead',
      ({ Authentication, ...rest }: Record<string, unknown>) => Object.assign(rest, Authentication),
    ],
  ])('%s', async (_what, spoil) => {
    const result = await winery.client.send('Cask/CreateCask', JSON.stringify(spoil(good())));
    expectError(result, 401, 'InvalidCredentials');
  });

  it('says what is missing', async () => {
    const { body } = await winery.client.send('Cask/CreateCask', '{}');
    expect(body.Reason).toBe(
      'Authentication with UserKey, Password and CustomerNo is required. Send a JSON object that has these names in this letter case.',
    );
  });

  it.each(['[]', '"x"', '1', 'null', 'true', '{}'])('a body without credentials: %s', async (body) => {
    expectError(await winery.client.send('Cask/CreateCask', body), 401, 'InvalidCredentials');
  });

  it('comes before any 400, so that nothing is learned', async () => {
    const body = JSON.stringify({ Authentication: { UserKey: 'a', Password: 'b', CustomerNo: 'c' }, CaskInfo: 5 });
    const result = await winery.client.send('Cask/CreateCask', body);
    expectError(result, 401, 'InvalidCredentials');
    expect(result.body.Errors).toEqual([]);
  });

  it('another placement is each operation’s own', async () => {
    expect((await winery.client.call('Cask/GetCasks', { UserKey: winery.userKey })).status).toBe(401);
    const top = { UserKey: winery.userKey, Password: winery.password, CustomerNo: winery.customerNo };
    expect((await winery.client.send('Cask/GetCasks', JSON.stringify(top))).status).toBe(200);
  });

  it('asks for the token where the operation does', async () => {
    const call = (headers: Record<string, string>) =>
      winery.client.send(
        'Cask/GetDetails',
        JSON.stringify({
          AuthenticationDetails: { UserKey: winery.userKey, Password: winery.password, CustomerNo: winery.customerNo },
          OrderNo: 'C-100',
        }),
        headers,
      );
    expectError(await call({}), 401, 'TokenRequired');
    expectError(await call({ authorization: 'ServiceAuth nonsense' }), 401, 'InvalidToken');
    const other = await server.customer();
    expectError(await call({ authorization: `ServiceAuth ${other.accessToken}` }), 401, 'InvalidToken');
    expect((await call({ authorization: `ServiceAuth ${winery.accessToken}` })).body).toEqual([
      { OrderNumber: 'C-100', Quantity: 1 },
    ]);
  });
});

describe('403', () => {
  it('a right that is missing', async () => {
    const reader = await server.customer('read');
    expectError(await reader.client.call('Cask/CreateCask', { nonsense: 1 }), 403, 'RightMissing');
  });

  it('a state that forbids it', async () => {
    expectError(await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'REFUSED' } }), 403, 'StateForbids');
  });
});

describe('404', () => {
  it.each([
    '/v3',
    '/test/v3',
    '/test/v3/api/Cask/create_cask',
    '/test/v3/api/Cask/CreateCask/1',
    '/v3/api/Cask/CreateCask',
    '/test/v3/%zz',
    '/:(',
    '/*/x',
  ])('nothing at %s', async (path) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await ask('POST', path, headers, '{'), 404, 'UnknownPath');
    expectError(await ask('GET', path), 404, 'UnknownPath');
  });

  it('no such thing of this customer', async () => {
    expectError(await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'MISSING' } }), 404, 'NotFound');
  });
});

describe('405', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s', async (method) => {
    const result = await ask(
      method,
      '/test/v3/api/Cask/CreateCask',
      { 'content-type': 'text/plain' },
      method.startsWith('P') ? 'x' : '',
    );
    expectError(result, 405, 'MethodNotAllowed');
    expect(result.headers.get('allow')).toBe('POST');
  });

  it.each(['/', '/openapi.json', '/docs', '/healthz', '/readyz'])(
    'POST %s, which is there to be read',
    async (path) => {
      const result = await ask('POST', path, { 'content-type': 'application/json' }, '{}');
      expectError(result, 405, 'MethodNotAllowed');
      expect(result.headers.get('allow')).toBe('GET, HEAD');
    },
  );

  it('HEAD, which has no body', async () => {
    const result = await ask('HEAD', '/test/v3/api/Cask/CreateCask');
    expect(result).toMatchObject({ status: 405, body: undefined });
  });
});

describe('413', () => {
  const padded = (bytes: number) => JSON.stringify({ ...cask, Padding: 'x'.repeat(bytes) });

  const tooLarge = (limit: string) => ({
    body: { Reason: `The body has more than ${limit}, the most that this operation accepts.` },
  });

  it('a body over 1 MiB, whether it says its length or not', async () => {
    const declared = await winery.client.send('Cask/CreateCask', padded(1024 ** 2));
    expectError(declared, 413, 'PayloadTooLarge');
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const chunked = await ask('POST', '/test/v3/api/Cask/CreateCask', headers, padded(1024 ** 2));
    expectError(chunked, 413, 'PayloadTooLarge');
    for (const result of [declared, chunked]) expect(result).toMatchObject(tooLarge('1 MiB'));
  });

  it('answers also who keeps sending', async () => {
    expectError(await winery.client.send('Cask/CreateCask', padded(20 * 1024 ** 2)), 413, 'PayloadTooLarge');
  });

  it.each(['keep-alive', 'close'])('answers who reads only after it has sent everything (%s)', async (connection) => {
    const body = padded(20 * 1024 ** 2);
    const head = `POST /test/v3/api/Cask/CreateCask HTTP/1.1\r\nHost: dray\r\nConnection: ${connection}\r\nContent-Type: application/json\r\n`;
    const responses = await exchangeLater(
      `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      connection === 'close' ? '' : 'GET /healthz HTTP/1.0\r\n\r\n',
    );
    expect(responses).toMatch(/^HTTP\/1\.1 413 /);
    if (connection === 'keep-alive') expect(responses).toContain('HTTP/1.1 200 OK');
  });

  it('a batch may have 5 MiB', async () => {
    const body = { Padding: 'x'.repeat(4 * 1024 ** 2) };
    expect((await winery.client.call('Cask/BatchCasks', body)).status).toBe(200);
    const larger = await winery.client.send('Cask/BatchCasks', padded(5 * 1024 ** 2));
    expectError(larger, 413, 'PayloadTooLarge');
    expect(larger).toMatchObject(tooLarge('5 MiB'));
  });

  it('a body that is nested deeper than 64 levels is refused', async () => {
    expectError(await winery.client.send('Cask/CreateCask', '['.repeat(500_000)), 400, 'MalformedJson');
    const nested = (name: string, levels: number) => {
      const sent = JSON.stringify(withCredentials('Cask/CreateCask', winery, cask));
      return `${sent.slice(0, -1)},"${name}":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    };
    expectError(await winery.client.send('Cask/CreateCask', nested('Unknown', 500_000)), 400, 'MalformedJson');
    expectError(await winery.client.send('Cask/CreateCask', nested('Unknown', 64)), 400, 'MalformedJson');
    expectError(await winery.client.send('Cask/CreateCask', nested('AdditionalFields', 63)), 400, 'ValidationFailed');
    expectError(await winery.client.send('Cask/CreateCask', nested('Staves', 63)), 400, 'ValidationFailed');
    expect((await winery.client.send('Cask/CreateCask', nested('Unknown', 63))).status).toBe(201);
  });

  it('a body with more values than any request can have is refused before its credentials are looked for', async () => {
    const body = `{"Staves":[${Array(30_000).fill('[]').join(',')}]}`;
    expectError(await winery.client.send('Cask/CreateCask', body), 400, 'MalformedJson');
  });
});

describe('415', () => {
  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])(
    '%s',
    async (type) => {
      expectError(
        await winery.client.send('Cask/CreateCask', '{}', { 'content-type': type }),
        415,
        'UnsupportedMediaType',
      );
    },
  );

  it('a compressed body', async () => {
    const result = await winery.client.call('Cask/CreateCask', cask, { 'content-encoding': 'gzip' });
    expectError(result, 415, 'UnsupportedMediaType');
  });

  it('but not application/json with parameters', async () => {
    const type = 'Application/JSON; charset="utf-8"';
    expect((await winery.client.call('Cask/CreateCask', cask, { 'content-type': type })).status).toBe(201);
  });
});

describe('429', () => {
  it('says how long to wait, and charges a batch for its size', async () => {
    const settings = { RATE_LIMIT: 'on', RATE_LIMIT_REQUESTS_PER_SECOND: '1', RATE_LIMIT_REQUESTS_BURST: '10' };
    const limited = await openTestServer({ operations: caskOperations, settings });
    try {
      const { client } = await limited.customer();
      const first = await client.call('Cask/CreateCask', cask);
      expect(first.headers.get('ratelimit')).toMatch(/^"[a-z-]+";r=9;t=\d+$/);
      expect(first.headers.get('ratelimit-policy')).toMatch(/^"[a-z-]+";q=10;w=10$/);
      expect((await client.call('Cask/BatchCasks', { Casks: Array(400).fill('C') })).status).toBe(200);
      await client.call('Cask/CreateCask', cask);
      const result = await client.call('Cask/CreateCask', { nonsense: 1 });
      expectError(result, 429, 'RateLimited');
      expect(Number(result.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(result.headers.get('ratelimit')).toMatch(/;r=0;t=\d+$/);
      expectError(await client.send('Cask/CreateCask', '{}'), 401, 'InvalidCredentials');
    } finally {
      await limited.close();
    }
  });
});

it('429 also for a caller who guesses access tokens', async () => {
  const settings = { RATE_LIMIT: 'on', RATE_LIMIT_REQUESTS_PER_SECOND: '1', RATE_LIMIT_REQUESTS_BURST: '5' };
  const limited = await openTestServer({ operations: caskOperations, settings });
  try {
    const { client, userKey, password, customerNo } = await limited.customer();
    const body = JSON.stringify({
      AuthenticationDetails: { UserKey: userKey, Password: password, CustomerNo: customerNo },
      OrderNo: 'C-100',
    });
    const guess = () => ({ authorization: `ServiceAuth ${generateCredential('token', 'test')}` });
    const first = await client.send('Cask/GetDetails', body, guess());
    expectError(first, 401, 'InvalidToken');
    expect(first.headers.get('ratelimit')).toMatch(/;r=4;t=\d+$/);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => client.send('Cask/GetDetails', body, guess())));
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30);
  } finally {
    await limited.close();
  }
});

it('429 of failed sign-ins names the bucket too', async () => {
  const settings = { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1' };
  const limited = await openTestServer({ operations: caskOperations, settings });
  try {
    const { client } = await limited.customer();
    const wrong = { Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' } };
    const send = () => client.send('Cask/CreateCask', JSON.stringify(wrong));
    expectError(await send(), 401, 'InvalidCredentials');
    const result = await send();
    expectError(result, 429, 'RateLimited');
    expect(result.headers.get('ratelimit')).toMatch(/^"failed-sign-ins";r=0;t=\d+$/);
    expect(result.headers.get('ratelimit-policy')).toBe('"failed-sign-ins";q=1;w=60');
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  } finally {
    await limited.close();
  }
});

describe('500 and 503', () => {
  it('a bug is logged under the reference that the caller reads, and reveals nothing', async () => {
    const query = await ask503('BROKEN');
    expectError(query, 500, 'Internal');
    const change = await winery.client.call('Cask/CreateCask', { CaskInfo: { ItemNo: 'BROKEN' } });
    expectError(change, 500, 'Internal');
    for (const { body } of [query, change]) {
      const lines = server.logged.filter((line) => line.includes(body.TransactionReferenceNumber));
      expect(lines.some((line) => line.includes('secret inner detail'))).toBe(true);
    }
  });

  it('a database that is away is 503 with Retry-After', async () => {
    const result = await ask503('UNREACHABLE');
    expectError(result, 503, 'Unavailable');
    expect(result.headers.get('retry-after')).toBe('5');
  });

  function ask503(OrderNo: string): Promise<ApiResponse> {
    const { userKey: UserKey, password: Password, customerNo: CustomerNo } = winery;
    return winery.client.send(
      'Cask/GetDetails',
      JSON.stringify({ AuthenticationDetails: { UserKey, Password, CustomerNo }, OrderNo }),
      { authorization: `ServiceAuth ${winery.accessToken}` },
    );
  }
});

function change(body: object, credentials: object): object {
  return { ...body, Authentication: { ...(body as { Authentication: object }).Authentication, ...credentials } };
}
