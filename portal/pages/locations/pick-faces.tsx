/** The pick faces of a warehouse: the rules by which they are filled from the reserve, their units, and who fills them. */
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn, codeColumn, countColumn, wineryColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { FirstRows } from '../../design/first-rows.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { ViewTabs } from '../../design/list-page.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { StationPager, useStationPaging } from '../../design/station-paging.tsx';
import { Status } from '../../design/status.tsx';
import { NoWorkedWarehouse, useBinWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { locationTabs } from './location-tabs.ts';
import { PickFaceRuleDialog, RemovePickFaceRuleDialog } from './pick-face-rule-dialogs.tsx';

export type PickFace = ReplyOf<'/api/Bins/ListReplenishments'>['Records'][number];

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly face: PickFace };

const rowKey = ({ Location, CustomerNo, ItemNo, InventoryStatus }: PickFace): string =>
  [Location, CustomerNo, ItemNo, InventoryStatus].join(' ');

/** The state of a pick face: enough, being filled, or to be filled. */
function FaceState({ face: { Wanted, From, Person } }: { readonly face: PickFace }) {
  if (Wanted === 0) return <Status tone="good">Enough</Status>;
  if (Person !== '') return <Status tone="info">Being filled by {Person}</Status>;
  if (From.length === 0) return <Status tone="bad">{formatCount(Wanted)} wanted, none left in the reserve</Status>;
  return (
    <Status tone="warn">
      {formatCount(Wanted)} wanted, from {From.map(({ Location }) => Location).join(', ')}
    </Status>
  );
}

const columnsWith = (open: (dialog: Dialog) => void): readonly Column<PickFace>[] => [
  {
    key: 'location',
    header: 'Pick face',
    priority: 1,
    cell: ({ Location }) => <span className="code strong broken">{Location}</span>,
  },
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    flexible: 'more',
    cell: ({ Description, ItemNo }) => (
      <span title={ItemNo}>{Description === '' ? ItemNo : `${Description} · ${ItemNo}`}</span>
    ),
  },
  wineryColumn(2),
  codeColumn('InventoryStatus', 'Status', 3),
  countColumn('Held', 'Holds'),
  countColumn('Minimum', 'Below', 2),
  countColumn('Target', 'Up to', 2),
  { key: 'state', header: 'Filling', priority: 1, cell: (face) => <FaceState face={face} /> },
  actionsColumn((face) => (
    <>
      <RowActionButton
        action="Change…"
        label={`Change the rule of ${face.Location}`}
        onClick={() => open({ kind: 'change', face })}
      />
      <RowActionButton
        action="Remove…"
        label={`Remove the rule of ${face.Location}`}
        onClick={() => open({ kind: 'remove', face })}
      />
    </>
  )),
];

export function PickFaces() {
  const { codes, code, isUnused } = useBinWarehouse();
  return (
    <Page title="Locations" actions={<WarehouseChoice codes={codes} code={code} isCompact />}>
      <ViewTabs to="/locations" views={locationTabs} current={locationTabs[1]} />
      {isUnused && <NoWorkedWarehouse purpose="to refill its pick faces" />}
      {code !== '' && !isUnused && <Rules key={code} warehouse={code} />}
    </Page>
  );
}

function Rules({ warehouse }: { readonly warehouse: string }) {
  const page = useStationPaging(warehouse);
  const rules = useOperation(
    '/api/Bins/ListReplenishments',
    { Warehouse: warehouse, All: true, ...(page.after && { After: page.after }) },
    { refreshMs: 60_000 },
  );
  const { dialog, open, close } = useDialog<Dialog>();
  const faces = rules.data?.Records ?? [];
  const due = faces.filter(({ Wanted }) => Wanted > 0).length;
  return (
    <>
      <p className="quiet">
        A pick face is filled from the reserve when it holds fewer than the minimum. People fill faces at Bins, in walk
        order. {due > 0 && `${countOf(due, 'face')} to fill now.`}
      </p>
      <div className="bar">
        <NewButton label="New rule…" onClick={() => open({ kind: 'new' })} />
        <ExportButton
          exported={{ list: '/api/Bins/ListReplenishments', filters: { Warehouse: warehouse, All: true } }}
          isDisabled={faces.length === 0}
        />
      </div>
      <QueryState query={rules}>
        <FirstRows rows={faces}>
          {(rows) => (
            <DataTable
              label="Pick faces"
              columns={columnsWith(open)}
              rows={rules.data && rows}
              rowKey={rowKey}
              skeletonRows={4}
              empty={
                <EmptyState title="No pick face has a rule">
                  Without a rule a face is filled when a person moves bottles into it.
                </EmptyState>
              }
            />
          )}
        </FirstRows>
        <StationPager page={page} next={rules.data?.Next} />
      </QueryState>
      {dialog?.kind === 'new' && <PickFaceRuleDialog warehouse={warehouse} onClose={close} />}
      {dialog?.kind === 'change' && <PickFaceRuleDialog warehouse={warehouse} face={dialog.face} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <RemovePickFaceRuleDialog warehouse={warehouse} face={dialog.face} onClose={close} />
      )}
    </>
  );
}
