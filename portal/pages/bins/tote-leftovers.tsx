/** Totes with bottles of orders that were taken back: people put them into their bins, and record it. */
import { Button } from '@mantine/core';
import { call } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import { StationPager, useStationPaging } from '../../design/station-paging.tsx';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { notify } from '../../design/toasts.tsx';
import styles from '../../station/work.module.css';
import { LeftoverList, type ToteWithLeftovers } from '../pick/leftover-list.tsx';

/** A panel with the totes of a warehouse; nothing when no tote has leftovers. */
export function ToteLeftovers({ warehouse }: { readonly warehouse: string }) {
  const page = useStationPaging(warehouse);
  const totes = useOperation(
    '/api/Picking/ListLeftovers',
    { Warehouse: warehouse, ...(page.after && { After: page.after }) },
    { refreshMs: 60_000 },
  );
  const { dialog, open, close } = useDialog<ToteWithLeftovers>();
  const found = totes.data?.Totes ?? [];
  return (
    <QueryState query={totes}>
      {found.length > 0 && (
        <Panel
          title="Left in totes"
          note="of orders that were taken back"
          actions={
            <ExportButton exported={{ list: '/api/Picking/ListLeftovers', filters: { Warehouse: warehouse } }} />
          }
        >
          <ul className={styles.list} aria-label="Left in totes">
            {found.map((tote) => (
              <li key={tote.Tote}>
                <span className={styles.where}>{tote.Tote}</span>
                <span className={styles.item}>
                  {tote.Leftovers.map((each) => (
                    <span key={`${each.CustomerNo} ${each.OrderNo} ${each.ItemNo} ${each.Location}`}>
                      <strong>
                        {formatCount(each.Units)} × {each.Description === '' ? each.ItemNo : each.Description}
                      </strong>{' '}
                      <span className="quiet">
                        {each.Location === '' ? 'by name' : `into ${each.Location}`} · {each.CustomerName}{' '}
                        <span className="code">{each.CustomerNo}</span> · order {each.OrderNo}
                      </span>
                    </span>
                  ))}
                </span>
                <Button
                  variant="default"
                  className={styles.pick ?? ''}
                  aria-label={`Put back from ${tote.Tote}`}
                  onClick={() => open(tote)}
                >
                  Put back…
                </Button>
              </li>
            ))}
          </ul>
          <StationPager page={page} next={totes.data?.Next} />
        </Panel>
      )}
      {dialog && <PutBackDialog warehouse={warehouse} tote={dialog} onClose={close} />}
    </QueryState>
  );
}

interface PutBackDialogProps {
  readonly warehouse: string;
  readonly tote: ToteWithLeftovers;
  readonly onClose: () => void;
}

function PutBackDialog({ warehouse, tote, onClose }: PutBackDialogProps) {
  const { Tote, Version } = tote;
  const strayScans = useStrayScanGuard();
  const run = async (): Promise<void> => {
    const { Units } = await call('/api/Picking/PutBack', { Warehouse: warehouse, Tote, ExpectedVersion: Version });
    notify(`${countOf(Units, 'bottle')} of tote ${Tote} ${Units === 1 ? 'is' : 'are'} in bins again.`);
    await refreshAll();
    onClose();
  };
  return (
    <Confirm
      title={`Put back from tote ${Tote}`}
      action="They are in their bins"
      isLarge
      strayScans={strayScans}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Take these bottles out of the tote and put them into their bins, whose recorded quantities rise by them.</p>
      <LeftoverList tote={tote} />
    </Confirm>
  );
}
