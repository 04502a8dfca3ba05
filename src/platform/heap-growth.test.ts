/** The limit of the heap's growth while long work runs, and after the last of it. */
import { setFlagsFromString } from 'node:v8';
import { expect, onTestFinished, test } from 'vitest';
import { limitHeapGrowth } from './heap-growth.ts';

const startedWith = (...argv: readonly string[]) => {
  const { execArgv } = process;
  process.execArgv = [...argv];
  onTestFinished(() => {
    process.execArgv = execArgv;
  });
};

/** The limits that `work` sets, in their order. Only the other flags are really set. */
const limitsOf = (work: (setFlag: (flag: string) => void) => void): string[] => {
  const limits: string[] = [];
  work((flag) => {
    if (flag.startsWith('--heap-growing-percent')) limits.push(flag);
    else setFlagsFromString(flag);
  });
  return limits;
};

test('after the last of the work the limit of the start applies again', () => {
  startedWith('--no-warnings', '--heap-growing-percent=40');
  const limits = limitsOf((setFlag) => {
    const [one, other] = [limitHeapGrowth(setFlag), limitHeapGrowth(setFlag)];
    one();
    setFlag('--heap-growing-percent=still limited');
    other();
  });
  expect(limits).toEqual([
    '--heap-growing-percent=20',
    '--heap-growing-percent=still limited',
    '--heap-growing-percent=40',
  ]);
});

test('without one V8 chooses', () => {
  startedWith('--no-warnings');
  expect(limitsOf((setFlag) => limitHeapGrowth(setFlag)())).toEqual([
    '--heap-growing-percent=20',
    '--heap-growing-percent=0',
  ]);
});
