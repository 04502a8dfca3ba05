/** Simulation/AdjustInventory: stock is found, lost or corrected. */
import { adjustInventory } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationAdjustInventory = exposeToOperators(adjustInventory, {
  path: '/api/Simulation/AdjustInventory',
  action: 'inventory.adjusted',
  subject: ({ Items }) => Items.map(({ ItemNo }) => ItemNo).join(' '),
});
