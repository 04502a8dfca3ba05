/** Plays the floor day, checks it and formats the result. */
import { checkReturned, checkShipped } from './check.ts';
import { endDay, type FloorDayOptions, putAway, shipFloorDay } from './play.ts';
import { takeReturns } from './returns.ts';

export async function runFloorDay(
  options: FloorDayOptions,
  log: (line: string) => void,
): Promise<{ readonly report: string; readonly faults: readonly string[] }> {
  const day = await shipFloorDay(options, log);
  log('reading every order, its packages, the stock and the bins');
  const shipped = await checkShipped(day);
  const returned = await takeReturns(day);
  await putAway(day.shop);
  const faults = [...shipped.faults, ...(await checkReturned(day.shop, shipped.onHand, returned))];
  await endDay(day.shop);
  const number = (n: number) => n.toLocaleString('en-US').padStart(7);
  const heldCount = shipped.held.reduce((sum, { count }) => sum + count, 0);
  const report = [
    '',
    `${number(shipped.sent)}  orders sent`,
    `${number(shipped.accepted)}  accepted`,
    `${number(shipped.delivered)}  picked, packed and delivered, in ${shipped.packages} packages`,
    `${number(heldCount)}  held`,
    `${number(returned.length)}  returned`,
    '',
    `${number(shipped.received)}  units received`,
    `${number(shipped.shipped)}  shipped`,
    `${number(shipped.onHand)}  left, of which ${shipped.reserved} reserved for held orders`,
    '',
    ...(faults.length === 0
      ? ['Everything adds up.']
      : [`${faults.length} checks failed:`, ...faults.slice(0, 50).map((fault) => `  ${fault}`)]),
  ].join('\n');
  return { report, faults };
}
