/** Release: the orders that wait at a warehouse, and the schedules that release them automatically. */
import { useSearch } from '@tanstack/react-router';
import { SchedulesView } from './schedules-view.tsx';
import { WaitingView } from './waiting-view.tsx';

export function ReleasePage() {
  const { view } = useSearch({ from: '__root__' });
  return view === 'schedules' ? <SchedulesView /> : <WaitingView />;
}
