/** Packing: the shippers, and the rules of which one holds how many bottles. */
import { useSearch } from '@tanstack/react-router';
import { PackingRulesView } from './packing-rules-view.tsx';
import { ShippersView } from './shippers-view.tsx';

export function ShippersPage() {
  const { view } = useSearch({ from: '__root__' });
  return view === 'rules' ? <PackingRulesView /> : <ShippersView />;
}
