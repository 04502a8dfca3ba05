/** Release: the orders that wait at a warehouse, and the schedules that release them automatically. */
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { LazyView } from '../../design/lazy-dialog.tsx';
import { WaitingView } from './waiting-view.tsx';

// Its code is loaded when it is first shown: people mostly release what waits.
const SchedulesView = lazy(async () => ({ default: (await import('./schedules-view.tsx')).SchedulesView }));

export function ReleasePage() {
  const { view } = useSearch({ from: '__root__' });
  return <LazyView>{view === 'schedules' ? <SchedulesView /> : <WaitingView />}</LazyView>;
}
