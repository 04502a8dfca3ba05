/** Progress output and the result of a bench. */

/** Writes to stderr, so that stdout contains only the results. */
export function logProgress(progress: string): void {
  process.stderr.write(`${progress}\n`);
}

/** Prints `faultless`, or the first 20 faults; with faults, the exit code becomes 1. */
export function reportFaults(faults: readonly string[], faultless: string): void {
  if (faults.length === 0) process.stdout.write(`${faultless}\n`);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
