/** The views of the inventory, for operators who may see all of its stock. */
import type { ListView } from '../../design/list-page.tsx';

type ViewName = 'balances' | 'changes' | 'production' | 'past';

export const inventoryViews: readonly [ListView<ViewName>, ...ListView<ViewName>[]] = [
  { name: 'balances', label: 'Balances' },
  { name: 'changes', label: 'Changes' },
  { name: 'production', label: 'Production' },
  { name: 'past', label: 'On a day' },
];
