/** Picks a wave by scans: the bin, cases and bottles, and the tote. */
import type { Reply } from './people.ts';
import { caseCode, type Shop, scan, unitsInCase } from './play.ts';

/** Starts tasks of the wave and picks them until all its released orders are picked. */
export async function pickWave(shop: Shop, { Wave, Released }: Reply): Promise<{ tasks: number; units: number }> {
  let [orders, tasks, units] = [0, 0, 0];
  while (orders < Released) {
    const task = await shop.floor('Picking/Start', { Wave });
    orders += task.Orders;
    tasks += 1;
    units += await pickTask(shop, task);
  }
  return { tasks, units };
}

/** Creates a tote for the task and scans each code that the task asks for. Returns the units picked. */
async function pickTask(shop: Shop, task: Reply): Promise<number> {
  const { floor, warehouse: Warehouse, lead } = shop;
  const tote = `TOTE-${task.WaveNumber}-${task.Number}`;
  await lead('Locations/Set', { Warehouse, Location: tote, Kind: 'tote', WalkOrder: 9_000 });
  let state = await floor('Picking/Open', { Task: task.Task });
  while (state.State !== 'done') {
    const Code = nextCode(shop, state, tote);
    state = await scan(floor, 'Picking/Scan', { Session: state.Session, Code });
  }
  return state.Picked;
}

function nextCode(shop: Shop, { Next, Current }: Reply, tote: string): string {
  if (Next === 'bin') return Current.Location;
  if (Next === 'tote') return tote;
  const inCase = unitsInCase(shop, Current.ItemNo);
  return inCase > 1 && Current.Units >= inCase ? caseCode(Current.ItemNo) : Current.ItemNo;
}
