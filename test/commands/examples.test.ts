/** The example programs read their settings as the server does. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/process.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('play-club-run calls the server on the port that PORT names, and names the address that it cannot reach', async () => {
  // No browser and no fetch calls port 1, so nothing is sent.
  const program = run(process.execPath, [path.join(root, 'examples/play-club-run.ts')], {
    env: { PORT: '1', DRAY_URL: '', DRAY_CUSTOMER_NO: 'W1', DRAY_USER_KEY: 'x', DRAY_PASSWORD: 'x' },
  });
  expect((await program.ended()).code).toBe(1);
  expect(program.stderr()).toBe('play-club-run: http://127.0.0.1:1/test/v3: fetch failed (bad port)\n');
});
