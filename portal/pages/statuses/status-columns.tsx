/** The columns of inventory statuses, for the list of all statuses and for a winery's page. */
import type { ReplyOf } from '../../api/client.ts';
import { actionsColumn, textColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { Status } from '../../design/status.tsx';
import { WineryName } from '../../design/winery-name.tsx';
import type { StatusDialogState } from './status-dialogs.tsx';

export type InventoryStatus = ReplyOf<'/api/Statuses/List'>['Records'][number];

/** The properties of stock in a status, in words. */
const kindsOf = ({ Bonded, Returned, Damaged }: InventoryStatus): string =>
  [Bonded && 'In bond', Returned && 'Returned', Damaged && 'Damaged'].filter(Boolean).join(', ');

const ownerOf = ({ CustomerNo, CustomerName }: InventoryStatus): string =>
  CustomerNo === '*' ? 'all wineries' : `${CustomerName} ${CustomerNo}`;

export function buildInventoryStatusTableColumns(
  open: ((dialog: StatusDialogState) => void) | undefined,
): readonly Column<InventoryStatus>[] {
  const columns: readonly Column<InventoryStatus>[] = [
    {
      key: 'code',
      header: 'Status',
      priority: 1,
      cell: ({ InventoryStatus: code }) => <span className="code strong">{code}</span>,
    },
    textColumn('Description', 'Meaning'),
    {
      key: 'owner',
      header: 'Of',
      priority: 1,
      flexible: true,
      cell: (status) =>
        status.CustomerNo === '*' ? <span className="quiet">All wineries</span> : <WineryName {...status} />,
    },
    {
      key: 'drawn',
      header: 'Consumer orders',
      priority: 1,
      cell: ({ DrawnByConsumerOrders }) =>
        DrawnByConsumerOrders ? <Status tone="good">Draw it</Status> : <span className="quiet">Do not draw it</span>,
    },
    {
      key: 'kind',
      header: 'Stock is',
      priority: 2,
      cell: (status) => kindsOf(status) || <span className="quiet">Good, tax paid</span>,
    },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((status) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change ${status.InventoryStatus} of ${ownerOf(status)}`}
          onClick={() => open({ kind: 'change', status })}
        />
        {!status.IsRequired && (
          <RowActionButton
            action="Remove…"
            label={`Remove ${status.InventoryStatus} of ${ownerOf(status)}`}
            onClick={() => open({ kind: 'remove', status })}
          />
        )}
      </>
    )),
  ];
}
