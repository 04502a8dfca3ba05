/** The columns of the list of balances. */
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { codeColumn, descriptionColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatCount } from '../../design/format.ts';

export type Balance = ReplyOf<'/api/Inventory/List'>['Records'][number];

export const balanceRowKey = ({
  CustomerNo,
  ItemNo,
  Warehouse,
  InventoryStatus,
}: Pick<Balance, 'CustomerNo' | 'ItemNo' | 'Warehouse' | 'InventoryStatus'>): string =>
  [CustomerNo, Warehouse, InventoryStatus, ItemNo].join(' ');

/** A quantity; 0 in quiet text. Undefined for an item that is being counted, whose quantity the floor does not see. */
export const quantityColumn = <Row,>(
  header: string,
  unitsOf: (row: Row) => number | undefined,
  priority: Column<Row>['priority'] = 1,
  shown = '',
): Column<Row> => ({
  key: header.toLowerCase(),
  header,
  priority,
  align: 'end',
  cell: (row) => {
    const units = unitsOf(row);
    if (units === undefined) return <span className="quiet">counting</span>;
    return <span className={units === 0 ? 'quiet' : shown}>{formatCount(units)}</span>;
  },
});

/** @param isExplained whether this operator may open the explanation of the numbers */
export function balanceColumns(isExplained: boolean): readonly Column<Balance>[] {
  return [
    {
      key: 'item',
      header: 'Item',
      priority: 1,
      cell: ({ CustomerNo, ItemNo, Warehouse, InventoryStatus }) =>
        isExplained ? (
          <Link
            to="/inventory/$customerNo/$itemNo"
            params={{ customerNo: CustomerNo, itemNo: ItemNo }}
            search={{ warehouse: Warehouse, status: InventoryStatus }}
            className="code strong plain short"
            title={ItemNo}
          >
            {ItemNo}
          </Link>
        ) : (
          <span className="code strong short" title={ItemNo}>
            {ItemNo}
          </span>
        ),
    },
    descriptionColumn,
    wineryColumn(),
    warehouseColumn(1),
    codeColumn('InventoryStatus', 'Status'),
    quantityColumn('On hand', ({ OnHand }) => OnHand),
    quantityColumn('Reserved', ({ Reserved }) => Reserved, 2),
    quantityColumn('Backorder', ({ Backordered }) => Backordered, 3),
    quantityColumn('Incoming', ({ Incoming }) => Incoming, 3),
    quantityColumn('Sellable', ({ Sellable }) => Sellable, 1, 'strong'),
  ];
}
