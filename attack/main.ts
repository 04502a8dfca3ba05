/** `npm run attack`: injects faults into its own Dray servers and proves that no acknowledged change was lost. See `--help`. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCampaign } from './campaign.ts';
import { help, readOptions, UsageError } from './options.ts';
import { Report } from './report.ts';

function printResult(report: Report, seed: number, folder: string): void {
  const lines = report.counts.map(([what, count]) => `  ${String(count).padStart(9)}  ${what}`);
  for (const { during, message, details, times } of report.findings) {
    lines.push(`FAILED (${during}, ${times} times): ${message}`, ...details.map((detail) => `    ${detail}`));
  }
  lines.push(
    report.findings.length === 0
      ? `Nothing acknowledged was lost or happened twice; seed ${seed}.`
      : `${report.findings.length} kinds of failures; repeat with --seed ${seed}; data and logs are in ${folder}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function attack(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dray-attack-'));
  const report = new Report((line) => process.stderr.write(`${line}\n`));
  const length = options.rounds === undefined ? `${options.seconds} s` : `${options.rounds} rounds`;
  report.progress(`seed ${options.seed}, ${length}, in ${folder}`);
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isStopped = true;
    });
  }
  try {
    await runCampaign(options, folder, report, () => isStopped);
  } catch (error) {
    report.finding('campaign', 'the campaign could not go on', (error as Error).stack ?? String(error));
  }
  printResult(report, options.seed, folder);
  if (report.findings.length === 0 && !options.keep) rmSync(folder, { recursive: true, force: true });
  return report.findings.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await attack();
} catch (error) {
  process.stderr.write(`attack: ${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
