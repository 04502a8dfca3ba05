/** Formats the result of the club run as text. Pure. */
import type { ClubRunResult, Group } from './check.ts';

const number = (n: number) => n.toLocaleString('en-US').padStart(7);
const groups = (list: readonly Group[]) =>
  list.flatMap(({ name, count, example }) => [`${number(count)}    ${name}`, `             ${example}`]);

export function reportClubRun(result: ClubRunResult, sendingMs: number): string {
  const { sent, accepted, repeats, delivered, packages, held, refused, faults } = result;
  const rate = Math.round(sent / (sendingMs / 1000));
  const heldCount = held.reduce((sum, { count }) => sum + count, 0);
  const refusedCount = refused.reduce((sum, { count }) => sum + count, 0);
  return [
    '',
    `${number(sent)}  orders sent, one after the other, ${rate} per second`,
    `${number(accepted)}  accepted`,
    `${number(delivered)}  delivered, in ${packages} packages`,
    `${number(heldCount)}  held`,
    ...groups(held),
    `${number(repeats)}  repeats, which returned the first reference`,
    `${number(refusedCount)}  rejected`,
    ...groups(refused),
    '',
    `${number(result.received)}  units received`,
    `${number(result.shipped)}  shipped`,
    `${number(result.onHand)}  on hand, of which ${result.reserved} reserved for held orders`,
    '',
    ...(faults.length === 0
      ? ['Everything adds up.']
      : [`${faults.length} checks failed:`, ...faults.slice(0, 50).map((fault) => `  ${fault}`)]),
    '',
  ].join('\n');
}
