/** When warehouses ship: the next days as they will be, the cutoffs by carrier and service, and the holidays. */
import { useSearch } from '@tanstack/react-router';
import { CutoffsView } from './cutoffs-view.tsx';
import { HolidaysView } from './holidays-view.tsx';
import { NextDaysView } from './next-days-view.tsx';

export function CalendarsPage() {
  const { view } = useSearch({ from: '__root__' });
  if (view === 'cutoffs') return <CutoffsView />;
  if (view === 'holidays') return <HolidaysView />;
  return <NextDaysView />;
}
