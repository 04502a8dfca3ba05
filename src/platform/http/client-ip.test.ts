import { describe, expect, it } from 'vitest';
import { createClientIpReader, isIpAddressOrNetwork } from './client-ip.ts';

const proxy = '10.0.0.1';
const read = createClientIpReader(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.200']);
const from = (headers: Record<string, string>, peer: string = proxy) => read(peer, headers);

describe('without trusted proxies', () => {
  it('the peer is the client, whatever the headers say', () => {
    const direct = createClientIpReader([]);
    const headers = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' };
    expect(direct(proxy, headers)).toBe(proxy);
    expect(direct('::ffff:10.0.0.1', headers)).toBe(proxy);
    expect(direct(undefined, headers)).toBe('');
  });
});

describe('X-Forwarded-For', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    // Addresses that the client wrote itself precede the one that the proxy has seen.
    ['203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.9, 198.51.100.1', '198.51.100.1'],
    // Two proxies, and three.
    ['198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['203.0.113.9, 198.51.100.1,10.0.0.2 , 192.0.2.200, 2001:db8:ffff::7', '198.51.100.1'],
    // All of them are ours: the one furthest away.
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // Where an entry is no address, the proxy that wrote it counts as the client.
    ['unknown', proxy],
    ['198.51.100.1, unknown', proxy],
    ['198.51.100.1, _hidden, 10.0.0.2', '10.0.0.2'],
    ['', proxy],
    ['198.51.100.1,', proxy],
    ['1'.repeat(10_000), proxy],
  ])('%s', (header, expected) => {
    expect(from({ 'x-forwarded-for': header })).toBe(expected);
  });

  it('is not read from a client that is not a trusted proxy', () => {
    expect(from({ 'x-forwarded-for': '198.51.100.1' }, '203.0.113.50')).toBe('203.0.113.50');
    expect(from({ 'x-forwarded-for': '198.51.100.1' }, '::ffff:203.0.113.50')).toBe('203.0.113.50');
    expect(from({ 'x-forwarded-for': '198.51.100.1' }, '::ffff:10.1.2.3')).toBe('198.51.100.1');
  });
});

describe('Forwarded', () => {
  it.each([
    ['for=198.51.100.1', '198.51.100.1'],
    ['For="198.51.100.1:4711";proto=https;by=10.0.0.1', '198.51.100.1'],
    ['proto=https ; for="[2001:db8::1]:4711"', '2001:db8::1'],
    ['for="\\1\\9\\8.51.100.1"', '198.51.100.1'],
    ['for=203.0.113.9, for=198.51.100.1', '198.51.100.1'],
    ['for=198.51.100.1;host="a, for=203.0.113.9", for=10.0.0.2', '198.51.100.1'],
    ['for=unknown', proxy],
    ['for=_hidden, for=10.0.0.2', '10.0.0.2'],
    ['proto=https', proxy],
    // An open quote of the client, before what the proxy has appended.
    ['for="203.0.113.9, for=198.51.100.1', proxy],
    ['for=203.0.113.9;by=", for="[2001:db8::1]:4711"', proxy],
    ['for=203.0.113.9;by="\\, for="[2001:db8::1]:4711"', proxy],
    ['for=203.0.113.9 for=198.51.100.1', proxy],
    ['=;,', proxy],
    [`for=${'"'.repeat(5_000)}`, proxy],
  ])('%s', (header, expected) => {
    expect(from({ forwarded: header })).toBe(expected);
  });
});

describe('both headers', () => {
  it('count when they name the same client', () => {
    const headers = { forwarded: 'for="198.51.100.1:99"', 'x-forwarded-for': '198.51.100.1' };
    expect(from(headers)).toBe('198.51.100.1');
  });

  it('are the proxy itself when they do not: one of them is the client’s invention', () => {
    expect(from({ forwarded: 'for=203.0.113.9', 'x-forwarded-for': '198.51.100.1' })).toBe(proxy);
    expect(from({ forwarded: 'for="', 'x-forwarded-for': '198.51.100.1' })).toBe(proxy);
  });
});

it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::/128'])('%s is a network', (text) => {
  expect(isIpAddressOrNetwork(text)).toBe(true);
});

it.each([
  '',
  'proxy.example',
  '10.0.0',
  '10.0.0.0/33',
  '::/129',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  'fe80::1%eth0',
])('%s is not a network', (text) => {
  expect(isIpAddressOrNetwork(text)).toBe(false);
});
