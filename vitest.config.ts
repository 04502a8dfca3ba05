import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start whole programs, or that run for long: each has a worker of its own. */
const isolated = ['start', 'crash', 'attack', 'model'].map((folder) => `test/${folder}/**/*.test.ts`);

/** Of the others, those that take longest by far. */
const longest = path.resolve(import.meta.dirname, 'test/portal/portal-');

/**
 * The files that take longest first, or one of them would run alone at the end. All isolated files before the others, because
 * a shared worker ends when the next file in the queue is an isolated one.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isIsolated = (file: TestSpecification) => file.project.name === 'isolated';
    const isLongest = (file: TestSpecification) => file.moduleId.startsWith(longest);
    const others = sorted.filter((file) => !isIsolated(file));
    const [first, rest] = [others.filter(isLongest), others.filter((file) => !isLongest(file))];
    return [...sorted.filter(isIsolated), ...first, ...rest];
  }
}

/**
 * Files run side by side, each on a clone of one migrated database; the tests of a file run one after the other. The files
 * of a shared worker share its modules, so each module is loaded once per worker and not once per file:
 * `support/clean-worker.ts` fails a file that leaves something changed.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/equality.ts', 'test/support/properties.ts', 'test/support/clean-worker.ts'],
    pool: 'forks',
    // Where the launcher keeps it: workers, their threads and the programs that they start load compiled modules.
    env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Two for each of two cores: a worker waits half of its time for the database or a browser.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A limit for a busy machine, for which the default of one second is too short.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    projects: [
      { test: { name: 'isolated', include: isolated } },
      {
        test: {
          name: 'shared',
          isolate: false,
          // A worker runs many files: a heap that is large at once, with few collections of young objects, takes a tenth less processor
          // time. Most code runs a few hundred times: V8 optimizes it after five times as many calls as usual, which takes another
          // tenth less.
          execArgv: [
            '--min-semi-space-size=32',
            '--max-semi-space-size=64',
            '--initial-heap-size=256',
            '--invocation-count-for-maglev=2000',
            '--invocation-count-for-turbofan=15000',
          ],
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: isolated,
        },
      },
    ],
  },
});
