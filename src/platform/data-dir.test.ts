import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CliError } from './cli-error.ts';
import { assertContainsDatabase, makeDataDir } from './data-dir.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-data-dir-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('makes it with all its parents, for its owner alone, and leaves what is there', () => {
  const deep = path.join(folder, 'a/b/c');
  makeDataDir(deep);
  makeDataDir(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
});

it('refuses in one line what cannot be created', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  // In a file system without folders, such as /proc, `mkdir` with `recursive` never returns.
  for (const impossible of [file, path.join(file, 'below'), '/proc/dray/data']) {
    expect(() => makeDataDir(impossible)).toThrow(CliError);
    expect(() => makeDataDir(impossible)).toThrow(/^DATA_DIR \S+ cannot be created: .+$/);
  }
});

it('refuses in one line what cannot be read, as the folder of another account', () => {
  const file = path.join(folder, 'no-folder');
  writeFileSync(file, '');
  expect(() => assertContainsDatabase(file)).toThrow(CliError);
  expect(() => assertContainsDatabase(file)).toThrow(
    /^DATA_DIR \S+ cannot be read: .+: run this as the account that runs the server, or correct DATA_DIR$/,
  );
});
