/** The samples of the API reference and of the guide, run by a shell as pasted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleServerUrl } from '../../src/api/guide.ts';
import { buildOpenApiDocument } from '../../src/api/openapi.ts';
import { wineryOperations } from '../../src/api/operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import { privateFolder, run } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies have any shape
type Json = any;

const root = path.resolve(import.meta.dirname, '../..');
const client = `"${path.join(root, 'node_modules/node/bin/node')}" "${path.join(root, 'test/support/curl.mjs')}"`;
let folder: ReturnType<typeof privateFolder>;
let server: TestServer;
let credentials: Readonly<Record<string, string>>;
let accessToken: string;

beforeAll(async () => {
  folder = privateFolder();
  server = await openTestServer();
  const customer = await server.customer();
  credentials = { UserKey: customer.userKey, Password: customer.password, CustomerNo: customer.customerNo };
  accessToken = customer.accessToken;
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

async function runShell(script: string): Promise<string> {
  const shell = run('/bin/sh', ['-c', script], { cwd: folder.path });
  const { code } = await shell.ended();
  expect({ code, stderr: shell.stderr() }).toEqual({ code: 0, stderr: '' });
  return shell.stdout();
}

interface Sent {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests of all samples: one shell runs them one after the other, and its `curl` writes down what it is called with. */
async function requestsOf(samples: readonly (readonly [name: string, source: string])[]): Promise<Sent[]> {
  const shim = 'curl() { n=$((n+1)); printf "%s\\n" "$#" "$@" > "$n.args"; cat > "$n.body"; }';
  const set = `n=0 BASE=${server.url}/test/v3 TOKEN=${accessToken} AUTH='${JSON.stringify(credentials)}'`;
  writeFileSync(path.join(folder.path, 'samples.sh'), [shim, set, ...samples.map(([, source]) => source)].join('\n'));
  await runShell('. ./samples.sh');
  return samples.map(([name], index) => {
    const read = (kind: string) => readFileSync(path.join(folder.path, `${index + 1}.${kind}`), 'utf8');
    // `-s URL -H type [-H authorization] -d @-`
    const [count, , url = '', , type = '', , authorization = ''] = read('args').split('\n');
    const headers = [type, ...(count === '8' ? [authorization] : [])].map(
      (line) => line.split(': ') as [string, string],
    );
    return { name, url, headers: Object.fromEntries(headers), body: read('body') };
  });
}

/** A request that is cut off in its body, as by a sender that is killed. */
async function sendHalf(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
  socket.resume();
  await once(socket, 'close');
}

const send = ({ url, headers, body }: Sent) => fetch(url, { method: 'POST', headers, body });

describe.each(['Service', 'Acme'])('the samples of the reference, brand %s', (brand) => {
  const { paths } = buildOpenApiDocument(wineryOperations, brand) as Json;
  const samples = Object.entries<Json>(paths).map(
    ([route, { post }]) => [route.slice('/api/'.length), post['x-codeSamples'][0].source as string] as const,
  );

  it('are those of all operations', () => {
    expect(samples.map(([name]) => name)).toEqual(wineryOperations.map(operationName));
  });

  it('send the example with credentials and, where required, the token with its scheme', async () => {
    for (const sent of await requestsOf(samples)) {
      const { post } = paths[`/api/${sent.name}`];
      const { example } = post.requestBody.content['application/json'];
      const expected = JSON.parse(
        JSON.stringify(example)
          .replace('<USER_KEY>', credentials.UserKey as string)
          .replace('<PASSWORD>', credentials.Password as string)
          .replace('<CUSTOMER_NO>', credentials.CustomerNo as string),
      );
      expect({ name: sent.name, body: JSON.parse(sent.body) }).toEqual({ name: sent.name, body: expected });
      expect(sent.headers.Authorization).toBe(post.security ? `${brand}Auth ${accessToken}` : undefined);
    }
  });
});

it('each sample of the reference succeeds in the mock, and is understood in the test environment', async () => {
  const { paths } = buildOpenApiDocument(wineryOperations, 'Service') as Json;
  const samples = Object.entries<Json>(paths).map(
    ([route, { post }]) => [route.slice('/api/'.length), post['x-codeSamples'][0].source as string] as const,
  );
  for (const sent of await requestsOf(samples)) {
    const operation = wineryOperations.find((each) => operationName(each) === sent.name);
    const inMock = await send({ ...sent, url: sent.url.replace('/test/v3', '/mock/v3') });
    expect([sent.name, inMock.status]).toEqual([sent.name, operation?.reply.status]);
    const { status } = await send(sent);
    // The documents of the examples need not exist.
    expect([200, 201, 400, 403, 404].includes(status), `${sent.name} ${status}`).toBe(true);
  }
});

describe('the guide', () => {
  const guide = readFileSync(path.join(root, 'docs/integrating.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => script);

  it('runs as pasted, once the credentials are filled in', async () => {
    const { userKey, password, customerNo } = await server.customer();
    const script = blocks
      .join('\n')
      .replaceAll(sampleServerUrl, server.url)
      .replaceAll('<USER_KEY>', userKey)
      .replaceAll('<PASSWORD>', password)
      .replaceAll('<CUSTOMER_NO>', customerNo);
    const replies = (await runShell(`curl() { ${client} "$@"; }\n${script}`)).trim().split('\n');
    const calls = script.match(/^call /gm)?.length;
    expect(replies).toHaveLength(calls as number);
    const bodies = replies.map((text) => JSON.parse(text));
    expect(bodies.filter(({ Code }) => Code !== undefined)).toEqual([]);
    const details = bodies.find((body) => Array.isArray(body));
    expect(details).toMatchObject([
      { OrderNumber: 'CLUB-1001', Status: 'DELIVERED', StatusDescription: 'The package was delivered.' },
    ]);
  });

  it('receives webhooks as its program does', async () => {
    const [, program = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const [server, listening] = [
      '.listen(8443)',
      ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })",
    ];
    expect(program).toContain(server);
    const secret = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`;
    const receiver = spawn(process.execPath, ['--input-type=module', '--eval', program.replace(server, listening)], {
      cwd: root,
      env: { ...process.env, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(receiver, 'close');
    try {
      const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
      const url = `http://127.0.0.1:${(await lines.next()).value}`;
      const at = new Date();
      const [id, body] = ['an-event', `{"type":"order.held","timestamp":"${at.toISOString()}","data":[]}`];
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      };
      await sendHalf(url);
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
      expect((await lines.next()).value).toBe(`${id} order.held ${at.toISOString()}`);
      expect((await fetch(url, { method: 'POST', headers, body: `${body} ` })).status).toBe(401);
    } finally {
      receiver.kill();
      await ended;
    }
  });

  it('shows no sample that is not run', () => {
    expect(guide.match(/^```(?!sh$|json$|js$|$).*$/gm)).toBeNull();
    expect(guide.match(/^```js$/gm)).toHaveLength(1);
    expect(blocks.length).toBeGreaterThanOrEqual(4);
  });
});
