/** Forbidden addresses are refused before any connection, and the sender connects to the address that was checked. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIpAddressRules } from '../../src/webhooks/address-rules.ts';
import { createHostnameResolver, createWebhookAgentFactory } from '../../src/webhooks/connector.ts';

let connections = 0;
let receiver: http.Server;
let port: number;
beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    response.end(`${request.headers.host} ${request.url}`);
  });
  receiver.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  port = (receiver.address() as AddressInfo).port;
});
afterAll(() => receiver.close());

/** Replies of a name server, one after the other; the last one is repeated. */
function nameServer(...replies: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return replies[Math.min(asked.length, replies.length) - 1] ?? [];
  };
  return { asked, resolve };
}

async function request(
  url: string,
  allowed: readonly string[],
  resolve: (hostname: string) => Promise<readonly string[]>,
) {
  const agent = createWebhookAgentFactory({ rules: createIpAddressRules(allowed), resolve, timeoutMs: 2_000 })();
  try {
    const { origin, pathname } = new URL(url);
    const response = await agent.request({ origin, path: pathname, method: 'GET' });
    return await response.body.text();
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await agent.destroy();
  }
}

test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '0'])(
  'a literal is refused in every notation: %s',
  async (host) => {
    const names = nameServer(['8.8.8.8']);
    const before = connections;
    for (const protocol of ['http', 'https']) {
      expect(await request(`${protocol}://${host}:${port}/`, [], names.resolve)).toBe('ADDRESS_REFUSED');
    }
    expect([connections - before, names.asked]).toEqual([0, []]);
  },
);

test.each([
  ...[
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%lo'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
  ],
  // One that is refused condemns the others.
  ['8.8.8.8', '127.0.0.1'],
  [],
])('a name that resolves to %s %s is refused', async (...addresses) => {
  const before = connections;
  const { asked, resolve } = nameServer(addresses.filter((address) => address !== undefined));
  expect(await request(`https://hooks.example.com:${port}/`, [], resolve)).toBe('ADDRESS_REFUSED');
  expect([connections - before, asked]).toEqual([0, ['hooks.example.com']]);
});

test('a name is resolved once for a connection, and connected to the address that was checked', async () => {
  const rebinding = nameServer(['127.0.0.1'], ['10.0.0.1']);
  const url = `http://hooks.example.com:${port}/a`;
  expect(await request(url, ['127.0.0.1'], rebinding.resolve)).toBe(`hooks.example.com:${port} /a`);
  expect(rebinding.asked).toEqual(['hooks.example.com']);
  expect(await request(url, ['127.0.0.1'], rebinding.resolve)).toBe('ADDRESS_REFUSED');
});

test('a connection that is kept in use is replaced after its time, by one to the newest address of the name', async () => {
  const moved = nameServer(['127.0.0.1'], ['127.0.0.1'], ['10.0.0.1']);
  const rules = createIpAddressRules(['127.0.0.1']);
  const agent = createWebhookAgentFactory({ rules, resolve: moved.resolve, timeoutMs: 2_000, connectionMs: 300 })();
  const before = connections;
  const replies: unknown[] = [];
  for (const end = performance.now() + 3_000; performance.now() < end && replies.at(-1) !== 'ADDRESS_REFUSED'; ) {
    const sent = agent.request({ origin: `http://hooks.example.com:${port}`, path: '/', method: 'GET' });
    replies.push(
      await sent.then(
        async ({ body, statusCode }) => {
          await body.text();
          return statusCode;
        },
        ({ code }) => code,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await agent.destroy();
  expect([new Set(replies), connections - before]).toEqual([new Set([200, 'ADDRESS_REFUSED']), 2]);
  // Each was used many times.
  expect(replies.length).toBeGreaterThan(6);
});

test('an allowed network does not allow others, and http is for allowed networks only', async () => {
  const before = connections;
  const { resolve } = nameServer(['127.0.0.1']);
  expect(await request(`http://hooks.example.com:${port}/`, ['10.0.0.0/8'], resolve)).toBe('ADDRESS_REFUSED');
  const unreachable = nameServer(['192.0.2.1'], ['8.8.8.8']);
  expect(await request('http://hooks.example.com/', ['127.0.0.0/8'], unreachable.resolve)).toBe('ADDRESS_REFUSED');
  expect(await request('http://hooks.example.com/', ['127.0.0.0/8'], unreachable.resolve)).toBe('ADDRESS_REFUSED');
  expect(connections).toBe(before);
});

test('the hosts file is read only where networks are allowed, one name at a time, and not for what was given up', async () => {
  let open = 0;
  let most = 0;
  const asked: string[] = [];
  const slow = async (hostname: string) => {
    asked.push(hostname);
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve, 60));
    open -= 1;
    return [{ address: '127.0.0.1' }];
  };
  const names = ['a.invalid', 'b.invalid', 'c.invalid'];
  const all = async (hasAllowedNetworks: boolean, timeoutMs: number) => {
    const resolve = createHostnameResolver({ hasAllowedNetworks }, timeoutMs, slow);
    const replies = await Promise.allSettled(names.map(resolve));
    return replies.map(({ status }) => status === 'fulfilled');
  };
  expect(await all(false, 5_000)).toEqual([false, false, false]);
  expect(asked).toEqual([]);
  expect(await all(true, 5_000)).toEqual([true, true, true]);
  expect([most, asked.length]).toEqual([1, 3]);
  const inTime = await all(true, 30);
  expect(inTime.filter(Boolean)).toHaveLength(1);
  expect(asked).toHaveLength(4);
});
