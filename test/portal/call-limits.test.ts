/** The portal waits for a reply longer than the server works on it: otherwise a person reads that the server cannot be reached. */
import { expect, test } from 'vitest';
import { callLimitMs } from '../../portal/api/read-limit.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';

/** The default of REQUEST_TIMEOUT_SECONDS. */
const serverSeconds = 30;

test.each(operatorOperations.map(({ path, timeoutSeconds }) => [path, timeoutSeconds ?? 0] as const))(
  '%s',
  (path, timeoutSeconds) => {
    expect(callLimitMs(path)).toBeGreaterThan(Math.max(serverSeconds, timeoutSeconds) * 1_000);
  },
);
