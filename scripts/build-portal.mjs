/**
 * Builds the portal into its cache and prints the folder, in the project's own Node. Holds the lock of the installation:
 * no two processes build at once, and no packages are replaced meanwhile.
 */
import { withInstallLock } from './install.mjs';

try {
  await withInstallLock(async () => {
    const { buildPortal } = await import('../src/portal/build.ts');
    process.stdout.write(`${await buildPortal()}\n`);
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exitCode = 1;
}
