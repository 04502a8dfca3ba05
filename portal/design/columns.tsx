/** Columns that several lists have. */
import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import { formatExact, formatTimestamp } from './format.ts';

type Priority = Column<never>['priority'];

/** The winery of a row by its name. */
export const wineryColumn = (
  priority: Priority = 1,
): Column<{ readonly CustomerNo: string; readonly CustomerName: string }> => ({
  key: 'winery',
  header: 'Winery',
  priority,
  flexible: true,
  cell: ({ CustomerName, CustomerNo }) => (
    <span title={`${CustomerName} (${CustomerNo})`}>{CustomerName || CustomerNo}</span>
  ),
});

export const descriptionColumn: Column<{ readonly Description: string }> = {
  key: 'description',
  header: 'Description',
  priority: 1,
  flexible: 'more',
  cell: ({ Description }) => <span title={Description}>{Description}</span>,
};

export const warehouseColumn = (priority: Priority): Column<{ readonly Warehouse: string }> => ({
  key: 'warehouse',
  header: 'Whse',
  priority,
  cell: ({ Warehouse }) => <span className="code">{Warehouse}</span>,
});

/** The time of something, in quiet text. */
export const timeColumn = <Row,>(
  header: string,
  timeOf: (row: Row) => string,
  priority: Priority = 1,
): Column<Row> => ({
  key: header.toLowerCase(),
  header,
  priority,
  cell: (row) => (
    <span className="quiet" title={formatExact(timeOf(row))}>
      {formatTimestamp(timeOf(row))}
    </span>
  ),
});

/** The column of what can be done with a row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  ...{ key: 'actions', header: 'Actions', priority: 1, align: 'end', cell },
});
