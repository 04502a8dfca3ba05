/** Which URLs and addresses webhooks are sent to. */
import { expect, test } from 'vitest';
import { checkWebhookUrl, createIpAddressRules, literalIpAddressOf } from './address-rules.ts';

const strict = createIpAddressRules([]);
const loopback = createIpAddressRules(['127.0.0.0/8', '::1', 'fd12::/16']);

test.each([
  // private, loopback, link-local with metadata, shared, unspecified, multicast, broadcast, reserved, benchmarking
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '100.64.0.1'],
  ...[
    '100.100.100.200',
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.0.192',
    '198.18.0.1',
  ],
  ...['168.63.129.16', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  // the same in IPv6, zones, and IPv4 inside of IPv6
  ...[
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '100::1',
    '2001:db8::1',
  ],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:10.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  ...['2002:7f00:1::', '2001::7f00:1', '4000::1'],
  ...['example.com', '', '127.1', 'not an address'],
])('%s is refused', (address) => {
  expect(strict.permits(address, 'https:')).toBe(false);
});

test('public addresses are permitted over https only; allowed networks over both', () => {
  for (const address of ['8.8.8.8', '203.0.114.1', '2606:4700::1111']) {
    expect([strict.permits(address, 'https:'), strict.permits(address, 'http:')]).toEqual([true, false]);
    expect(loopback.permits(address, 'http:')).toBe(false);
  }
  for (const address of ['127.0.0.1', '::1', 'fd12::7', '::ffff:127.0.0.1']) {
    expect([loopback.permits(address, 'https:'), loopback.permits(address, 'http:')]).toEqual([true, true]);
  }
  expect(loopback.permits('10.0.0.1', 'https:')).toBe(false);
});

test.each([
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['127.0.0.1', '①②⑦.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ...['[64:ff9b::127.0.0.1]', '[fe80::1]', '[fd00::1]', '0', '169.254.169.254', '2852039166', '0251.0376.0251.0376'],
  ...['localhost', 'LOCALHOST.', 'api.localhost', 'metadata.google.internal'],
])('https://%s/ is refused as a URL', (host) => {
  expect(checkWebhookUrl(`https://${host}/hook`, strict)?.code).toBe('PrivateAddress');
});

test('what is no https URL is refused; a name may be resolved later', () => {
  expect(checkWebhookUrl('https://hooks.example.com:8443/dray?a=1', strict)).toBeUndefined();
  expect(checkWebhookUrl('https://8.8.8.8/', strict)).toBeUndefined();
  const refused = ['', 'hooks.example.com', 'ftp://example.com/', 'http://example.com/', 'https:example.com'];
  for (const text of [
    ...refused,
    'https://[fe80::1%25eth0]/',
    'https://user:secret@example.com/',
    'https://example.com/dray#orders',
    'https://example.com/dray#',
    'file:///etc/passwd',
    'https://example.com/\r\nX-Injected: 1',
    'https://example.com/a\tb',
    'https://example.com/\u0085',
    ' https://example.com/',
    'https://example.com/ ',
  ]) {
    expect(checkWebhookUrl(text, strict)?.code, text).toBe('Format');
  }
  expect(checkWebhookUrl(`https://example.com/${'a'.repeat(2_000)}`, strict)?.code).toBe('MaxLength');
  for (const text of ['http://127.0.0.1:9/', 'http://localhost/', 'http://hooks.example.com/']) {
    expect(checkWebhookUrl(text, loopback)).toBeUndefined();
  }
  expect(checkWebhookUrl('http://8.8.8.8/', loopback)?.code).toBe('PrivateAddress');
  expect(literalIpAddressOf(new URL('http://0x7f.1/'))).toBe('127.0.0.1');
  expect(literalIpAddressOf(new URL('http://example.com/'))).toBeUndefined();
});
