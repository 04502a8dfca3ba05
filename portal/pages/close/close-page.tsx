/** Close of day: the boxes of each carrier, missing boxes, manifests and their departure. Scans stage boxes. */
import { Button } from '@mantine/core';
import { isWillCallCarrier, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { actionsColumn, codeColumn, wineryColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { FirstRows } from '../../design/first-rows.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { Page, Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { SoundSwitch } from '../../station/station-keys.tsx';
import { UnworkedPage, useFloorWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { orderColumn } from '../orders/order-link.tsx';
import type { FloorOrder } from '../waves/floor-states.ts';
import { TakeBackDialog } from '../waves/take-back-dialog.tsx';
import styles from './close-page.module.css';
import { DepartDialog } from './depart-dialog.tsx';
import { ManifestDialog } from './manifest-dialog.tsx';
import { Manifests } from './manifests.tsx';
import { StagingScanLine } from './staging-scan-line.tsx';

type Reply = ReplyOf<'/api/Floor/CloseOfDay'>;
export type CarrierRow = Reply['Carriers'][number];
type Problem = Reply['Problems'][number];
type MissingBox = CarrierRow['Missing'][number] & { readonly Carrier: string };

type Dialog =
  | { readonly kind: 'manifest' | 'depart'; readonly warehouse: string; readonly row: CarrierRow }
  | { readonly kind: 'take back'; readonly order: FloorOrder };

export function ClosePage() {
  const { codes, code, isNoneWorked } = useFloorWarehouse();
  const { isLead } = useOperator();
  const { carrierName } = useCarrierNames();
  const { dialog, open, close } = useDialog<Dialog>();
  const day = useOperation(
    '/api/Floor/CloseOfDay',
    { Warehouse: code },
    // Not the rows of the previous warehouse, which could depart under the name of this one.
    { isEnabled: code !== '', refreshMs: 60_000 },
  );
  const isEmpty = day.data?.Carriers.length === 0 && day.data.Problems.length === 0;
  if (codes?.length === 0 || (isNoneWorked && isEmpty))
    return <UnworkedPage title="Close of day" codes={codes} code={code} purpose="to ship its orders" />;
  const carriers = day.data?.Carriers;
  const missing = carriers?.flatMap(({ Carrier, Missing }) => Missing.map((box) => ({ ...box, Carrier })));
  const hasMore = day.data?.More === true;
  const hasMoreMissing = hasMore && carriers?.some(hasUnlistedBoxes) === true;
  const problems = day.data?.Problems;
  return (
    <Page
      title="Close of day"
      actions={
        <>
          <SoundSwitch />
          <WarehouseChoice codes={codes} code={code} isCompact />
        </>
      }
    >
      {code !== '' && <StagingScanLine key={code} />}
      <QueryState query={day}>
        <DataTable
          label="Carriers"
          columns={carrierColumns(carrierName, {
            hasMore,
            hasForms: carriers?.some(({ ScanForms }) => ScanForms.length > 0) === true,
            open: isLead ? (kind, row) => open({ kind, warehouse: code, row }) : undefined,
          })}
          rows={carriers}
          rowKey={({ Carrier }) => Carrier}
          skeletonRows={3}
          empty={<EmptyState title="Nothing is on the floor">Orders appear here when they are released.</EmptyState>}
        />
        {hasMore && (
          <p className="quiet">
            There is more: the first {formatCount(5_000)} orders with missing boxes and as many problems are listed. A
            count with + leaves out the missing boxes of other orders; the others are exact. A manifest takes all that
            is staged.
          </p>
        )}
        {missing !== undefined && missing.length > 0 && (
          <Panel
            title="Missing boxes"
            note={`${countOf(listedCount(missing.length, hasMoreMissing), 'box', 'boxes')} not staged`}
            flush
          >
            <FirstRows rows={missing}>
              {(rows) => (
                <DataTable
                  label="Missing boxes"
                  columns={missingColumns(carrierName)}
                  rows={rows}
                  rowKey={({ CustomerNo, TrackingNumber }) => `${CustomerNo} ${TrackingNumber}`}
                />
              )}
            </FirstRows>
          </Panel>
        )}
        {problems !== undefined && problems.length > 0 && (
          <Panel title="Problems" note="put aside, open again" flush>
            <FirstRows rows={problems}>
              {(rows) => (
                <DataTable
                  label="Problems"
                  columns={problemColumns(
                    carrierName,
                    isLead ? (order) => open({ kind: 'take back', order }) : undefined,
                  )}
                  rows={rows}
                  rowKey={({ CustomerNo, TransactionReferenceNumber }) => `${CustomerNo} ${TransactionReferenceNumber}`}
                />
              )}
            </FirstRows>
          </Panel>
        )}
      </QueryState>
      <Manifests warehouse={code} />
      {dialog?.kind === 'manifest' && (
        <ManifestDialog warehouse={dialog.warehouse} carrier={dialog.row.Carrier} onClose={close} />
      )}
      {dialog?.kind === 'depart' && <DepartDialog warehouse={dialog.warehouse} row={dialog.row} onClose={close} />}
      {dialog?.kind === 'take back' && <TakeBackDialog orders={[dialog.order]} onClose={close} />}
    </Page>
  );
}

/** Whether orders of the carrier have missing boxes that are not listed, when the list is not complete. */
function hasUnlistedBoxes({ Carrier, Labeled, Missing }: CarrierRow): boolean {
  const listed = new Set(Missing.map((box) => `${box.CustomerNo} ${box.TransactionReferenceNumber}`));
  return !isWillCallCarrier(Carrier) && listed.size < Labeled;
}

/** `1,204`, or `1,204+` when more are not listed. */
const listedCount = (count: number, hasMore: boolean): number | string => (hasMore ? `${formatCount(count)}+` : count);

const number = (key: keyof CarrierRow & string, header: string, priority: 1 | 2): Column<CarrierRow> => ({
  key,
  header,
  priority,
  align: 'end',
  cell: (row) => formatCount(row[key] as number),
});

/** Scan forms, each of which the carrier scans once for many boxes. A refusal is shown first, with its reason. */
const scanFormColumn: Column<CarrierRow> = {
  key: 'forms',
  header: 'Scan form',
  priority: 1,
  flexible: true,
  cell: ({ ScanForms }) => {
    const refused = ScanForms.find(({ State }) => State === 'refused');
    if (refused !== undefined) return <span className={`wrap ${styles.missing}`}>Refused: {refused.Message}</span>;
    const pending = ScanForms.find(({ State }) => State === 'pending');
    if (pending !== undefined) return <span title={pending.Message}>Being made</span>;
    return ScanForms.length === 0 ? '' : 'Made';
  },
};

function carrierColumns(
  carrierName: (code: string) => string,
  {
    hasMore,
    hasForms,
    open,
  }: {
    readonly hasMore: boolean;
    readonly hasForms: boolean;
    readonly open: ((kind: 'manifest' | 'depart', row: CarrierRow) => void) | undefined;
  },
): readonly Column<CarrierRow>[] {
  const columns: readonly Column<CarrierRow>[] = [
    {
      key: 'carrier',
      header: 'Carrier',
      priority: 1,
      flexible: !hasForms,
      cell: ({ Carrier }) => <span className="strong">{carrierName(Carrier) || 'No carrier'}</span>,
    },
    number('InWork', 'In work', 1),
    {
      key: 'missing',
      header: 'Missing',
      priority: 1,
      align: 'end',
      cell: (row) => {
        const count = listedCount(row.Missing.length, hasMore && hasUnlistedBoxes(row));
        return <span className={count === 0 ? '' : styles.missing}>{formatCount(count)}</span>;
      },
    },
    number('Staged', 'Staged', 1),
    number('Manifested', 'On manifest', 1),
    number('Boxes', 'Boxes', 2),
    ...(hasForms ? [scanFormColumn] : []),
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((row) => (
      <span className={styles.actions}>
        {row.Staged + row.Manifested > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Manifest ${row.Carrier}`}
            onClick={() => open('manifest', row)}
          >
            Manifest…
          </Button>
        )}
        {row.Manifest !== '' && (
          <Button size="compact-sm" aria-label={`Depart ${row.Carrier}`} onClick={() => open('depart', row)}>
            Depart…
          </Button>
        )}
      </span>
    )),
  ];
}

const missingColumns = (carrierName: (code: string) => string): readonly Column<MissingBox>[] => [
  orderColumn,
  { key: 'box', header: 'Box', priority: 1, align: 'end', cell: ({ Box }) => Box },
  { ...codeColumn('TrackingNumber', 'Tracking number'), flexible: true },
  { key: 'carrier', header: 'Carrier', priority: 1, cell: ({ Carrier }) => carrierName(Carrier) },
  wineryColumn(2),
];

/** What stands aside: `2 × 22CAB, 1 × 23CHA (not reserved)`, and what to do with what the order does not reserve. */
function describeAside(aside: Problem['Aside']): string {
  const items = aside.map(({ ItemNo, Units, Unreserved }) => {
    const free = Unreserved === Units ? 'not reserved' : `${formatCount(Unreserved)} not reserved`;
    return `${formatCount(Units)} × ${ItemNo}${Unreserved === 0 ? '' : ` (${free})`}`;
  });
  const isFree = aside.some(({ Unreserved }) => Unreserved > 0);
  return `Stands aside: ${items.join(', ')}.${isFree ? ' Take the order back to put away what it does not reserve.' : ''}`;
}

function problemColumns(
  carrierName: (code: string) => string,
  takeBack: ((order: FloorOrder) => void) | undefined,
): readonly Column<Problem>[] {
  const columns: readonly Column<Problem>[] = [
    orderColumn,
    {
      key: 'problem',
      header: 'Problem',
      priority: 1,
      flexible: true,
      cell: ({ Note, Aside }) => (
        <>
          <span className="wrap">{Note}</span>
          {(Aside?.length ?? 0) > 0 && <div className="quiet wrap">{describeAside(Aside)}</div>}
        </>
      ),
    },
    { key: 'carrier', header: 'Carrier', priority: 2, cell: ({ Carrier }) => carrierName(Carrier) },
    wineryColumn(2),
  ];
  if (takeBack === undefined) return columns;
  return [
    ...columns,
    actionsColumn((order) => (
      <RowActionButton action="Take back…" label={`Take back ${order.OrderNo}`} onClick={() => takeBack(order)} />
    )),
  ];
}
