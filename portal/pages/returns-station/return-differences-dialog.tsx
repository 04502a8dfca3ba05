/** Asks for a confirmation when the scanned units differ from the announced ones. The Enter of a scan does not confirm it. */
import { Confirm } from '../../design/confirm.tsx';
import { formatCount } from '../../design/format.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import type { StationReturn } from './returns-station.ts';

export function ReturnDifferencesDialog({
  found,
  onConfirm,
  onClose,
}: {
  readonly found: StationReturn;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const strayScans = useStrayScanGuard();
  return (
    <Confirm
      title="The package differs"
      action="Record what is here"
      otherwise="Count again"
      strayScans={strayScans}
      isLarge
      onConfirm={async () => onConfirm()}
      onClose={onClose}
    >
      <p>What is missing is still with the recipient, and can be announced again.</p>
      <ul>
        {found.Differences.map(({ ItemNo, Expected, Found }) => (
          <li key={ItemNo}>
            {ItemNo}: {formatCount(Found)} found, {formatCount(Expected)} announced
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
