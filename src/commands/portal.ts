/** `dray portal build`: builds the web portal ahead of the first start, for images and read-only disks. */
import { spawn } from 'node:child_process';
import { Command } from 'commander';

export function portalCommand(): Command {
  const portal = new Command('portal').description('the web portal');
  portal
    .command('build')
    .description('build the portal into its cache, as the first start would, and print the folder')
    .action(build);
  return portal;
}

async function build(): Promise<void> {
  const { portalBuildCommand } = await import('../portal/index.ts');
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [...portalBuildCommand], { stdio: ['ignore', 'inherit', 'inherit'], env });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
