/** One tab of a person has a station at a time, by the locks of browsers, which Node has too. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { requestStationTabLock, type StationTabLockState } from '../../portal/station/station-tab-lock.ts';

/** A tab with what it showed. */
function tab(station: string) {
  const shown: StationTabLockState[] = [];
  return { shown, ...requestStationTabLock(navigator.locks, station, (hold) => shown.push(hold)) };
}

const shows = (each: { readonly shown: readonly StationTabLockState[] }, hold: StationTabLockState) =>
  expect.poll(() => each.shown.at(-1)).toBe(hold);

test('a second tab waits, takes the station over, and the first one has it again when the second leaves', async () => {
  const station = randomUUID();
  const first = tab(station);
  await shows(first, 'held');
  const second = tab(station);
  await shows(second, 'elsewhere');
  expect([first.shown, second.shown]).toEqual([['held'], ['elsewhere']]);
  second.takeOver();
  await shows(second, 'held');
  await shows(first, 'elsewhere');
  second.leave();
  await shows(first, 'held');
  first.leave();
  // Another station, or the same one after the tab before has left, is there at once.
  const [third, other] = [tab(station), tab(randomUUID())];
  await shows(third, 'held');
  await shows(other, 'held');
  expect(third.shown).toEqual(['held']);
  third.leave();
  other.leave();
});

test('a page that comes after another one of the same tab does not say that the station is elsewhere', async () => {
  const station = randomUUID();
  const first = tab(station);
  await shows(first, 'held');
  const next = tab(station);
  first.leave();
  await shows(next, 'held');
  expect(next.shown).toEqual(['held']);
  next.leave();
});

test('a tab that leaves while it waits never has the station', async () => {
  const station = randomUUID();
  const first = tab(station);
  await shows(first, 'held');
  const second = tab(station);
  second.leave();
  first.leave();
  const third = tab(station);
  await shows(third, 'held');
  expect(second.shown).toEqual([]);
  third.leave();
});

test('a browser without locks has the station in every tab', () => {
  const shown: StationTabLockState[] = [];
  requestStationTabLock(undefined, 'station', (hold) => shown.push(hold)).leave();
  expect(shown).toEqual(['held']);
});
