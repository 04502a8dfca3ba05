import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

test('package-lock.json has the packages for all systems, without which npm ci rejects it', () => {
  const file = path.resolve(import.meta.dirname, '../../package-lock.json');
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const names = Object.keys(packages);
  // npm leaves out what the registry in use does not have. Add it again: version, os, cpu, libc and "optional".
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !names.some((key) => key.endsWith(`node_modules/${name}`))),
  );
  expect(missing).toEqual([]);
});
