/** Counts: a station where people count locations by scans, and for leads the differences to approve. */
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useOperator } from '../../api/session.ts';
import { LazyView } from '../../design/lazy-dialog.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { OnlyTab } from '../../station/only-tab.tsx';
import { SoundSwitch } from '../../station/station-keys.tsx';
import { useStation } from '../../station/use-station.ts';
import { UnworkedPage, useBinWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { createCountStationController, type SavedCountState } from './count-station.ts';

// The code of each view is loaded when it is first shown.
const CountingStation = lazy(async () => ({ default: (await import('./counting-station.tsx')).CountingStation }));
const Differences = lazy(async () => ({ default: (await import('./differences.tsx')).Differences }));

export function CountsPage() {
  const { codes, code, isUnused } = useBinWarehouse();
  const { view } = useSearch({ from: '__root__' });
  const { Email, isLead } = useOperator();
  const isDifferences = isLead && view === 'differences';
  if (isUnused) return <UnworkedPage title="Counts" codes={codes} code={code} purpose="to count its bins" />;
  const tabs = [
    { label: 'Count', to: '/counts', search: {}, isCurrent: !isDifferences },
    { label: 'Differences', to: '/counts', search: { view: 'differences' }, isCurrent: isDifferences },
  ];
  return (
    <Page
      title="Counts"
      aside={isDifferences ? undefined : Email}
      actions={
        <>
          {!isDifferences && <SoundSwitch />}
          <WarehouseChoice codes={codes} code={code} isCompact />
        </>
      }
    >
      {isLead && <Tabs label="Counts" tabs={tabs} />}
      <LazyView>
        {code !== '' && isDifferences && <Differences key={code} warehouse={code} />}
        {!isDifferences && code !== '' && (
          <OnlyTab key={code} station={`counts.${code}`}>
            <OpenedStation warehouse={code} />
          </OnlyTab>
        )}
      </LazyView>
    </Page>
  );
}

function OpenedStation({ warehouse }: { readonly warehouse: string }) {
  const station = useStation(`counts.${warehouse}`, (ports, kept?: SavedCountState) =>
    createCountStationController(warehouse, ports, kept),
  );
  return station && <CountingStation warehouse={warehouse} station={station} />;
}
