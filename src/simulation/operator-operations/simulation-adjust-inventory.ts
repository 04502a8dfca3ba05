/** Simulation/AdjustInventory: post stock that was found, lost or corrected. */
import { adjustInventoryOperation } from '../../inventory/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationAdjustInventoryOperation = toOperatorSimulationCommand(adjustInventoryOperation, {
  path: '/api/Simulation/AdjustInventory',
  action: 'inventory.adjusted',
  subject: ({ Items }) => subjectOf(Items.map(({ ItemNo }) => ItemNo)),
});

/**
 * Up to three items, otherwise the first and the number of the others. The audit entry has all of them in its new
 * values.
 */
function subjectOf(itemNos: readonly string[]): string {
  const [first = '', ...others] = itemNos;
  return others.length < 3 ? itemNos.join(' ') : `${first} and ${others.length} more`;
}
