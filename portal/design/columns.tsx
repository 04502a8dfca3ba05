/** Columns that several lists have. */
import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import { formatCount, formatExact, formatTimestamp } from './format.ts';
import { WineryName } from './winery-name.tsx';

type Priority = Column<never>['priority'];

/** The winery of a row by its name and number. */
export const wineryColumn = (
  priority: Priority = 1,
): Column<{ readonly CustomerNo: string; readonly CustomerName: string }> => ({
  key: 'winery',
  header: 'Winery',
  priority,
  flexible: true,
  cell: ({ CustomerName, CustomerNo }) => <WineryName CustomerName={CustomerName} CustomerNo={CustomerNo} />,
});

/** The property `name` of a row: a code, a number of a document, an id. */
export const codeColumn = <Name extends string>(
  name: Name,
  header: string,
  priority: Priority = 1,
): Column<Readonly<Record<Name, string>>> => ({
  key: name,
  header,
  priority,
  cell: ({ [name]: code }) => <span className="code">{code}</span>,
});

/** The property `name` of a row: a text of any length, whose end is cut off where it is too long. */
export const textColumn = <Name extends string>(
  name: Name,
  header: string,
  priority: Priority = 1,
  flexible: true | 'more' = true,
): Column<Readonly<Record<Name, string>>> => ({
  key: name,
  header,
  priority,
  flexible,
  cell: ({ [name]: text }) => <span title={text}>{text}</span>,
});

/** The property `name` of a row: a text that people act on, read in full on several lines. */
export const wrappedColumn = <Name extends string>(
  name: Name,
  header: string,
): Column<Readonly<Record<Name, string>>> => ({
  key: name,
  header,
  priority: 1,
  flexible: true,
  cell: ({ [name]: text }) => <span className="wrap">{text}</span>,
});

/** The property `name` of a row: how many there are. */
export const countColumn = <Name extends string>(
  name: Name,
  header: string,
  priority: Priority = 1,
): Column<Readonly<Record<Name, number>>> => ({
  key: name,
  header,
  priority,
  align: 'end',
  cell: ({ [name]: count }) => formatCount(count),
});

export const descriptionColumn = textColumn('Description', 'Description', 1, 'more');

export const warehouseColumn = (priority: Priority) => codeColumn('Warehouse', 'Whse', priority);

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
  key: 'actions',
  header: 'Actions',
  priority: 1,
  align: 'end',
  cell,
});
