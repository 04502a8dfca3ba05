/** What a bench tells while it runs, and how it ends. */

/** Beside the numbers, so that these can be kept alone. */
export function logProgress(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

/** Tells what was found true, or the first faults, with which the bench ends with 1. */
export function reportFaults(faults: readonly string[], faultless: string): void {
  if (faults.length === 0) process.stdout.write(`${faultless}\n`);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
