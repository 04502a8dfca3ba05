/**
 * Dockerfile, compose files, systemd unit and proxies agree with the program: what they set is a setting, versions and ports are the
 * program's, and they forward what it serves. Nothing of them runs here (docs/operating.md says how each was checked).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCommandTree } from '../../src/commands/program.ts';
import { maxPhotoBytes } from '../../src/photos/index.ts';
import { settingDeclarations } from '../../src/platform/config.ts';
import { buildPostgresArguments } from '../../src/platform/db/embedded-settings.ts';
import { root } from './tree.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const settingNames = new Set<string>(Object.values(settingDeclarations).map(({ env }) => env));
const dockerfile = read('Dockerfile');
const unit = read('deploy/dray.service');
const composeFiles = ['compose.yaml', 'compose.citus.yaml'] as const;

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly healthcheck?: { readonly disable?: boolean };
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly stop_grace_period?: string;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, object | null>>;
}

const services = composeFiles.flatMap((file) => {
  const { services: all } = parse(read(file), { merge: true }) as ComposeFile;
  return Object.entries(all).map(([name, service]) => ({ name: `${file}: ${name}`, service }));
});
const ours = services.filter(({ service }) => service.build !== undefined);

/** Settings that `Environment=` and `ENV` lines name. */
const namesIn = (line: string): string[] => Array.from(line.matchAll(/(?:^|\s)([A-Z_]+)=/g), ([, name = '']) => name);

test('everything that is set is a setting of the program', () => {
  const set = [
    ...ours.flatMap(({ service }) => Object.keys(service.environment ?? {})),
    ...namesIn(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? ''),
    ...namesIn(/^Environment=(.+)$/m.exec(unit)?.[1] ?? ''),
  ];
  expect(set).toContain('DATABASE_URL');
  expect(set).toContain('DATA_DIR');
  expect(set.filter((name) => !settingNames.has(name))).toEqual([]);
});

test('the image has the Node of the program, and its port is the default port', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  expect(/^FROM node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(dependencies.node);
  expect(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]).toBe(String(settingDeclarations.port.defaultValue));
  expect(dockerfile).toMatch(/^USER dray$/m);
});

test('commands of the containers and of the unit exist', () => {
  const commands = new Set(createCommandTree().commands.map((command) => command.name()));
  const used = [
    ...ours.flatMap(({ service }) => service.command?.[0] ?? []),
    /run\.mjs (\S+)/.exec(unit)?.[1],
    /^CMD \["(\w+)"\]$/m.exec(dockerfile)?.[1],
  ];
  expect(used.filter((name) => name === undefined || !commands.has(name))).toEqual([]);
});

test('containers run as an account without rights, on files that are read-only, with a health check', () => {
  expect(services.length).toBeGreaterThan(8);
  for (const { name, service } of services) {
    expect(service.read_only, name).toBe(true);
    expect(service.cap_drop, name).toEqual(['ALL']);
    expect(service.user ?? (service.build === undefined ? undefined : 'of the image'), name).toBeDefined();
    expect(service.healthcheck ?? (service.build === undefined ? undefined : 'of the image'), name).toBeDefined();
    // Only what a proxy or a caller of this machine needs is published.
    for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:/);
  }
});

test('the databases of the containers analyze new rows as soon as the embedded one does', () => {
  const databases = services.filter(({ service }) => service.command?.[0] === 'postgres');
  expect(databases).toHaveLength(4);
  const embedded = buildPostgresArguments('data', 'sockets', { fsync: true }).flatMap(
    (argument) => /autovacuum_\w+=.+/.exec(argument)?.[0] ?? [],
  );
  expect(embedded).toHaveLength(2);
  for (const { name, service } of databases) expect(service.command, name).toEqual(expect.arrayContaining(embedded));
});

test('systemd and Docker wait longer for the server to stop than it takes', () => {
  const stopSeconds = Number(settingDeclarations.stopTimeoutSeconds.defaultValue);
  for (const { name, service } of ours)
    expect(Number.parseInt(service.stop_grace_period ?? '', 10), name).toBeGreaterThan(stopSeconds);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopSeconds);
});

test('the proxies forward what the guide says, and the largest body', () => {
  const paths = read('deploy/nginx-paths.conf');
  const [, forwarded = ''] =
    /Forward ((?:`[^`]+`[^.`]*)+)\. The probes/.exec(read('docs/operating.md').replaceAll('\n', ' ')) ?? [];
  const wanted = Array.from(forwarded.matchAll(/`([^`]+)`/g), ([, at = '']) => at);
  expect(wanted).toHaveLength(11);
  const locations = Array.from(
    paths.matchAll(/^location ~\* (\S+) \{/gm),
    ([, pattern = '']) => new RegExp(pattern, 'i'),
  );
  for (const at of wanted)
    for (const spelling of [at, at.toUpperCase()])
      expect(locations.filter((pattern) => pattern.test(spelling))).toHaveLength(1);
  expect(paths).not.toMatch(/location.*(metrics|readyz|healthz)/);
  const largest = Number(/client_max_body_size (\d+)m;/.exec(paths)?.[1]) * 1024 ** 2;
  expect(largest).toBeGreaterThan(maxPhotoBytes);
  for (const proxy of ['deploy/nginx.conf', 'deploy/nginx-cluster.conf'])
    expect(read(proxy)).toContain('include nginx-paths.conf;');
});

test('a page of the portal, its files and its operations come from the same server, because those of two versions differ', () => {
  const paths = read('deploy/nginx-paths.conf');
  const locations = Array.from(
    paths.matchAll(/^location (?:~\*|=) \S*(?:portal|operator)\S* \{\s*proxy_pass (\S+);/gm),
    ([, to]) => to,
  );
  expect(locations).toEqual(Array(6).fill('http://dray_operators'));
  const upstreams = (proxy: string) =>
    new Map(
      Array.from(read(proxy).matchAll(/upstream (\w+) \{([^}]*)\}/g), ([, name = '', text = '']) => [name, text]),
    );
  const serversOf = (text = '') => Array.from(text.matchAll(/server (\S+?:\d+)/g), ([, server]) => server);
  for (const proxy of ['deploy/nginx.conf', 'deploy/nginx-cluster.conf']) {
    const [any, own] = [upstreams(proxy).get('dray'), upstreams(proxy).get('dray_operators')];
    expect(serversOf(own), proxy).toEqual(serversOf(any));
    if (serversOf(own).length > 1) expect(own, proxy).toContain('hash $remote_addr consistent;');
  }
  expect(read('docs/scaling.md')).toContain(
    'use_backend operators if { path_beg -i /portal /test/portal /operator /test/operator }',
  );
});
