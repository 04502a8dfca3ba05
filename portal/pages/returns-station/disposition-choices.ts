/** What may become of a finding, by the keys of the returns station. */
import type { ReturnsAction, StationReturn } from './returns-station.ts';

/** What a person can choose for a finding, with the key that chooses it. */
export interface DispositionChoice {
  readonly key: string;
  readonly label: string;
  /** Absent: a dialog asks how many, and into which status. */
  readonly action?: Extract<ReturnsAction, { kind: 'dispose' }>;
}

interface ListedStatus {
  readonly InventoryStatus: string;
  readonly Damaged: boolean;
}

/**
 * The dispositions that can be chosen for a finding. What is in a damaged status, or in one that is not known yet, is
 * not put back for sale by a key.
 */
export function dispositionChoicesFor(
  { Line, Finding, InventoryStatus }: StationReturn['Findings'][number],
  shippedStatus: string | undefined,
  statuses: readonly ListedStatus[],
): DispositionChoice[] {
  const of = { kind: 'dispose', line: Line, finding: Finding } as const;
  const isGood = statuses.some((each) => each.InventoryStatus === InventoryStatus && !each.Damaged);
  return [
    { key: '1', label: 'Into stock, as found', action: { ...of, disposition: 'Return to Inventory' } },
    ...(isGood && shippedStatus !== undefined
      ? [
          {
            key: '2',
            label: 'Into stock, for sale',
            action: { ...of, disposition: 'Return to Inventory' as const, status: shippedStatus as never },
          },
        ]
      : []),
    { key: '3', label: 'To the winery', action: { ...of, disposition: 'Return to Winery' } },
    { key: '4', label: 'Ship it again', action: { ...of, disposition: 'Reship' } },
    { key: '5', label: 'Some, or another status…' },
  ];
}
