import { expect, test } from 'vitest';
import { ServiceTimeEstimator } from './queue-wait.ts';

test('the expected wait follows the usual time of a unit; one slow unit hardly changes it, also the first after a guess', () => {
  const time = new ServiceTimeEstimator(0);
  time.begin(0);
  let now = 80;
  time.complete(1, now, true);
  expect(time.expectedWaitMs(50)).toBeLessThan(1_000);
  const complete = (times: number, ms: number) => {
    for (let i = 0; i < times; i += 1) {
      now += ms;
      time.complete(1, now, true);
    }
  };
  complete(50, 2);
  expect(time.expectedWaitMs(100)).toBeCloseTo(200, -1);
  complete(1, 80);
  expect(time.expectedWaitMs(100)).toBeLessThan(1_300);
  complete(50, 20);
  expect(time.expectedWaitMs(100)).toBeCloseTo(2_000, -2);
});
