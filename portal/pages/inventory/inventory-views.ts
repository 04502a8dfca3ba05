/** The views of the inventory, for operators who may see all of its stock. */
import type { ViewOption } from '../../design/list-page.tsx';

type ViewName = 'balances' | 'changes' | 'production' | 'past';

export const inventoryViews: readonly [ViewOption<ViewName>, ...ViewOption<ViewName>[]] = [
  { name: 'balances', label: 'Balances' },
  { name: 'changes', label: 'Changes' },
  { name: 'production', label: 'Production' },
  { name: 'past', label: 'On a day' },
];
